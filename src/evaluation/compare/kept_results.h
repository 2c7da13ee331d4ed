#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "compare/run.h"
#include "corpus/cache.h"

namespace regard::compare {

/// A model's results, kept in a folder under a hash of everything they depend on: the model's files
/// and the key given to `get`. Damaged results are computed again (corpus/cache.h), and so are
/// those that another program has put there.
class KeptResults {
 public:
  /// `option`: auto (.regard-cache beside the run), none, or a folder. Nothing is kept in a folder
  /// that is not writable.
  KeptResults(const Run& run, const std::string& option);

  using Make = std::function<nlohmann::json()>;
  /// Throws an exception of any kind if it cannot use the result.
  using Read = std::function<void(const nlohmann::json&)>;

  /// Hands the kept result to `read`, or what `make` returns if there is none that it can use.
  void get(std::string_view kind, std::string_view depends_on, const Make& make,
           const Read& read) const;

 private:
  corpus::Cache cache_;
  std::string model_;  // hash of its files
};

}  // namespace regard::compare
