#pragma once
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "regard/base/file_lock.h"
#include "regard/config/data_options.h"

namespace regard::corpus {

/// A folder in which a run leaves what it made of the training texts, for runs that come after it:
/// tokenizers, and texts as tokens. The names in it are hashes of all that the content depends on,
/// so nothing in it gets out of date, several runs may use it at once, and it may be deleted at any
/// time. What is damaged is made again.
class Cache {
 public:
  /// With an empty `folder`, or where a training text is no ordinary file and can be read only
  /// once, nothing is kept.
  Cache(std::string folder, const config::DataOptions& data);

  bool keeps() const { return !folder_.empty(); }

  /// A name for what depends on the training texts, on the rules of `data` that choose and prepare
  /// examples, and on `more`. Not to be called where nothing is kept.
  std::string name(std::string_view kind, const config::DataOptions& data, std::string_view more);
  std::string path(const std::string& name) const { return folder_ + "/" + name; }

  /// What was kept under the name, whole as it was.
  std::optional<std::string> find(const std::string& name) const;
  /// Failing is a warning: a run does not need it.
  void keep(const std::string& name, std::string_view bytes) const;
  /// Held while something is made that was not found: who needs the same then waits, looks again,
  /// and finds it. Makes the folder, if it can.
  std::unique_ptr<FileLock> lock() const;

 private:
  const std::string& hash_of_file(const std::string& path);

  std::string folder_;
  std::map<std::string, std::string> hashes_;  // of the texts' contents
};

}  // namespace regard::corpus
