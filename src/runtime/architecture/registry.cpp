#include "architecture/registry.h"

#include "architecture/architectures.h"
#include "base/readable.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::model {
namespace {

template <class Options>
Architecture row(const char* name, const char* summary, const char* paper) {
  return {.name = name,
          .summary = summary,
          .paper = paper,
          .complete =
              [type = std::string(name)](const config::Node& section) {
                return complete_section(type, read_options<Options>(section));
              },
          .least_weights =
              [](const config::Node& section, double vocab) {
                return read_options<Options>(section).least_weights(vocab);
              },
          .options = [] { return config::reference_rows<Options>(); }};
}

/// Other names of architectures: the books'.
constexpr std::string_view kBahdanau = "bahdanau", kIsBahdanau = "rnn_attention";

std::string full_name(const std::string& name) {
  return std::string(name == kBahdanau ? kIsBahdanau : name);
}

/// "rnn_attention (or bahdanau)"
std::string with_other_name(const std::string& name) {
  return name == kIsBahdanau ? str(name, " (or ", kBahdanau, ')') : name;
}

/// The row of `table` that the section names; `other_task` is the task of the rows of `other`.
const Architecture& find_in(const config::Node& section, const std::vector<Architecture>& table,
                            const std::vector<Architecture>& other, const std::string& other_task) {
  std::vector<std::string> names;
  for (const auto& row : table) names.push_back(row.name);
  const auto allowed = join(names, ", ", with_other_name);

  const auto* type = section.find("type");
  if (type == nullptr || !type->is_scalar()) {
    throw Error("model.type is missing, but must be one of " + allowed, section.place.str(),
                "name one, e.g. model: {type: " + names.front() + "}");
  }
  for (const auto& row : table) {
    if (row.name == full_name(type->text)) return row;
  }
  std::string remedy = did_you_mean(type->text, names);
  for (const auto& row : other) {
    if (row.name == type->text) remedy = "that one is for task: " + other_task;
  }
  if (remedy.empty()) {
    remedy = "`regard models` describes them; if a newer regard wrote the model, use that one";
  }
  throw Error("model.type is " + type->text + ", but must be one of " + allowed, type->place.str(),
              remedy);
}

}  // namespace

const std::vector<Architecture>& architectures() {
  static const auto kRows = [] {
    std::vector<Architecture> rows;
    each_architecture(
        [&]<class Options, class>(const char* name, const char* summary, const char* paper) {
          rows.push_back(row<Options>(name, summary, paper));
        });
    return rows;
  }();
  return kRows;
}

const std::vector<Architecture>& language_architectures() {
  static const auto kRows = [] {
    std::vector<Architecture> rows;
    each_language_architecture(
        [&]<class Options, class>(const char* name, const char* summary, const char* paper) {
          rows.push_back(row<Options>(name, summary, paper));
        });
    return rows;
  }();
  return kRows;
}

const Architecture& find_architecture(const config::Node& model_section) {
  return find_in(model_section, architectures(), language_architectures(), "language_model");
}

const Architecture& find_language_architecture(const config::Node& model_section) {
  return find_in(model_section, language_architectures(), architectures(), "translation");
}

const Architecture& find_row(config::Task task, const config::Node& model_section) {
  if (task == config::Task::language_model) return find_language_architecture(model_section);
  return find_architecture(model_section);
}

}  // namespace regard::model
