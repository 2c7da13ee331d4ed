#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace regard::text {

/// Text in a form that does not depend on how it was typed: composed or decomposed letters, kinds
/// of spaces, apostrophes, quotes and hyphens, soft hyphens, zero-width characters, ligatures.
struct FoldedText {
  enum class Case { kept, ignored };

  FoldedText(std::string_view text, Case letters);

  std::u32string characters;
  /// The byte of the text that each character comes from; at the end, the size of the text.
  std::vector<size_t> bytes;

  /// Whether characters `begin` to `end` are whole words: no letter, mark or digit continues them.
  bool are_words(size_t begin, size_t end) const;
};

/// Required translations of terms.
class Glossary {
 public:
  /// Maximum size of a term and of its translation, which the search writes token by token.
  static constexpr size_t kMostBytes = 1000;

  struct Term {
    std::string source;
    std::string target;

    bool operator==(const Term&) const = default;
  };

  /// A term in a line: its bytes from `begin` to `end`.
  struct Match {
    size_t begin, end;
    const Term* term;  ///< the glossary's entry
  };

  /// Blanks around terms are dropped. Throws Error for a term or translation without text, and for
  /// a term that is there twice.
  explicit Glossary(std::vector<Term> terms);
  /// Reads a file of source<TAB>target lines, one term each; blank lines are ignored. Throws Error,
  /// naming the file, for any other line, and as the constructor does.
  static Glossary load(const std::string& path);

  const std::vector<Term>& terms() const { return terms_; }

  /// Where terms occur in `line` as whole words, in the order of the line, in any case and form
  /// (glossary.h). Of terms that begin together, the longest; of those that differ in case only,
  /// the one in the line's. A term that begins within another one is left out. Takes a time that
  /// hardly depends on the number of terms.
  std::vector<Match> in(std::string_view line) const;

 private:
  /// The terms of one folded form.
  struct Form {
    std::u32string characters;
    size_t first;               ///< the first of its terms, in the order given
    std::vector<size_t> terms;  ///< numbers of terms, sorted by source
    size_t shorter;             ///< the longest other form that this one begins with; kNone
  };

  size_t longest_at(std::u32string_view text) const;
  const Term& in_case(const Form& form, std::string_view written) const;

  std::vector<Term> terms_;
  std::vector<Form> forms_;  // in order
};

/// Whether `words` occurs in `text` as whole words, in the same case and any form (glossary.h).
bool has_words(std::string_view text, std::string_view words);
bool has_words(const FoldedText& text, std::string_view words);

}  // namespace regard::text
