#include "regard/model/registry.h"

#include <typeinfo>

#include "regard/base/available_memory.h"
#include "regard/base/decimals.h"
#include "regard/base/error.h"
#include "regard/base/join.h"
#include "regard/base/nearest.h"
#include "regard/base/str.h"
#include "regard/config/writer.h"
#include "regard/model/read_options.h"
#include "regard/model/rnn_attention.h"
#include "regard/model/rnn_context.h"
#include "regard/model/rnn_lm.h"
#include "regard/model/transformer.h"
#include "regard/model/transformer_lm.h"

namespace regard::model {
namespace {

/// Throws Error before anything is allocated for a model that cannot fit.
template <class Options>
void check_memory(const Options& options, int64_t vocab) {
  const double needed = options.least_weights(static_cast<double>(vocab)) * sizeof(float);
  const auto available = static_cast<double>(available_memory());
  if (available == 0 || needed <= available) return;
  const auto gigabytes = [](double bytes) { return fixed(bytes / 1e9, 1); };
  throw Error(str("needs at least ", gigabytes(needed), " GB for its weights, but ",
                  gigabytes(available), " GB of memory are available"),
              "model", "a smaller model needs less: fewer layers, or narrower ones",
              ExitCode::failure);
}

template <class Options>
config::Node complete_section(const std::string& type, const Options& options) {
  auto complete = config::Node::map();
  complete.set("type", config::to_node(type));
  for (const auto& entry : config::to_node(options).entries) complete.set(entry.key, entry.value);
  return complete;
}

template <class Row, class Model>
Row described(const char* name, const char* summary, const char* paper) {
  using Options = typename Model::Options;
  Row row;
  row.name = name;
  row.summary = summary;
  row.paper = paper;
  row.complete = [type = row.name](const config::Node& section) {
    return complete_section(type, read_options<Options>(section));
  };
  row.least_weights = [](const config::Node& section, double vocab) {
    return read_options<Options>(section).least_weights(vocab);
  };
  row.options = [] { return config::reference_rows<Options>(); };
  return row;
}

template <class Model>
Architecture architecture(const char* name, const char* summary, const char* paper) {
  auto row = described<Architecture, Model>(name, summary, paper);
  row.make = [](const config::Node& section, int64_t source_vocab, int64_t target_vocab,
                bool shared_vocab) {
    const auto options = read_options<typename Model::Options>(section);
    check_memory(options, source_vocab + target_vocab);
    return std::make_shared<Model>(options, source_vocab, target_vocab, shared_vocab);
  };
  row.section_of = [type = row.name](const Seq2SeqModel& model) -> std::optional<config::Node> {
    if (typeid(model) != typeid(Model)) return {};
    return complete_section(type, dynamic_cast<const Model&>(model).options());
  };
  return row;
}

template <class Model>
LanguageArchitecture language_architecture(const char* name, const char* summary,
                                           const char* paper) {
  auto row = described<LanguageArchitecture, Model>(name, summary, paper);
  row.make = [](const config::Node& section, int64_t vocab) {
    const auto options = read_options<typename Model::Options>(section);
    check_memory(options, vocab);
    return std::make_shared<Model>(options, vocab);
  };
  return row;
}

/// Other names of architectures: the books'.
std::string full_name(const std::string& name) {
  return name == "bahdanau" ? "rnn_attention" : name;
}

/// The row of `table` that the section names; `other_task` is the task of the rows of `other`.
template <class Row, class OtherRow>
const Row& find_in(const config::Node& section, const std::vector<Row>& table,
                   const std::vector<OtherRow>& other, const char* other_task) {
  std::vector<std::string> names;
  for (const auto& row : table) names.push_back(row.name);
  const auto allowed = join(names);

  const auto* type = section.find("type");
  if (type == nullptr || !type->is_scalar()) {
    throw Error("model.type is missing, but must be one of " + allowed, section.place.str());
  }
  for (const auto& row : table) {
    if (row.name == full_name(type->text)) return row;
  }
  std::string remedy = did_you_mean(type->text, names);
  for (const auto& row : other) {
    if (row.name == type->text) remedy = str("that one is for task: ", other_task);
  }
  throw Error("model.type is " + type->text + ", but must be one of " + allowed, type->place.str(),
              remedy);
}

}  // namespace

const std::vector<Architecture>& architectures() {
  static const std::vector<Architecture> kRows = {
      architecture<RnnAttention>("rnn_attention", "recurrent encoder-decoder with attention",
                                 "Bahdanau et al., 2015"),
      architecture<RnnContext>("rnn_context",
                               "recurrent encoder-decoder without attention: one context vector",
                               "Sutskever et al., 2014; Cho et al., 2014"),
      architecture<Transformer>("transformer", "self-attention encoder-decoder",
                                "Vaswani et al., 2017"),
  };
  return kRows;
}

const std::vector<LanguageArchitecture>& language_architectures() {
  static const std::vector<LanguageArchitecture> kRows = {
      language_architecture<RnnLm>("rnn_lm", "recurrent language model", "Mikolov et al., 2010"),
      language_architecture<TransformerLm>(
          "transformer_lm", "decoder-only Transformer language model", "Liu et al., 2018"),
  };
  return kRows;
}

const Architecture& find_architecture(const config::Node& model_section) {
  return find_in(model_section, architectures(), language_architectures(), "language_model");
}

const LanguageArchitecture& find_language_architecture(const config::Node& model_section) {
  return find_in(model_section, language_architectures(), architectures(), "translation");
}

std::optional<config::Node> section_of(const Seq2SeqModel& model) {
  for (const auto& row : architectures()) {
    if (auto section = row.section_of(model)) return section;
  }
  return {};
}

const ArchitectureRow& find_row(config::Task task, const config::Node& model_section) {
  if (task == config::Task::language_model) return find_language_architecture(model_section);
  return find_architecture(model_section);
}

}  // namespace regard::model
