#pragma once
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "compare/run.h"
#include "regard/corpus/cache.h"

namespace regard::compare {

/// What a model wrote, kept in a folder under a hash of all that it depends on: the files of the
/// model, and what `get` is told. What is damaged is made again (corpus/cache.h).
class KeptResults {
 public:
  /// `option`: auto (.regard-cache beside the run), none, or a folder. Nothing is kept in a folder
  /// that can't be written.
  KeptResults(const Run& run, const std::string& option);

  nlohmann::json get(std::string_view kind, std::string_view depends_on,
                     const std::function<nlohmann::json()>& make) const;

 private:
  corpus::Cache cache_;
  std::string model_;  // hash of its files
};

}  // namespace regard::compare
