#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "text/tokenizer_pair.h"

namespace regard::store {

/// The files of a model: a directory with its config, tokenizers and weights, which may be copied
/// anywhere. A joint tokenizer is one file, separate ones are two.
class ModelDirectory {
 public:
  explicit ModelDirectory(std::filesystem::path path) : path_(std::move(path)) {}

  std::string path() const { return path_.string(); }
  std::string config() const { return path_ / "config.yaml"; }
  /// The same, to be read. Throws Error if it is no regular file.
  std::string config_to_read() const;
  std::string weights() const { return path_ / "model.safetensors"; }
  std::string joint_tokenizer() const { return path_ / "tokenizer.model"; }
  std::string source_tokenizer() const { return path_ / "source.model"; }
  std::string target_tokenizer() const { return path_ / "target.model"; }
  /// The mark of where the model comes from (store/origin.h).
  std::string origin() const { return path_ / "origin"; }
  /// Not every model has one (text/shortlist.h).
  std::string shortlist() const { return path_ / "shortlist.bin"; }

  /// Whether config and weights exist.
  bool holds_model() const;
  /// Whether it is a run whose training has not written a model yet.
  bool has_begun() const;
  /// Throws Error unless config and weights exist.
  void check_holds_model() const;

  /// Throws Error if there is neither a joint tokenizer nor both of a pair.
  text::TokenizerPair load_tokenizers(text::Preprocess preprocess) const;
  /// Writes them, and removes those of the other kind.
  void save_tokenizers(const text::TokenizerPair& tokenizers) const;

  /// The names of the files of a model, tokenizers of both kinds among them.
  static std::vector<std::string> file_names();

 private:
  std::filesystem::path path_;
};

}  // namespace regard::store
