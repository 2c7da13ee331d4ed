#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace regard::interop {

/// Where the files of a model lie: a directory with config, tokenizers (text/tokenizer_pair.h) and
/// weights, which can be copied anywhere.
class ModelDirectory {
 public:
  explicit ModelDirectory(std::filesystem::path path) : path_(std::move(path)) {}

  std::string path() const { return path_.string(); }
  std::string config() const { return path_ / "config.yaml"; }
  std::string weights() const { return path_ / "model.safetensors"; }
  /// Not every model has one (text/shortlist.h).
  std::string shortlist() const { return path_ / "shortlist.bin"; }

  /// Whether config and weights are there.
  bool holds_model() const;
  /// Throws Error unless they are.
  void check_holds_model() const;

  /// The names of the files that make a model what it is; of the tokenizers not all are there.
  static const std::vector<std::string>& file_names();

 private:
  std::filesystem::path path_;
};

}  // namespace regard::interop
