#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace regard::metrics {

/// The release of sacreBLEU that the scores are identical to; its signatures end in it.
inline constexpr std::string_view kSacrebleuVersion = "2.6.0";

/// What a score depends on, so that others can reproduce it:
/// "nrefs:1|case:mixed|...|version:2.6.0".
class Signature {
 public:
  struct Entry {
    std::string name;
    std::string short_name;
    std::string value;
  };

  /// Starts with the number of references.
  explicit Signature(std::size_t references);

  /// Adds an entry at the end.
  Signature& add(std::string_view name, std::string_view short_name, std::string_view value);

  /// Adds the number of resamples and their seed after the number of references. `test` is "bs" for
  /// a bootstrap, "ar" for approximate randomization.
  Signature& add_resampling(std::string_view test, std::size_t times, std::string_view seed);

  /// In order, the version last.
  const std::vector<Entry>& entries() const { return entries_; }

  std::string text() const;
  std::string short_text() const;

 private:
  std::vector<Entry> entries_;
};

}  // namespace regard::metrics
