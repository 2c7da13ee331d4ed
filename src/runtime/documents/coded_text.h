#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "documents/document.h"
#include "markup/html_text.h"
#include "text/sentences.h"

namespace regard::documents {

/// A part of a text with codes: decoded text, or a code as written in the file.
struct TextPart {
  enum class Kind {
    text,
    opens,    ///< a code before words, with a partner after them
    closes,   ///< the partner of an opening code
    empty,    ///< a code without a partner, which moves with adjacent words
    word,     ///< such a code that may stand for a word: a placeholder, a field
    picture,  ///< such a code that may stand for a word within a sentence: an image
    ends,     ///< a code that ends a line; the texts on both sides are separate
  };
  static constexpr size_t kNoPartner = static_cast<size_t>(-1);

  Kind kind = Kind::text;
  std::string bytes;
  size_t partner = kNoPartner;  ///< index of the partner

  bool operator==(const TextPart&) const = default;
};

/// A text with codes. The model reads the text without them; word alignment puts each code back at
/// the corresponding words.
class CodedText {
 public:
  /// `parts` must be in order. Multiline text without codes is split like running text
  /// (text/sentences.h), and its translation has as many lines. With codes, a line end ends a text.
  explicit CodedText(std::vector<TextPart> parts, text::Wrapping wrapping = text::Wrapping::kept);
  /// A text without codes.
  explicit CodedText(std::string text, text::Wrapping wrapping = text::Wrapping::kept);

  const std::vector<Unit>& units() const { return units_; }
  const std::vector<TextPart>& parts() const { return parts_; }

  /// The parts with a translation for each unit. Every code appears exactly once.
  std::vector<TextPart> with(std::span<const TranslatedText> translations) const;

 private:
  void read_lines(text::Wrapping wrapping);
  void read_codes();
  std::vector<TextPart> parts_of(std::string_view coded) const;

  std::vector<TextPart> parts_;
  std::vector<Unit> units_;
  std::vector<text::Block> blocks_;         // the blocks of text without codes
  std::unique_ptr<serve::HtmlText> coded_;  // text with codes, as tags such as <12>
};

/// Pairs opening codes with closing codes, innermost first; a code without a partner becomes empty.
/// Codes match if `name_of` gives the same name.
void pair_codes(std::vector<TextPart>& parts,
                const std::function<std::string(const TextPart&)>& name_of);

/// Translations for the texts of markup; those that are missing, empty or equal to the text change
/// nothing.
std::vector<TranslatedText> changed_texts(const serve::HtmlText& markup,
                                          std::span<const TranslatedText> translations);

/// The text of the given parts, without codes.
std::string text_of(std::span<const TextPart> parts);

}  // namespace regard::documents
