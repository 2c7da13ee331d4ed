#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace regard::train {

/// Where the parts of a run lie. A directory with config, tokenizer and model is a model that can
/// be copied anywhere.
class RunDirectory {
 public:
  explicit RunDirectory(std::string path) : path_(std::move(path)) {}

  const std::string& path() const { return path_; }
  std::string config() const { return path_ + "/config.yaml"; }
  std::string model() const { return path_ + "/model.safetensors"; }
  std::string state() const { return path_ + "/last/state.safetensors"; }
  /// The batch that ended a training.
  std::string bad_batch() const { return path_ + "/bad_batch.tsv"; }
  std::string translations(const std::string& name) const {
    return path_ + "/translations/" + name;
  }
  /// The folder of data.cache; empty for `none`. `auto` is beside the run, so that runs beside each
  /// other share it.
  std::string cache(const std::string& option) const;
  /// Weights as they were after a step.
  std::string checkpoint(int64_t step) const;
  /// The kept ones, oldest first.
  std::vector<std::string> checkpoints() const;
  /// Removes all but the newest `keep`.
  void keep_checkpoints(int64_t keep) const;

  /// Whether a run was begun here.
  bool holds_run() const;
  /// Throws Error where no run can be written, as far as can be seen without making anything.
  void check_can_be_written() const;
  /// Makes the folders. Throws Error if that fails.
  void create() const;
  /// Removes files that a killed run was about to write.
  void remove_unfinished() const;
  /// Removes what a run left, and nothing else.
  void clear() const;

 private:
  std::string path_;
};

}  // namespace regard::train
