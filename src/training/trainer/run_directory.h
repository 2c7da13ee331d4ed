#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "store/model_directory.h"

namespace regard::train {

/// The files of a run: a model, and what training adds to it.
class RunDirectory : public store::ModelDirectory {
 public:
  using ModelDirectory::ModelDirectory;

  std::string state() const { return path() + "/last/state.safetensors"; }
  /// The hashes of the texts that the run was begun with (corpus/hold_out.h).
  std::string texts() const { return path() + "/texts.sha256"; }
  /// The batch that made a training fail.
  std::string bad_batch() const { return path() + "/bad_batch.tsv"; }
  std::string translations(const std::string& name) const {
    return path() + "/translations/" + name;
  }
  /// The folder of data.cache; empty for `none`. `auto` is beside the run, so that neighbouring
  /// runs share it.
  std::string cache(const std::string& option) const;
  /// Weights after a step.
  std::string checkpoint(int64_t step) const;
  /// The existing ones, oldest first.
  std::vector<std::string> checkpoints() const;
  /// Removes all but the newest `keep`.
  void keep_checkpoints(int64_t keep) const;

  /// Whether a training has begun here, or a model lies here.
  bool holds_run() const;
  /// A file that a training which begins here would remove; empty: there is none.
  std::string file_in_the_way() const;
  /// The files and folders of a run that are links.
  std::vector<std::string> links() const;
  /// Throws Error if no run can be written, as far as is visible without creating anything.
  void check_can_be_written() const;
  /// Creates the folders. Throws Error if that fails.
  void create() const;
  /// Removes what a killed run had not finished writing, and nothing else.
  void remove_unfinished() const;
  /// Removes the files that training writes, and its folders if nothing else is in them.
  void clear() const;
};

/// What the user says about a run that is there already.
struct IfPresent {
  bool resume = false;
  bool overwrite = false;
};

/// Throws Error if a run must not, or cannot, be written: where one is and the user does not say
/// what to do with it; where a model would be replaced although its training cannot go on; where
/// files are not those of a run; through links that another user may have made.
void check_may_write(const RunDirectory& directory, IfPresent if_present);

}  // namespace regard::train
