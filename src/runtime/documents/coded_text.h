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

/// A part of a text with codes: text as it is read, or a code as the file writes it.
struct TextPart {
  enum class Kind {
    text,
    opens,   ///< a code around words, with its partner
    closes,  ///< its partner
    empty,   ///< a code by itself, which moves with the words beside it
    ends,    ///< a code that ends a line: what stands before and behind it are texts of their own
  };
  static constexpr size_t kNoPartner = static_cast<size_t>(-1);

  Kind kind = Kind::text;
  std::string bytes;
  size_t partner = kNoPartner;  ///< the number of the other part

  bool operator==(const TextPart&) const = default;
};

/// A text with its codes. The codes are numbered: the model reads the text without them, and each
/// is put at the words that belong to those it was at.
class CodedText {
 public:
  /// Parts in order. Text that has lines, and no codes, is split as running text is
  /// (text/sentences.h); with codes, a line end ends a text.
  explicit CodedText(std::vector<TextPart> parts,
                     text::Wrapping wrapping = text::Wrapping::detected);
  /// A text without codes.
  explicit CodedText(std::string text, text::Wrapping wrapping = text::Wrapping::detected);

  const std::vector<Unit>& units() const { return units_; }
  const std::vector<TextPart>& parts() const { return parts_; }

  /// The parts with a translation for each unit. No code is lost or doubled.
  std::vector<TextPart> with(std::span<const TranslatedText> translations) const;

 private:
  void read_lines(text::Wrapping wrapping);
  void read_codes();
  std::vector<TextPart> parts_of(std::string_view coded) const;

  std::vector<TextPart> parts_;
  std::vector<Unit> units_;
  std::vector<text::Block> blocks_;         // of a text without codes
  std::unique_ptr<serve::HtmlText> coded_;  // of a text with codes: tags such as <12>
};

/// Gives tags that open and close their partners, innermost first; a tag without one becomes empty.
/// `name_of` says which belong together.
void pair_codes(std::vector<TextPart>& parts,
                const std::function<std::string(const TextPart&)>& name_of);

/// The translations of a markup's texts, of which those that are missing, empty or equal stay.
std::vector<TranslatedText> changed_texts(const serve::HtmlText& markup,
                                          std::span<const TranslatedText> translations);

/// The text of parts, without codes.
std::string text_of(std::span<const TextPart> parts);

}  // namespace regard::documents
