#include "regard/model/registry.h"

#include "regard/base/error.h"
#include "regard/base/nearest.h"
#include "regard/base/str.h"
#include "regard/config/reader.h"
#include "regard/config/reference.h"
#include "regard/config/writer.h"
#include "regard/model/rnn_attention.h"
#include "regard/model/transformer.h"

namespace regard::model {
namespace {

// What a section's keys change: the defaults, or in an architecture with presets the options of the
// section's preset. (The check of the key refuses a preset that is not there.)
template <class Options>
Options defaults_of(const config::Node& section) {
  if constexpr (requires { Options::of_preset(std::string()); }) {
    const auto* preset = section.find("preset");
    if (preset != nullptr && preset->is_scalar()) return Options::of_preset(preset->text);
  }
  return {};
}

template <class Options>
Options read_options(const config::Node& section) {
  const auto options =
      config::read<Options>(section, "model", {"type"}, defaults_of<Options>(section));
  check(options);
  return options;
}

template <class Model>
Architecture architecture(const char* name, const char* summary) {
  using Options = typename Model::Options;
  Architecture row;
  row.name = name;
  row.summary = summary;
  row.make = [](const config::Node& section, int64_t source_vocab, int64_t target_vocab,
                bool shared_vocab) {
    return std::make_shared<Model>(read_options<Options>(section), source_vocab, target_vocab,
                                   shared_vocab);
  };
  row.complete = [type = row.name](const config::Node& section) {
    auto complete = config::Node::map();
    complete.set("type", config::to_node(type));
    for (const auto& entry : config::to_node(read_options<Options>(section)).entries) {
      complete.set(entry.key, entry.value);
    }
    return complete;
  };
  row.reference = [] { return config::reference_table<Options>(); };
  return row;
}

}  // namespace

const std::vector<Architecture>& architectures() {
  static const std::vector<Architecture> rows = {
      architecture<RnnAttention>(
          "rnn_attention", "recurrent encoder-decoder with attention (Bahdanau et al., 2015)"),
      architecture<Transformer>("transformer",
                                "self-attention encoder-decoder (Vaswani et al., 2017)"),
  };
  return rows;
}

const Architecture& find_architecture(const config::Node& model_section) {
  std::vector<std::string> names;
  for (const auto& row : architectures()) names.push_back(row.name);
  std::string allowed;
  for (const auto& name : names) allowed += (allowed.empty() ? "" : ", ") + name;

  const auto* type = model_section.find("type");
  if (type == nullptr || !type->is_scalar()) {
    throw Error("model.type is missing, but must be one of " + allowed, model_section.place.str());
  }
  for (const auto& row : architectures()) {
    if (row.name == type->text) return row;
  }
  throw Error("model.type is " + type->text + ", but must be one of " + allowed, type->place.str(),
              did_you_mean(type->text, names));
}

}  // namespace regard::model
