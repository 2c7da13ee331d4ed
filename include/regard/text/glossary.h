#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace regard::text {

/// Required translations of terms.
class Glossary {
 public:
  struct Term {
    std::string source;
    std::string target;

    bool operator==(const Term&) const = default;
  };

  explicit Glossary(std::vector<Term> terms) : terms_(std::move(terms)) {}
  /// Reads a file of source<TAB>target lines, one term each; blank lines are ignored. Throws Error,
  /// naming file and line, for any other line.
  static Glossary load(const std::string& path);

  const std::vector<Term>& terms() const { return terms_; }

  /// The terms whose source occurs in `line` as whole words, ignoring case; of overlapping terms,
  /// the longest. In the order of the line.
  std::vector<Term> in(std::string_view line) const;

 private:
  std::vector<Term> terms_;
};

/// Whether `words` occurs in `text` as whole words, with the same case.
bool has_words(std::string_view text, std::string_view words);

}  // namespace regard::text
