#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/data_options.h"

namespace regard::train {

/// The code of the language that a text is in ("fr"), if it can be told.
using LanguageOf = std::function<std::optional<std::string>(std::string_view text)>;

/// A training on somebody's own pairs, without a config.
struct OwnPairs {
  config::ParallelText text;  ///< one file of source<TAB>target lines, or two files
  std::string model = {};     ///< an architecture (transformer, rnn_attention); empty: transformer
  std::string from = {};      ///< a run whose model to train further; empty: a new model
  bool strict = false;        ///< a line that is not a pair is an Error, not left out
  LanguageOf language_of = {};
  /// Assignments to keys of the config ("training.seed=2"), which are checked.
  std::vector<std::string> overrides = {};
};

/// Takes the good pairs (corpus/pair_sieve.h), divides them (corpus/hold_out.h) and writes a config
/// whose model and schedule suit their number, or which trains the model of a run further. Reports
/// what became of every line. All of it goes into the folder data of the run directory, with the
/// lines left out in rejected.tsv. Returns the config's path. With `resume` the config that is
/// there is returned. Throws Error where no run may begin (check_may_write.h), before anything is
/// written.
std::string prepare_own_pairs(const OwnPairs& pairs, const std::string& directory, bool resume,
                              bool overwrite);

}  // namespace regard::train
