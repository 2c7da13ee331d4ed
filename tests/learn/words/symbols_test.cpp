// Drawings, the steps of regard explain and the formulas of docs/book.md write a quantity alike.
#include "words/symbols.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>
#include <string>
#include <vector>

#include "diagrams/config_drawing.h"
#include "diagrams/diagram.h"
#include "explain/step_table.h"
#include "figures/book_page.h"
#include "support/base/xml.h"

namespace regard::explain {
std::vector<StepRow> recurrent_rows(const std::string& part, const Forms& forms);
}

namespace regard::words {
namespace {

/// A formula from TeX, MathML or a drawing in one common notation without spaces: "σ(XtWxr+…".
std::string plain(std::string text) {
  const std::pair<const char*, const char*> kSteps[] = {
      {R"(<[^>]*>)", ""},
      {R"(\\tilde\{\\mathbf\{(.)\}\})", "$1\u0303"},
      {R"(\\tilde\{(.)\})", "$1\u0303"},
      {R"(\\mathbf\{([^}]*)\})", "$1"},
      {R"(\\sigma)", "σ"},
      {R"(\\phi|\\tanh)", "tanh"},
      {R"(\\odot)", "⊙"},
      {R"(\\max)", "max"},
      {"ₜ", "t"},
      {"ⱼ", "j"},
      {"₋₁", "-1"},
      {"₂", "2"},
      {"−", "-"},
      {R"([ _{}]|\\,|,\\quad)", ""}};
  for (const auto& [from, to] : kSteps) text = std::regex_replace(text, std::regex(from), to);
  return text;
}

/// The equations of a section of the map.
std::vector<std::string> equations_of(const std::string& anchor) {
  std::vector<std::string> equations;
  for (const auto& entry : test::entries_of("book.md")) {
    if (entry.anchor != anchor) continue;
    const auto& cell = entry.cells.at(test::kFormula);
    static const std::regex between(R"(,\\quad )");
    std::sregex_token_iterator found(cell.begin() + 2, cell.end() - 2, between, -1), end;
    for (; found != end; ++found) equations.push_back(plain(*found));
  }
  return equations;
}

std::string texts_in(const draw::Picture& picture) {
  std::string all;
  for (const auto& text : test::texts_of(picture.svg(""))) all += text;
  return plain(all);
}

struct Layer {
  const char* anchor;
  const char* idea;
  std::vector<const char*> probes;  ///< probes of its steps, in the order of the map's equations
};

void PrintTo(const Layer& layer, std::ostream* out) { *out << layer.idea; }

class SymbolsOf : public testing::TestWithParam<Layer> {};

INSTANTIATE_TEST_SUITE_P(, SymbolsOf,
                         testing::Values(Layer{"e4", "rnn-cell", {"tanh state"}},
                                         Layer{"e8",
                                               "lstm-cell",
                                               {"input gate", "forget gate", "output gate",
                                                "LSTM candidate", "LSTM cell", "LSTM state"}},
                                         Layer{"e9",
                                               "gru-cell",
                                               {"reset gate", "update gate",
                                                "GRU candidate of the reset state", "GRU state"}}));

TEST_P(SymbolsOf, AreTheSameInDrawingsStepsAndTheMap) {
  const auto equations = equations_of(GetParam().anchor);
  const auto rows = explain::recurrent_rows("encoder", {});
  const auto& idea = diagrams::find_idea(GetParam().idea);
  const auto drawn = texts_in(diagrams::diagram(idea.module(), std::string(idea.part)).picture);
  ASSERT_EQ(equations.size(), GetParam().probes.size());
  for (size_t i = 0; i < equations.size(); ++i) {
    const auto& equation = equations[i];
    const auto value = equation.substr(equation.find('=') + 1);  // boxes have only the value
    EXPECT_NE(drawn.find(value), std::string::npos) << value << "\n" << drawn;
    const auto probe = std::string("encoder/layer/") + GetParam().probes[i];
    const auto row =
        std::ranges::find_if(rows, [&](const auto& one) { return one.probes.front() == probe; });
    ASSERT_NE(row, rows.end()) << probe;
    EXPECT_EQ(plain(row->step.formula), equation);
  }
}

// The paper numbers target positions with i, the book and the drawings with t.
TEST(Symbols, OfTheMaxoutReadoutAreTheSameInDrawingsStepsAndTheMap) {
  const auto equations = equations_of("p3");
  ASSERT_EQ(equations.size(), 2u);
  const auto model = diagrams::model_of_config("configs/multi30k-bahdanau.yaml").module;
  const auto drawn = texts_in(diagrams::diagram(model, "decoder.readout").picture);
  auto sum = std::regex_replace(equations[0], std::regex("i"), "t");
  sum.replace(0, sum.find('='), "t\u0303");
  EXPECT_NE(drawn.find(sum), std::string::npos) << sum << "\n" << drawn;
  const auto largest = std::regex_replace(equations[1], std::regex("i,"), "");
  EXPECT_NE(drawn.find(largest), std::string::npos) << largest << "\n" << drawn;
  for (const auto& row : explain::recurrent_rows("decoder", {})) {
    if (row.probes.front() != "decoder/readout") continue;
    EXPECT_EQ(plain(row.step.formula), largest);
  }
}

}  // namespace
}  // namespace regard::words
