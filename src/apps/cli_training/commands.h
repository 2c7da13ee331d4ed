#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "cli/program.h"
#include "cli/score_options.h"
#include "cli/translation_text.h"
#include "compare/comparison.h"
#include "interop/foreign_model.h"
#include "reranking/reranker.h"
#include "runs/model_facts.h"

namespace regard::cli {

/// The commands that need LibTorch, declared like those in cli/commands.h.
std::function<int()> add_download(CLI::App& command);
std::function<int()> add_train(CLI::App& command);
std::function<int()> add_sweep(CLI::App& command);
std::function<int()> add_distil(CLI::App& command);
std::function<int()> add_rerank(CLI::App& command);
std::function<int()> add_eval(CLI::App& command);
std::function<int()> add_generate(CLI::App& command);
std::function<int()> add_compare(CLI::App& command);
std::function<int()> add_average(CLI::App& command);
std::function<int()> add_import(CLI::App& command);
std::function<int()> add_export(CLI::App& command);
std::function<int()> add_attention(CLI::App& command);

/// The program regard-libtorch without the teaching commands (cli_learn/commands.h).
Program training_program();

/// Runs regard score --model: prints the log-probability of given translations, line by line.
int score_with_model(const ModelScoreArguments& arguments);

/// LibTorch's version, the CPU features that it uses, and the GPUs: lines for `regard --version`.
std::string library_versions();

enum class TableFormat { none, latex, md, csv };
constexpr auto names_of(TableFormat) { return std::array{"none", "latex", "md", "csv"}; }

/// The scores of all systems as a table for a paper: a row for each system, and a column for each
/// metric, with half the width of its 95 % interval. The best score is bold if it is significantly
/// better than all others. In csv, it has the ends of the intervals and no bold.
std::string score_table(const compare::Comparison& comparison, TableFormat format);

/// The content of a model card.
struct ModelCard {
  report::ModelFacts facts;
  report::CardOptions options;
};

/// Writes a package of Argos Translate, which LibreTranslate serves: a zip archive of a folder with
/// metadata.json, the CTranslate2 directory model/, sentencepiece.model and README.md. The same
/// model gives the same bytes. Throws Error if CTranslate2 does not support a part of the model.
void write_argos_package(const std::string& path, const interop::ForeignModel& model,
                         interop::WeightType type, const ModelCard& card);

/// The output for a line whose candidates are best first; empty for a blank line.
///
/// text: the best text. nbest: for each candidate, as in Moses, "NUMBER ||| TEXT ||| F0= X F1= Y
/// ... ||| SCORE". jsonl: an object per line, with text, score, features and alternatives. Features
/// are in the order of the weights.
std::string formatted(const std::vector<translate::Rated>& candidates,
                      std::span<const double> weights, const TranslatedLine& line, Format format);

/// One combination of a grid's values.
struct GridPoint {
  std::string name;                    ///< "dropout=0.1,warmup=400", suitable for a directory
  std::vector<std::string> overrides;  ///< "model.dropout=0.1", "training.warmup=400"
};

/// All combinations of the values of axes "key=a,b,c"; the last axis varies fastest. A name uses
/// the last parts of the keys, or whole keys if two of them have the same last part. Throws Error
/// for a malformed axis and for a duplicate key or value.
std::vector<GridPoint> grid_points(const std::vector<std::string>& axes);

}  // namespace regard::cli
