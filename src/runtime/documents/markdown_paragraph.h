#pragma once
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "documents/coded_text.h"
#include "markup/markdown_marks.h"

namespace regard::documents {

/// A Markdown paragraph with its lines joined. The model reads its words without the marks.
class MarkdownParagraph {
 public:
  /// `form` refers to the labels of all links defined in the file, which must outlive this object.
  /// Its `text` is ignored.
  MarkdownParagraph(std::string bytes, serve::MarkdownParagraph form);

  /// The texts inside marks (of images and titles), then the paragraph's own.
  const std::vector<Unit>& units() const { return units_; }
  const std::string& bytes() const { return bytes_; }

  /// The translated paragraph; std::nullopt if Markdown would not recognize its marks around the
  /// new words.
  std::optional<std::string> with(std::span<const TranslatedText> translations) const;

 private:
  /// A text inside a mark.
  struct Inner {
    size_t mark;
    serve::PlaceRange place;
    CodedText text;
  };

  /// Text and its line breaks.
  struct Written {
    std::string text;
    std::vector<serve::PlaceRange> breaks = {};
  };

  std::string bytes_of(serve::PlaceRange place) const {
    return bytes_.substr(place.begin, place.size());
  }
  std::vector<serve::MarkdownMark> marks_in(std::string_view text,
                                            const std::vector<serve::PlaceRange>& breaks) const;
  std::vector<TextPart> parts();
  std::string read(std::string_view text);
  std::string written_text(std::string_view text) const;
  std::vector<std::string> bytes_of_marks(std::span<const TranslatedText>& translations) const;
  const serve::MarkdownMark* mark_of(const TextPart& part) const;
  Written written_with(std::span<const TextPart> parts, std::span<const std::string> marks) const;
  bool has_its_marks(const Written& written) const;

  std::string bytes_;
  serve::MarkdownParagraph form_;                               // without its text
  std::map<std::string, std::string, std::less<>> references_;  // such as "&nbsp;", by character
  std::vector<serve::MarkdownMark> marks_;
  CodedText text_;
  std::vector<Inner> inner_;
  std::vector<Unit> units_;
};

}  // namespace regard::documents
