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

/// A folder where a run leaves what it made of the training texts, tokenizers and token files, for
/// later runs. Names in it are hashes of everything the content depends on, so nothing becomes
/// outdated, several runs may use it at once, and it may be deleted at any time. Damaged files are
/// made again.
class Cache {
 public:
  /// Keeps nothing if `folder` is empty, or if a training text is not a regular file and can be
  /// read only once. `known` are hashes that need not be computed again.
  Cache(std::string folder, const config::DataOptions& data, TextHashes known = {});

  bool keeps() const { return !folder_.empty(); }

  /// A name for content that depends on the training texts, on the rules of `data` that select and
  /// prepare examples, and on `more`. Not to be called if nothing is kept.
  std::string name(std::string_view kind, const config::DataOptions& data, std::string_view more);
  std::string path(const std::string& name) const { return folder_ + "/" + name; }

  /// The file kept under the name. One that cannot be used gets a warning.
  std::optional<std::string> find(const std::string& name) const;
  /// Says that what is kept under the name is not used, and why.
  void warn_unusable(const std::string& name, const std::string& why) const;
  /// A failure is only a warning: a run does not need the cache.
  void keep(const std::string& name, std::string_view bytes) const;
  /// A lock held while missing content is made: another run that needs the same waits, looks again
  /// and finds it. Creates the folder if possible.
  std::unique_ptr<FileLock> lock() const;

 private:
  std::string folder_;
  TextHashes hashes_;
};

/// A text to translate and to score, line by line.
struct TestText {
  std::vector<std::string> sources;
  std::vector<std::string> references;
  std::vector<std::string> tags = {};  ///< before each source; none: no line has one

  bool empty() const { return sources.empty(); }
};

/// Reads data.valid or data.test, with references prepared like the training text. Empty if
/// `files` names none. Throws Error as read_parallel_text does.
TestText read_test_text(const config::ParallelText& files, config::Preprocess preprocess);

/// The id of a text's tag, if it has one. Throws Error, naming the key of the config, unless the
/// source's tokenizer has it as a symbol.
std::optional<int64_t> tag_id(const std::string& tag, const std::string& key,
                              const text::Tokenizer& source);

/// The training texts, cleaned and encoded, each source after the tag of its text: from the cache
/// of an earlier run, or read, encoded on all threads and cached. They are in a file in
/// either case, a temporary one if the cache keeps nothing, so memory does not grow with them.
/// Throws Error if no pair remains, and if the source's tokenizer lacks a tag as a symbol.
Examples training_examples(const config::DataOptions& options,
                           const text::TokenizerPair& tokenizers, Cache& cache,
                           CleaningReport& report);

}  // namespace regard::corpus
