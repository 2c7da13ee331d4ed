#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace regard::serve {

/// Which language a text is in, of those that CLD2 knows, about eighty; where a text is short, one
/// of those served is likelier. Languages are named as in ISO 639-1, such as "en", or by CLD2's
/// codes where that has none. Several threads may use one detector.
class LanguageDetector {
 public:
  struct Guess {
    std::string language;
    /// 0 to 1: the part of the text that is in the language, less what few letters leave open:
    /// about 0.4 for a word, above 0.9 for a sentence. It is no probability.
    double confidence;
  };

  /// The first bytes of a text that decide.
  static constexpr size_t kMostBytes = 8192;

  /// `served` are the languages that can be translated from, at least one, the one that counts
  /// where nothing is found first; "pt-BR" stands for what is found as "pt".
  explicit LanguageDetector(std::vector<std::string> served);

  /// Languages of a text, best first, at most three, at least one; a part of the text in another
  /// language makes a second one. Of a text without letters, the first language served, with
  /// confidence 0. Bytes that are no UTF-8 count as no letters.
  std::vector<Guess> detect(std::string_view text) const;

  /// The best guess that is served; nothing where the text is in other languages.
  std::optional<Guess> detect_served(std::string_view text) const;

  bool serves(std::string_view language) const;

 private:
  /// A language of `served_` where it is one by its first part, else as it is.
  std::string name_of(std::string_view code) const;

  std::vector<std::string> served_;
  std::string hint_;  ///< the same, as CLD2 reads them
};

}  // namespace regard::serve
