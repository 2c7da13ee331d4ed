#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "config/experiment.h"
#include "text/tokenizer_pair.h"

namespace regard::store {

/// The files of a model: a directory with its config, tokenizers and weights, which may be copied
/// anywhere. A joint tokenizer is one file, separate ones are two.
class ModelDirectory {
 public:
  explicit ModelDirectory(std::filesystem::path path) : path_(std::move(path)) {}

  std::string path() const { return path_.string(); }
  std::string config() const { return path_ / "config.yaml"; }
  /// The path of the config for reading. Throws Error if it is not a regular file.
  std::string config_to_read() const;
  std::string weights() const { return path_ / "model.safetensors"; }
  std::string joint_tokenizer() const { return path_ / "tokenizer.model"; }
  std::string source_tokenizer() const { return path_ / "source.model"; }
  std::string target_tokenizer() const { return path_ / "target.model"; }
  /// The mark of where the model comes from (store/model_directory.h).
  std::string origin() const { return path_ / "origin"; }
  /// Not every model has one (text/shortlist.h).
  std::string shortlist() const { return path_ / "shortlist.bin"; }
  /// Not every model has one (translate/confidence.h).
  std::string confidence() const { return path_ / "confidence.yaml"; }

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

/// A model's config names the texts of its training, and several commands read them unless told
/// otherwise. In a model that came from elsewhere, these names could be those of any file of the
/// user's. So what is trained here gets a mark: the working folder, at which relative names start,
/// and a keyed hash of all, which nobody can make who lacks the user's key (base/digest.h).

/// Marks a model as the user's own. Without a key, the model stays one from elsewhere.
void mark_as_own(const ModelDirectory& model, const config::DataOptions& data);

/// Whether the model has this user's mark and its config still names the texts it had then.
bool is_own(const ModelDirectory& model, const config::DataOptions& data);

/// The content of a mark for a copy that others may get: it does not name the user's folder, so
/// relative names start at the working folder. Empty unless the model is the user's own.
std::string mark_to_share(const ModelDirectory& model, const config::DataOptions& data);

/// Whether the files of a text may be opened: because the model is the user's own, or because they
/// lie in its directory.
bool may_read(const config::ParallelText& text, const ModelDirectory& model,
              const config::DataOptions& data);

/// Throws Error if they may not. `remedy` says how the user names a text himself.
void check_may_read(const config::ParallelText& text, const ModelDirectory& model,
                    const config::DataOptions& data, const std::string& remedy);

/// The text with names that can be opened from any working folder, and wherever the model is
/// copied: relative ones start at the folder in which the user trained the model. Unchanged in that
/// folder, for another's model, and where the files are gone.
config::ParallelText located(const config::ParallelText& text, const ModelDirectory& model,
                             const config::DataOptions& data);

/// Copies the config of a model for a model made of it, with its mark.
void copy_config(const ModelDirectory& from, const ModelDirectory& to);

}  // namespace regard::store
