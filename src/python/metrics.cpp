#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "module.h"
#include "regard/metrics/metric_table.h"

namespace regard::python {
namespace {

namespace py = pybind11;
using Lines = std::vector<std::string>;
/// One text, or several.
using ReferenceTexts = std::variant<Lines, std::vector<Lines>>;

/// A score, and everything it depends on.
struct SignedScore {
  metrics::Score score;
  std::string signature;
};

std::vector<Lines> texts_of(ReferenceTexts references) {
  if (auto* several = std::get_if<std::vector<Lines>>(&references)) return std::move(*several);
  return {std::get<Lines>(std::move(references))};
}

/// Sets an option by its name in Python.
void set(metrics::Metric& metric, const std::string& metric_name, const std::string& name,
         const py::handle& value) {
  for (const auto& option : metric.options()) {
    if (option.name != name) continue;
    try {
      std::visit([&](auto* place) { *place = value.cast<std::decay_t<decltype(*place)>>(); },
                 option.value);
    } catch (const py::cast_error&) {
      throw py::type_error(metric_name + "(): " + name + " has the wrong type");
    }
    return;
  }
  throw py::type_error(metric_name + "() got an unexpected keyword argument '" + name + "'");
}

SignedScore score(const metrics::MetricRow& row, const Lines& hypotheses, ReferenceTexts references,
                  const py::kwargs& options) {
  const auto metric = row.make();
  for (const auto& [name, value] : options) {
    set(*metric, std::string(row.name), name.cast<std::string>(), value);
  }
  metric->check_options();
  const auto texts = texts_of(std::move(references));
  const py::gil_scoped_release no_lock;
  const auto sums = metric->statistics(hypotheses, texts).sums();
  return {metric->score(sums), metric->signature(texts.size()).text()};
}

std::string type_and_default(const bool& value) { return value ? "bool = True" : "bool = False"; }
std::string type_and_default(const int& value) { return "int = " + std::to_string(value); }
std::string type_and_default(const std::string& value) { return "str = '" + value + "'"; }
std::string type_and_default(const std::optional<double>&) { return "float | None = None"; }

/// What help() shows, and what type hints are made of: the signature with every option and its
/// default, and what the metric counts.
std::string documentation_of(const metrics::MetricRow& row) {
  std::string text = std::string(row.name) +
                     "(hypotheses: Sequence[str], references: Sequence[str] | "
                     "Sequence[Sequence[str]], *";
  const auto metric = row.make();
  for (const auto& option : metric->options()) {
    text += ", " + std::string(option.name) + ": " +
            std::visit([](const auto* value) { return type_and_default(*value); }, option.value);
  }
  return text + ") -> Score\n\n" + std::string(row.title) + ": " + std::string(row.meaning) +
         ". `references` is one text, or several, each with one line per hypothesis.";
}

}  // namespace

void add_metrics(py::module_& module) {
  py::class_<SignedScore>(module, "Score")
      .def_property_readonly("name", [](const SignedScore& self) { return self.score.name; })
      .def_property_readonly("value", [](const SignedScore& self) { return self.score.value; })
      .def_property_readonly("details", [](const SignedScore& self) { return self.score.details; })
      .def_readonly("signature", &SignedScore::signature)
      .def("__float__", [](const SignedScore& self) { return self.score.value; })
      .def("__repr__", [](const SignedScore& self) {
        return py::str("{}|{} = {:.2f} {}")
            .format(self.score.name, self.signature, self.score.value, self.score.details)
            .attr("rstrip")();
      });
  py::options docstrings;
  docstrings.disable_function_signatures();  // they lack the options
  auto metrics = module.def_submodule("metrics");
  for (const auto* row : metrics::metrics_that(&metrics::MetricUses::scores)) {
    metrics.def(
        std::string(row->name).c_str(),
        [row](const Lines& hypotheses, ReferenceTexts references, const py::kwargs& options) {
          return score(*row, hypotheses, std::move(references), options);
        },
        py::arg("hypotheses"), py::arg("references"), documentation_of(*row).c_str());
  }
}

}  // namespace regard::python
