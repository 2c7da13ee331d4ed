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

/// The languages of a glossary, which plurals depend on: those of French for "fr", of English for
/// others.
struct GlossaryLanguages {
  std::string source = "en", target = "fr";
};

/// Required translations of terms. How a term is written:
/// - "mouse | mice" with "souris": forms of one term, between blanks and bars; "eye | eyes" with
///   "œil | yeux": each with its own translation;
/// - "hard disk*" with "disque* dur*": a word of three letters or more with an asterisk is also in
///   its regular plural, and then so are those of the translation;
/// - "=" as the translation: the term stays as it is.
class Glossary {
 public:
  /// Maximum size of a term and of its translation, which the search writes token by token.
  static constexpr size_t kMostBytes = 1000;

  /// A term as it is written, or one form of it.
  struct Term {
    std::string source;
    std::string target;

    bool operator==(const Term&) const = default;
  };

  /// A form of a term in a line: its bytes from `begin` to `end`.
  struct Match {
    size_t begin, end;
    const Term* term;  ///< the glossary's; in capitals where the term alone is written in them
  };

  /// From English to French. Blanks around terms are dropped. Throws Error for a term or
  /// translation without text, and for a term that is there twice with different translations.
  explicit Glossary(std::vector<Term> terms);
  /// The same for other languages. `places` of the terms, "file:line", are for messages, if there
  /// are any.
  static Glossary of(std::vector<Term> terms, const GlossaryLanguages& languages,
                     std::vector<std::string> places = {});
  /// Reads a file of source<TAB>target lines, one term each; blank lines are ignored. Throws Error,
  /// naming the line, for any other line, and as the constructor does.
  static Glossary load(const std::string& path, const GlossaryLanguages& languages = {});

  /// As they are written.
  const std::vector<Term>& terms() const { return terms_; }

  /// Where terms occur in `line` as whole words, in the order of the line, in any case and form
  /// (glossary.h). Of terms that overlap, the longest, and of equally long ones the first; of those
  /// that differ in case only, the one in the line's. Takes a time that hardly depends on the
  /// number of terms.
  std::vector<Match> in(std::string_view line) const { return in(line, line); }
  /// The same in `part` of a line.
  std::vector<Match> in(std::string_view part, std::string_view line) const;

  /// Two terms of which one contains words of the other, so that the longer one counts.
  struct Overlap {
    std::string shorter, longer;  ///< places if there are any, and terms
  };
  std::vector<Overlap> overlaps() const;

 private:
  /// The terms of one folded form.
  struct Form {
    std::u32string characters;
    size_t first;               ///< the first of its terms, in the order given
    std::vector<size_t> terms;  ///< numbers in `forms_of_terms_`, sorted by source
    size_t shorter;             ///< the longest other form that this one begins with; kNone
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
  std::vector<Term> in_capitals_;  // the same in capitals
  std::vector<size_t> term_of_form_;
  std::vector<bool> is_regular_plural_;
  std::vector<Form> forms_;  // in order
};

/// Whether `words` occurs in `text` as whole words, in the same case and any form (glossary.h).
bool has_words(std::string_view text, std::string_view words);
bool has_words(const FoldedText& text, std::string_view words);

}  // namespace regard::text
