#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/terminal.h"
#include "regard/translate/translation.h"

namespace regard::cli {

using TranslateText =
    std::function<std::vector<std::string>(const std::vector<std::string>& lines)>;

/// Translates as much of a running text as is available, up to a blank line. Lines, and the
/// parts of their translation, are passed with their line ends.
void translate_running_text(const std::string& input, const TranslateText& translate,
                            OutputFile& output);

/// Lines to translate together, and their line ends in the file: \n or \r\n, or an empty string or
/// \r at the end of the file.
struct InputLines {
  std::vector<std::string> texts = {};
  std::vector<std::string_view> ends = {};  ///< may be fewer than lines: the others end in \n
};

class Blocks {
 public:
  virtual ~Blocks() = default;
  /// The next lines; empty at the end.
  virtual InputLines next() = 0;
  /// Whether the first line has a byte order mark.
  virtual bool has_byte_order_mark() const { return false; }
  /// The number of lines; 0 if unknown.
  virtual int64_t line_count() const = 0;
};

/// Throws Error for a line with a null byte, which only binary files have.
void check_is_not_binary(const std::string& line, const std::string& where);

/// The lines given on the command line, each a text; if there are none, the lines of a file or of
/// standard input ("-").
std::unique_ptr<Blocks> lines_of(const std::vector<std::string>& texts, const std::string& input,
                                 int64_t batch_size);

enum class Format { text, nbest, jsonl, html, xml, markdown };
constexpr auto names_of(Format) {
  return std::array{"text", "nbest", "jsonl", "html", "xml", "markdown"};
}
/// Whether the input is also in this format.
constexpr bool is_markup(Format format) { return format >= Format::html; }

/// Word alignment to print: none, the source word with most attention, or all weights.
enum class Alignment { none, hard, soft };
constexpr auto names_of(Alignment) { return std::array{"none", "hard", "soft"}; }

struct TranslationFormat {
  Format format = Format::text;
  Alignment alignment = Alignment::none;
};

struct TranslatedLine {
  int64_t number;  ///< line number from 0
  std::string source = {};
  double seconds = 0.0;         ///< its share of the batch's time
  std::string_view end = "\n";  ///< end of a line of text
  std::string file = {};        ///< the file in which `number` counts
};

/// The text with each ||| escaped as entities, as in Moses, so that a reader of "A ||| B" finds the
/// columns.
std::string without_separators(std::string text);

/// The output for a line.
///
/// text: "TEXT", or "TEXT ||| ALIGNMENT". nbest: for each candidate, as in Moses and Marian,
/// "NUMBER ||| TEXT ||| F0= LOG_PROB ||| SCORE", with an alignment after the text, and with Cut= 1
/// after the log-probability of a candidate that was cut off at the maximum length. jsonl: an
/// object per input line, numbered from 1, always with the same keys, even if the line needed no
/// search.
std::string formatted(const translate::Translation& translation, const TranslatedLine& line,
                      const TranslationFormat& format);

/// The models that one word names: "A+B" names an ensemble of two, unless a file or folder has that
/// name.
std::vector<std::string> models_named(const std::string& word);

/// The words of `regard translate [MODEL...] [TEXT...]`.
struct TranslationWords {
  std::vector<std::string> models;  ///< several form an ensemble; none: the bundled model
  std::vector<std::string> texts;
};

/// The models are those named by options, or else the first word, if it is a path or an input file
/// is given, and the words after it that are also models; the other words are texts. A word that
/// looks like a path counts as one even if it does not exist. Throws Error for a text that names a
/// model.
TranslationWords sort_words(std::vector<std::string> models, std::vector<std::string> words,
                            bool has_input);

/// Warns about likely defects in the translation of line `number`, counted from 1. `min_length` is
/// the search's minimum length.
void warn_about(const translate::Translation& translation, int64_t number, int64_t min_length);

}  // namespace regard::cli
