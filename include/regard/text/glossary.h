#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace regard::text {

/// How terms are to be translated.
class Glossary {
 public:
  struct Term {
    std::string source;
    std::string target;

    bool operator==(const Term&) const = default;
  };

  explicit Glossary(std::vector<Term> terms) : terms_(std::move(terms)) {}
  /// A file with a term a line: source<TAB>target; blank lines do not count. Throws Error, naming
  /// file and line, where one is no such pair.
  static Glossary load(const std::string& path);

  const std::vector<Term>& terms() const { return terms_; }

  /// The terms whose source stands in `line` as whole words, whatever its case; of terms that
  /// overlap the longest. In the order of the line.
  std::vector<Term> in(std::string_view line) const;

 private:
  std::vector<Term> terms_;
};

/// Whether `words` stands in `text` as whole words, letter for letter.
bool has_words(std::string_view text, std::string_view words);

}  // namespace regard::text
