#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "module.h"
#include "regard/metrics/bleu.h"
#include "regard/metrics/chrf.h"
#include "regard/metrics/ter.h"

namespace regard::python {
namespace {

namespace py = pybind11;
using Lines = std::vector<std::string>;
/// One text, or several.
using ReferenceTexts = std::variant<Lines, std::vector<Lines>>;

/// What a metric says, and how it was computed.
struct SignedScore {
  metrics::Score score;
  std::string signature;
};

std::vector<Lines> texts_of(ReferenceTexts references) {
  if (auto* several = std::get_if<std::vector<Lines>>(&references)) return std::move(*several);
  return {std::get<Lines>(std::move(references))};
}

SignedScore bleu(const Lines& hypotheses, ReferenceTexts references, const std::string& tokenizer,
                 bool lowercase, const std::string& smoothing, std::optional<double> smooth_value,
                 int max_ngram_order, bool effective_order) {
  const auto texts = texts_of(std::move(references));
  const metrics::BleuOptions options{.tokenizer = tokenizer,
                                     .lowercase = lowercase,
                                     .smoothing = metrics::smoothing_of_name(smoothing),
                                     .smooth_value = smooth_value,
                                     .max_ngram_order = max_ngram_order,
                                     .effective_order = effective_order};
  return {metrics::describe(metrics::corpus_bleu(hypotheses, texts, options)),
          metrics::bleu_signature(options, texts.size()).text()};
}

SignedScore chrf(const Lines& hypotheses, ReferenceTexts references, int char_order, int word_order,
                 int beta, bool lowercase, bool whitespace, bool eps_smoothing) {
  const auto texts = texts_of(std::move(references));
  const metrics::ChrfOptions options{.char_order = char_order,
                                     .word_order = word_order,
                                     .beta = beta,
                                     .lowercase = lowercase,
                                     .whitespace = whitespace,
                                     .eps_smoothing = eps_smoothing};
  return {metrics::describe_chrf(metrics::corpus_chrf(hypotheses, texts, options), options),
          metrics::chrf_signature(options, texts.size()).text()};
}

SignedScore ter(const Lines& hypotheses, ReferenceTexts references, bool normalized, bool no_punct,
                bool asian_support, bool case_sensitive) {
  const auto texts = texts_of(std::move(references));
  const metrics::TerOptions options{.normalized = normalized,
                                    .no_punct = no_punct,
                                    .asian_support = asian_support,
                                    .case_sensitive = case_sensitive};
  return {metrics::describe_ter(metrics::corpus_ter(hypotheses, texts, options)),
          metrics::ter_signature(options, texts.size()).text()};
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
  using NoLock = py::call_guard<py::gil_scoped_release>;
  const auto hypotheses = py::arg("hypotheses");
  const auto references = py::arg("references");
  const py::kw_only only_by_name;
  module.def("bleu", &bleu, NoLock(), hypotheses, references, only_by_name,
             py::arg("tokenizer") = "13a", py::arg("lowercase") = false,
             py::arg("smoothing") = "exp", py::arg("smooth_value") = py::none(),
             py::arg("max_ngram_order") = 4, py::arg("effective_order") = false);
  module.def("chrf", &chrf, NoLock(), hypotheses, references, only_by_name,
             py::arg("char_order") = 6, py::arg("word_order") = 0, py::arg("beta") = 2,
             py::arg("lowercase") = false, py::arg("whitespace") = false,
             py::arg("eps_smoothing") = false);
  module.def("ter", &ter, NoLock(), hypotheses, references, only_by_name,
             py::arg("normalized") = false, py::arg("no_punct") = false,
             py::arg("asian_support") = false, py::arg("case_sensitive") = false);
}

}  // namespace regard::python
