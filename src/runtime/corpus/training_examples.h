#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "config/data_options.h"
#include "corpus/cleaning.h"
#include "corpus/examples.h"
#include "corpus/hold_out.h"
#include "text/tokenizer_pair.h"

namespace regard::corpus {

/// A folder where runs keep tokenizers and encoded corpora for later runs. File names are hashes of
/// everything the content depends on, so no file becomes outdated, and runs can share the folder.
/// The folder may be deleted at any time. Damaged files are rebuilt.
class Cache {
 public:
  /// Keeps nothing if `folder` is empty, or if a training file is not regular and can be read only
  /// once. `known` are hashes that are already computed.
  Cache(std::string folder, const config::DataOptions& data, TextHashes known = {});

  bool keeps() const { return !folder_.empty(); }

  /// A name for content that depends on the training corpora, on the rules of `data` that select
  /// and prepare examples, and on `more`. Must not be called if nothing is kept.
  std::string name(std::string_view kind, const config::DataOptions& data, std::string_view more);
  std::string path(const std::string& name) const { return folder_ + "/" + name; }

  /// The content stored under the name. Warns if it is unusable.
  std::optional<std::string> find(const std::string& name) const;
  /// Warns that the content stored under the name is not used, and why.
  void warn_unusable(const std::string& name, const std::string& why) const;
  /// Stores content. A failure only causes a warning, because a run does not need the cache.
  void keep(const std::string& name, std::string_view bytes) const;
  /// A lock to hold while missing content is built: another run that needs the same content waits,
  /// looks again and finds it. Creates the folder if possible.
  std::unique_ptr<FileLock> lock() const;

 private:
  std::string folder_;
  TextHashes hashes_;
};

/// A test set: sentences to translate and the references to score against, line by line.
struct TestText {
  std::vector<std::string> sources;
  std::vector<std::string> references;
  std::vector<std::string> tags = {};  ///< tag before each source; empty: no line has one

  bool empty() const { return sources.empty(); }
};

/// Reads data.valid or data.test, with references preprocessed like the training set. Empty if
/// `files` names none. Throws Error like read_parallel_text().
TestText read_test_text(const config::ParallelText& files, config::Preprocess preprocess);

/// The id of a corpus's tag, if it has one. Throws Error naming the config key if the source
/// tokenizer does not have the tag as a symbol.
std::optional<int64_t> tag_id(const std::string& tag, const std::string& key,
                              const text::Tokenizer& source);

/// The training corpora, cleaned and encoded, each source preceded by its corpus's tag: loaded from
/// the cache, or read, encoded on all threads and cached. Either way they are in a file (a
/// temporary file without a cache), so memory use does not grow with the corpora. Throws Error if
/// no pair remains or the source tokenizer does not have a tag as a symbol.
Examples training_examples(const config::DataOptions& options,
                           const text::TokenizerPair& tokenizers, Cache& cache,
                           CleaningReport& report);

}  // namespace regard::corpus
