#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "config/experiment.h"
#include "text/tokenizer_pair.h"

namespace regard::store {

/// The files of a model: a directory with config, tokenizers and weights, which may be copied
/// anywhere. A joint tokenizer is one file; separate tokenizers are two.
class ModelDirectory {
 public:
  explicit ModelDirectory(std::filesystem::path path) : path_(std::move(path)) {}

  std::string path() const { return path_.string(); }
  std::string config() const { return path_ / "config.yaml"; }
  /// Returns config(). Throws Error if that path is not a regular file.
  std::string config_to_read() const;
  std::string weights() const { return path_ / "model.safetensors"; }
  std::string joint_tokenizer() const { return path_ / "tokenizer.model"; }
  std::string source_tokenizer() const { return path_ / "source.model"; }
  std::string target_tokenizer() const { return path_ / "target.model"; }
  /// The mark that records who trained the model (mark_as_own below).
  std::string origin() const { return path_ / "origin"; }
  /// The optional shortlist (text/shortlist.h).
  std::string shortlist() const { return path_ / "shortlist.bin"; }
  /// The optional confidence weights (translate/confidence.h).
  std::string confidence() const { return path_ / "confidence.yaml"; }

  /// Whether config and weights exist.
  bool holds_model() const;
  /// Whether this is a run that has not written a model yet.
  bool has_begun() const;
  /// Throws Error unless config and weights exist.
  void check_holds_model() const;

  /// Throws Error if there is neither a joint tokenizer nor a complete pair.
  text::TokenizerPair load_tokenizers(text::Preprocess preprocess) const;
  /// Writes the tokenizers and removes files of the other kind (joint or separate).
  void save_tokenizers(const text::TokenizerPair& tokenizers) const;

  /// The names of all model files, including both kinds of tokenizers.
  static std::vector<std::string> file_names();

 private:
  std::filesystem::path path_;
};

/// A model's config names its training, validation and test files, and several commands read them
/// by default. In a downloaded model, those names could point to any of the user's files. Models
/// trained here are therefore marked with the working folder, to which relative names refer, and a
/// keyed hash. Nobody without the user's key can forge the mark (base/digest.h).

/// Marks a model as the user's own. Without a key, the model counts as foreign.
void mark_as_own(const ModelDirectory& model, const config::DataOptions& data);

/// Whether the model has this user's mark and its config still names the same files.
bool is_own(const ModelDirectory& model, const config::DataOptions& data);

/// The mark for a copy that others may receive. It does not contain the user's folder, so relative
/// names refer to the working folder. Empty unless the model is the user's own.
std::string mark_to_share(const ModelDirectory& model, const config::DataOptions& data);

/// Whether the files of a data set may be opened: the model is the user's own, or the files are in
/// its directory.
bool may_read(const config::ParallelText& text, const ModelDirectory& model,
              const config::DataOptions& data);

/// Throws Error if the files may not be opened. `remedy` explains how users can name the files
/// themselves.
void check_may_read(const config::ParallelText& text, const ModelDirectory& model,
                    const config::DataOptions& data, const std::string& remedy);

/// The data set with file names that work from any working folder and after the model is copied:
/// relative names refer to the folder in which the user trained the model. The names are unchanged
/// in that folder, for a foreign model, or if the files no longer exist.
config::ParallelText located(const config::ParallelText& text, const ModelDirectory& model,
                             const config::DataOptions& data);

/// Copies a model's config, with its mark, to a model derived from it.
void copy_config(const ModelDirectory& from, const ModelDirectory& to);

}  // namespace regard::store
