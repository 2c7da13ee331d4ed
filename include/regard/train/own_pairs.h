#pragma once
#include <string>

namespace regard::train {

/// A training on somebody's own pairs, without a config.
struct OwnPairs {
  std::string file;   ///< source<TAB>target lines, plain or .gz
  std::string model;  ///< an architecture: transformer, rnn_attention
};

/// Divides the pairs (corpus/hold_out.h) and writes a config whose model and schedule suit their
/// number, both into the folder data of the run directory. Returns the config's path. With `resume`
/// the config that is there is returned. Throws Error where no run may begin (check_may_write.h),
/// before anything is written.
std::string prepare_own_pairs(const OwnPairs& pairs, const std::string& directory, bool resume,
                              bool overwrite);

}  // namespace regard::train
