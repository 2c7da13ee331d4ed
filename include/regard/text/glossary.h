#pragma once
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace regard::text {

/// A text without typographic variants: decomposed, without ligatures, soft hyphens and zero-width
/// characters, with one kind of space, apostrophe, quote and hyphen.
struct FoldedText {
  enum class Case { kept, ignored };

  FoldedText(std::string_view text, Case letters);

  std::u32string characters;
  /// For each character, the byte of the text that it comes from; at the end, the text's size.
  std::vector<size_t> bytes;

  /// Whether characters `begin` to `end` are whole words: no letter, mark or digit continues them.
  bool are_words(size_t begin, size_t end) const;
};

/// The languages of a glossary. They select its plural rules: French for "fr", English otherwise.
struct GlossaryLanguages {
  std::string source = "en", target = "fr";
};

/// Required translations of terms. Syntax of a term:
/// - "mouse | mice" with "souris": forms of one term, separated by " | "; "eye | eyes" with
///   "œil | yeux": each with its own translation;
/// - "hard disk*" with "disque* dur*": an asterisk after a word of two letters or more adds its
///   regular plural, for which the marked words of the translation also become plural;
/// - "=" as the translation: the term is kept unchanged.
class Glossary {
 public:
  /// Maximum size of a term and of its translation, which search writes token by token.
  static constexpr size_t kMostBytes = 1000;

  /// A term as it was given, or one of its forms.
  struct Term {
    std::string source;
    std::string target;

    bool operator==(const Term&) const = default;
  };

  /// A form of a term found in a line, at the bytes from `begin` to `end`.
  struct Match {
    size_t begin, end;
    const Term* term;  ///< owned by the glossary; in capitals if the match is, but not the line
  };

  /// A glossary from English to French. Spaces around terms are dropped. Throws Error for an empty
  /// term or translation, and for a term given twice with different translations.
  explicit Glossary(std::vector<Term> terms);
  /// A glossary for other languages. `places`: "file:line" of each term, for messages, or empty.
  static Glossary of(std::vector<Term> terms, const GlossaryLanguages& languages,
                     std::vector<std::string> places = {});
  /// Reads a file of source<TAB>target lines, one term each; blank lines are ignored. For any other
  /// line, throws an Error that names it. Also throws the constructor's errors.
  static Glossary load(const std::string& path, const GlossaryLanguages& languages = {});

  /// The terms as they were given.
  const std::vector<Term>& terms() const { return terms_; }

  /// Finds terms in `line` as whole words, in the order of the line, ignoring case and typographic
  /// variants (FoldedText). Of overlapping terms, the longest wins, then the first; of terms that
  /// differ only in case, the one with the line's case. The number of terms hardly affects the
  /// time.
  std::vector<Match> in(std::string_view line) const { return in(line, line); }
  /// Finds terms in the same way, but only in `part` of `line`.
  std::vector<Match> in(std::string_view part, std::string_view line) const;

  /// Two terms, one of which contains the other. The longer one wins.
  struct Overlap {
    std::string shorter, longer;  ///< each with its place, if known
  };
  std::vector<Overlap> overlaps() const;

 private:
  /// Terms with the same folded form.
  struct Form {
    std::u32string characters;
    size_t first;               ///< index of the first of its terms, in the order given
    std::vector<size_t> terms;  ///< indices in `forms_of_terms_`, sorted by source
    size_t shorter;             ///< the longest other form that is a prefix of this one, or kNone
  };

  Glossary() = default;
  void read(const GlossaryLanguages& languages);
  void add_forms(size_t number, const GlossaryLanguages& languages);
  void drop_repeated(std::vector<size_t>& numbers) const;
  size_t longest_at(std::u32string_view text) const;
  size_t in_case(const Form& form, std::string_view written) const;
  std::string named(size_t number) const;

  std::vector<Term> terms_;
  std::vector<std::string> places_;
  std::vector<Term> forms_of_terms_;
  std::vector<Term> in_capitals_;  // forms_of_terms_ in capitals
  std::vector<size_t> term_of_form_;
  std::vector<bool> is_regular_plural_;
  std::vector<Form> forms_;  // sorted
};

/// Whether `text` contains `words` as whole words in the same case. Typographic variants count as
/// equal (FoldedText).
bool has_words(std::string_view text, std::string_view words);
bool has_words(const FoldedText& text, std::string_view words);

}  // namespace regard::text
