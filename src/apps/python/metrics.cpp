#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/readable.h"
#include "class.h"
#include "documentation.h"
#include "interpreter_lock.h"
#include "metrics/metric_table.h"
#include "module.h"

namespace regard::python {
namespace {

using Lines = std::vector<std::string>;

/// A score, and everything that it depends on.
struct SignedScore {
  metrics::Score score;
  std::string signature;
};

std::string name_of_score(const SignedScore& self) { return self.score.name; }
double value_of(const SignedScore& self) { return self.score.value; }
std::string details_of(const SignedScore& self) { return self.score.details; }
Object as_float(const SignedScore& self) { return to_python(self.score.value); }

/// The line that sacreBLEU prints for the score.
Object shown(const SignedScore& self) {
  auto line = self.score.name + "|" + self.signature + " = " + fixed(self.score.value, 2);
  if (!self.score.details.empty()) line += " " + self.score.details;
  return to_python(line.substr(0, line.find_last_not_of(' ') + 1));
}

/// The references: one for each line, or several.
std::vector<Lines> references_of(const std::string& name, PyObject* object) {
  const auto items =
      to_list(name, object, [](const auto&, PyObject* item) { return Object::shared(item); });
  if (items.empty() || PyUnicode_Check(items.front().get()) != 0) {
    Lines lines;
    for (const auto& item : items) lines.push_back(to_text(name, item.get()));
    return {lines};
  }
  std::vector<Lines> texts;
  for (const auto& item : items) texts.push_back(to_texts(name, item.get()));
  return texts;
}

void set(bool& place, const std::string& name, PyObject* value) { place = to_bool(name, value); }
void set(int& place, const std::string& name, PyObject* value) {
  const auto number = to_integer(name, value);
  place = static_cast<int>(number);
  if (place != number) type_error(name + " is too large");
}
void set(std::string& place, const std::string& name, PyObject* value) {
  place = to_text(name, value);
}
void set(std::optional<double>& place, const std::string& name, PyObject* value) {
  place.reset();
  if (value != Py_None) place = to_number(name, value);
}

/// Computes the metric whose table row `self` holds.
Object score(PyObject* self, PyObject* given, PyObject* named) {
  const auto& row = *static_cast<const metrics::MetricRow*>(PyCapsule_GetPointer(self, nullptr));
  static constexpr std::array names = {"hypotheses", "references"};
  Arguments arguments(row.name.data(), names, given, named);
  const auto hypotheses = to_texts("hypotheses", arguments.need("hypotheses").get());
  const auto references = references_of("references", arguments.need("references").get());
  const auto metric = row.make();
  for (const auto& option : metric->options()) {
    const std::string name(option.name);
    const auto value = arguments.take(name);
    if (value) std::visit([&](auto* place) { set(*place, name, value.get()); }, option.value);
  }
  arguments.end();
  metric->check_options();
  auto found = [&]() -> SignedScore {
    const Unlocked unlocked;
    const auto sums = metric->statistics(hypotheses, references).sums();
    return {metric->score(sums), metric->signature(references.size()).text()};
  }();
  return Class<SignedScore>::wrap(std::move(found));
}

PyObject* call_score(PyObject* self, PyObject* given, PyObject* named) {
  return answer([&] { return score(self, given, named); });
}

std::string printed(const bool& value) { return value ? "True" : "False"; }
std::string printed(const int& value) { return std::to_string(value); }
std::string printed(const std::string& value) { return "'" + value + "'"; }
std::string printed(const std::optional<double>& value) {
  return value ? fixed(*value, 6) : "None";
}

/// The text of help(): the signature with every option and its default, and what the metric counts.
std::string documentation_of(const metrics::MetricRow& row) {
  std::string text = std::string(row.name) + "(hypotheses, references, *";
  const auto metric = row.make();
  for (const auto& option : metric->options()) {
    text += ", " + std::string(option.name) + "=" +
            std::visit([](const auto* value) { return printed(*value); }, option.value);
  }
  return text + ")\n--\n\n" + std::string(row.title) + ": " + std::string(row.meaning) +
         ". `references` is one text, or several, each with one line per hypothesis.";
}

/// A metric as a Python function, and its description, which Python does not copy.
struct MetricFunction {
  std::string documentation;
  PyMethodDef method;
};

void add_metric(PyObject* metrics, const metrics::MetricRow& row) {
  auto& function = *new MetricFunction{documentation_of(row), {}};
  function.method = listed(row.name.data(), call_score, function.documentation.c_str());
  const auto self =
      Object::owned(PyCapsule_New(const_cast<metrics::MetricRow*>(&row), nullptr, nullptr));
  const auto name = to_python(std::string("regard.metrics"));
  const auto made = Object::owned(PyCFunction_NewEx(&function.method, self.get(), name.get()));
  checked(PyObject_SetAttrString(metrics, row.name.data(), made.get()));
}

}  // namespace

void add_metrics(PyObject* module) {
  static PyGetSetDef properties[] = {
      {"name", get<SignedScore, name_of_score>, nullptr, doc::Score_name, nullptr},
      {"value", get<SignedScore, value_of>, nullptr, doc::Score_value, nullptr},
      {"details", get<SignedScore, details_of>, nullptr, doc::Score_details, nullptr},
      {"signature", get<SignedScore, &SignedScore::signature>, nullptr, doc::Score_signature,
       nullptr},
      {}};
  PyType_Slot slots[] = {slot(Py_tp_new, Class<SignedScore>::refuse),
                         slot(Py_tp_dealloc, Class<SignedScore>::deallocate),
                         slot(Py_tp_repr, ask<SignedScore, shown>),
                         slot(Py_nb_float, ask<SignedScore, as_float>),
                         {Py_tp_members, Class<SignedScore>::members},
                         {Py_tp_getset, properties},
                         {Py_tp_doc, const_cast<char*>(doc::Score)},
                         {0, nullptr}};
  PyType_Spec spec = {"regard.Score", Class<SignedScore>::kSize, 0, Py_TPFLAGS_DEFAULT, slots};
  Class<SignedScore>::add(module, spec);

  const auto metrics = Object::owned(PyModule_New("regard._regard.metrics"));
  for (const auto* row : metrics::metrics_that(&metrics::MetricUses::scores)) {
    add_metric(metrics.get(), *row);
  }
  checked(PyObject_SetAttrString(module, "metrics", metrics.get()));
}

}  // namespace regard::python
