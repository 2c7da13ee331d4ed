#include "architecture/registry.h"

#include <type_traits>

#include "architecture/architectures.h"
#include "base/readable.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::model {
namespace {

template <class Row>
Architecture architecture() {
  using Options = typename Row::Options;
  constexpr auto facts = Row::kFacts;
  return {.name = facts.name,
          .other_name = facts.other_name,
          .summary = facts.summary,
          .paper = facts.paper,
          .attends = facts.attends,
          .is_recurrent = std::is_base_of_v<RnnOptions, Options>,
          .complete =
              [](const config::Node& section) {
                return complete_section(Row::kFacts.name, read_options<Options>(section));
              },
          .least_weights =
              [](const config::Node& section, double vocab) {
                return read_options<Options>(section).least_weights(vocab);
              },
          .options = [] { return config::reference_rows<Options>(); }};
}

/// For example: "rnn_attention (or bahdanau)".
std::string with_other_name(const Architecture& row) {
  return row.other_name.empty() ? row.name : str(row.name, " (or ", row.other_name, ')');
}

bool is_called(const Architecture& row, const std::string& name) {
  return row.name == name || (!row.other_name.empty() && row.other_name == name);
}

/// The row of `table` that the section names; `other` has the architectures of `other_task`.
const Architecture& find_in(const config::Node& section, const std::vector<Architecture>& table,
                            const std::vector<Architecture>& other, const std::string& other_task) {
  std::vector<std::string> names;
  for (const auto& row : table) names.push_back(row.name);
  const auto allowed = join(table, ", ", with_other_name);

  const auto* type = section.find("type");
  if (type == nullptr || !type->is_scalar()) {
    throw Error("model.type is missing, but must be one of " + allowed, section.place.str(),
                "name one, e.g. model: {type: " + names.front() + "}");
  }
  for (const auto& row : table) {
    if (is_called(row, type->text)) return row;
  }
  std::string remedy = did_you_mean(type->text, names);
  for (const auto& row : other) {
    if (row.name == type->text) remedy = "this architecture is for task: " + other_task;
  }
  if (remedy.empty()) {
    remedy =
        "`regard models` describes them; if a newer version of regard wrote the model, use "
        "that version";
  }
  throw Error("model.type is " + type->text + ", but must be one of " + allowed, type->place.str(),
              remedy);
}

}  // namespace

const std::vector<Architecture>& architectures() {
  static const auto kRows = [] {
    std::vector<Architecture> rows;
    each_architecture([&]<class Row>() { rows.push_back(architecture<Row>()); });
    return rows;
  }();
  return kRows;
}

const std::vector<Architecture>& language_architectures() {
  static const auto kRows = [] {
    std::vector<Architecture> rows;
    each_language_architecture([&]<class Row>() { rows.push_back(architecture<Row>()); });
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
