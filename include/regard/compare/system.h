#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "regard/compare/decoding.h"
#include "regard/compare/fact.h"
#include "regard/train/run_log.h"

namespace regard::compare {

/// What is known of a model and of its training, from its run directory.
struct ModelFacts {
  std::string directory = {};
  std::string architecture = {};  ///< "transformer", "rnn_attention"
  /// What its model section says where the systems' differ, "key: value"; of a single run all.
  std::vector<std::string> options = {};
  int64_t parameters = 0;
  double source_flops = 0;  ///< of a forward pass for a source token (model/token_flops.h)
  double target_flops = 0;  ///< for a target token
  int64_t source_vocabulary = 0;
  int64_t target_vocabulary = 0;
  int64_t seed = 0;

  int64_t steps = 0;                  ///< of training; 0 where there is no log, as are the next two
  double minutes = 0;                 ///< of training
  std::optional<double> joules = {};  ///< Cost::joules of training; none if unknown
  double tokens = 0;                  ///< read in training, of both sides; padding does not count
  std::optional<double> valid_loss = {};  ///< the best
  std::optional<double> valid_bleu = {};  ///< the best, of greedy translations
  /// Curves of the log by their names: "valid/loss", "valid/bleu", "train/loss", ...
  std::map<std::string, train::Curve> curves = {};

  bool ended = false;                     ///< whether the training went to its end
  std::string search = {};                ///< "beam size 5, length penalty 1"
  std::optional<Decoding> decoding = {};  ///< none where it was not measured

  template <class Visitor>
  static void describe(Visitor& v) {
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
           {.name = "search", .meaning = "options of decoding", .where = Where::page});
    v.facts("curves", &O::curves, "decoding", &O::decoding);
  }
};

/// Whatever turns sources into translations: a run of regard, or another program of which only a
/// file is known.
struct System {
  std::string name = {};  ///< unique; short enough for the head of a column where it can be
  std::string file = {};  ///< of its translations; empty for a run
  std::optional<ModelFacts> model = {};  ///< of a run

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = System;
    v.facts("name", &O::name, "file", &O::file, "model", &O::model);
    v.row({.name = "from",
           .meaning = "the run, or the file of translations",
           .where = Where::wide_page},
          [](const O& o) { return o.model ? o.model->directory : o.file; });
  }
};

}  // namespace regard::compare
