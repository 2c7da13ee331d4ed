#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "store/model_directory.h"

namespace regard::train {

/// The files of a run: those of a model, and those that training adds.
class RunDirectory : public store::ModelDirectory {
 public:
  using ModelDirectory::ModelDirectory;

  std::string state() const { return path() + "/last/state.safetensors"; }
  /// The hashes of the texts that the run started with (corpus/hold_out.h).
  std::string texts() const { return path() + "/texts.sha256"; }
  /// The batch that made training fail.
  std::string bad_batch() const { return path() + "/bad_batch.tsv"; }
  std::string translations(const std::string& name) const {
    return path() + "/translations/" + name;
  }
  /// The folder of data.cache; empty for `none`. `auto` places it next to the run, so that
  /// neighboring runs share it.
  std::string cache(const std::string& option) const;
  /// Path of the weights after step `step`.
  std::string checkpoint(int64_t step) const;
  /// The existing checkpoints, oldest first.
  std::vector<std::string> checkpoints() const;
  /// Removes all checkpoints except the newest `keep`.
  void keep_checkpoints(int64_t keep) const;

  /// Whether the directory holds a run or a model.
  bool holds_run() const;
  /// A file that a new run in the directory would remove; empty if there is none.
  std::string file_in_the_way() const;
  /// The files and folders of a run that are symlinks.
  std::vector<std::string> links() const;
  /// Throws Error if no run can be written, as far as is visible without creating anything.
  void check_can_be_written() const;
  /// Creates the folders. Throws Error if that fails.
  void create() const;
  /// Removes the files that a killed run left unfinished, and nothing else.
  void remove_unfinished() const;
  /// Removes the files that training writes, and its folders if nothing else is in them.
  void clear() const;
};

/// What to do with an existing run.
struct IfPresent {
  bool resume = false;
  bool overwrite = false;
};

/// Throws Error if a run must not or cannot be written: if one exists and the user does not say
/// what to do with it; if it would replace a model whose training cannot continue; if there are
/// files that do not belong to a run; or if symlinks that another user may have made are in the
/// way.
void check_may_write(const RunDirectory& directory, IfPresent if_present);

}  // namespace regard::train
