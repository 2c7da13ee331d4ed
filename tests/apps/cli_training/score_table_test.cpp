#include "cli_training/commands.h"

#include <gtest/gtest.h>

namespace regard::cli {
namespace {

// By BLEU, the second system is significantly better; by TER, it is not significant.
compare::Comparison two_systems() {
  compare::Comparison comparison;
  comparison.systems.resize(2);
  comparison.systems[0].name = "rnn_1";
  comparison.systems[1].name = "a,b";
  comparison.metrics = {
      {.name = "BLEU",
       .scores = {30.04, 35.0},
       .intervals = {{.mean = 30.0, .half_width = 1.0}, {.mean = 35.2, .half_width = 1.2}},
       .pairs = {{.first = 0, .second = 1, .difference = 5, .p_value = 0.001}}},
      {.name = "TER",
       .higher_is_better = false,
       .scores = {50.0, 49.0},
       .intervals = {{.mean = 50.0, .half_width = 2.0}, {.mean = 49.0, .half_width = 2.0}},
       .pairs = {{.first = 0, .second = 1, .difference = -1, .p_value = 0.2}}}};
  return comparison;
}

TEST(ScoreTable, IsATabularOfLatex) {
  EXPECT_EQ(score_table(two_systems(), TableFormat::latex),
            "% needs \\usepackage{booktabs}\n"
            "\\begin{tabular}{lrr}\n"
            "\\toprule\n"
            "System & BLEU & TER \\\\\n"
            "\\midrule\n"
            "rnn\\_1 & 30.0 $\\pm$ 1.0 & 50.0 $\\pm$ 2.0 \\\\\n"
            "a,b & \\textbf{35.0} $\\pm$ 1.2 & 49.0 $\\pm$ 2.0 \\\\\n"
            "\\bottomrule\n"
            "\\end{tabular}\n");
}

TEST(ScoreTable, IsATableOfMarkdown) {
  EXPECT_EQ(score_table(two_systems(), TableFormat::md),
            "| System | BLEU | TER |\n"
            "|---|---:|---:|\n"
            "| rnn\\_1 | 30.0 ± 1.0 | 50.0 ± 2.0 |\n"
            "| a,b | **35.0** ± 1.2 | 49.0 ± 2.0 |\n");
}

TEST(ScoreTable, IsAFileOfCommaSeparatedValues) {
  EXPECT_EQ(score_table(two_systems(), TableFormat::csv),
            "system,BLEU,BLEU low,BLEU high,TER,TER low,TER high\n"
            "rnn_1,30.04,29.00,31.00,50.00,48.00,52.00\n"
            "\"a,b\",35.00,34.00,36.40,49.00,47.00,51.00\n");
}

}  // namespace
}  // namespace regard::cli
