#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compare/decoding.h"
#include "compare/fact_rows.h"
#include "runs/run_log.h"

namespace regard::compare {

/// A model and its training, as recorded in its run directory.
struct ModelFacts {
  std::string directory = {};
  std::string architecture = {};  ///< "transformer", "rnn_attention"
  /// "key: value" of the model options that differ between the runs; for a single run, all of them.
  std::vector<std::string> options = {};
  int64_t parameters = 0;
  double source_flops = 0;  ///< FLOPs of a forward pass per source token (model/modules.h)
  double target_flops = 0;  ///< FLOPs of a forward pass per target token
  int64_t source_vocabulary = 0;
  int64_t target_vocabulary = 0;
  int64_t seed = 0;

  int64_t steps = 0;                      ///< steps; 0 without a log, as are minutes and tokens
  double minutes = 0;                     ///< training time
  std::optional<double> joules = {};      ///< Cost::joules of training; empty if unknown
  double tokens = 0;                      ///< training tokens on both sides, without padding
  std::optional<double> valid_loss = {};  ///< best validation loss
  std::optional<double> valid_bleu = {};  ///< best validation BLEU, with greedy search
  /// Curves of the log by name: "valid/loss", "valid/bleu", "train/loss", ...
  std::map<std::string, train::Curve> curves = {};

  bool ended = false;                     ///< whether training is complete
  std::string search = {};                ///< "beam size 5, length penalty 1"
  std::optional<Decoding> decoding = {};  ///< empty if not measured

  static void describe(auto& v) {
    using O = ModelFacts;
    v.facts("directory", &O::directory);
    v.fact("architecture", &O::architecture, {"architecture", "the kind of network"});
    v.fact(
        "options", &O::options,
        {.name = "options", .meaning = "of the model, if they differ", .where = Where::wide_page});
    v.fact("parameters", &O::parameters, {"parameters", "trainable numbers", whole, Best::lowest});
    v.fact("source_flops", &O::source_flops,
           {"FLOPs per source token", "to read a token", rounded_count, Best::lowest,
            Where::everywhere, kZeroIsUnknown});
    v.fact("target_flops", &O::target_flops,
           {"FLOPs per target token", "to write a token", rounded_count, Best::lowest,
            Where::everywhere, kZeroIsUnknown});
    v.fact("source_vocabulary", &O::source_vocabulary,
           {"source vocabulary", "pieces", whole, Best::none, Where::page});
    v.fact("target_vocabulary", &O::target_vocabulary,
           {"target vocabulary", "pieces", whole, Best::none, Where::page});
    v.fact("seed", &O::seed,
           {"seed", "of all random numbers", decimals<0>, Best::none, Where::page});
    v.fact(
        "steps", &O::steps,
        {"steps", "updates of the weights", whole, Best::none, Where::everywhere, kZeroIsUnknown});
    v.fact("minutes", &O::minutes,
           {"training time", "on the machine used", duration, Best::lowest, Where::everywhere,
            kZeroIsUnknown});
    v.fact("joules", &O::joules,
           {"training energy (kJ)", "of the processors in this time, including other work",
            [](double joules) { return decimal(joules / 1000, 1); }, Best::lowest});
    v.fact("tokens", &O::tokens,
           {"tokens read", "in training, of both languages", rounded_count, Best::none,
            Where::everywhere, kZeroIsUnknown});
    v.fact("valid_loss", &O::valid_loss,
           {"validation loss", "the best; lower is better", decimals<3>, Best::lowest});
    v.fact("valid_bleu", &O::valid_bleu,
           {"validation BLEU", "the best, of greedy translations", decimals<1>, Best::highest,
            Where::page});
    v.facts("ended", &O::ended);
    v.fact("search", &O::search,
           {.name = "search", .meaning = "decoding options", .where = Where::page});
    v.facts("curves", &O::curves, "decoding", &O::decoding);
  }
};

/// A translation system: a run, or another program known only by its translations.
struct System {
  std::string name = {};                 ///< unique; as short as possible
  std::string file = {};                 ///< file with its translations; empty for a run
  std::optional<ModelFacts> model = {};  ///< only for a run

  static void describe(auto& v) {
    v.facts("name", &System::name, "file", &System::file, "model", &System::model);
    v.row({.name = "from",
           .meaning = "the run, or the file of translations",
           .where = Where::wide_page},
          [](const System& o) { return o.model ? o.model->directory : o.file; });
  }
};

}  // namespace regard::compare
