#include "cli/translation_text.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <span>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/log.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "text/json_strings.h"
#include "text/line_reader.h"
#include "text/sentences.h"
#include "translate/confidence.h"
#include "translate/word_alignment.h"

namespace regard::cli {
namespace {

/// Lines of running text translated together: enough for batches of similar length.
constexpr size_t kLinesAtOnce = 512;

}  // namespace

void translate_running_text(const std::string& input, const TranslateText& translate,
                            OutputFile& output) {
  text::LineReader reader(input, text::LineReader::Encoding::repaired);
  text::VerbatimLines verbatim;
  std::vector<std::string> lines;
  size_t least = kLinesAtOnce;  // grows for a text that may be JSON, which is translated as a whole
  const auto write = [&] {
    for (const auto& part : translate(lines)) output.write(part);
    output.flush();
    lines.clear();
    least = kLinesAtOnce;
  };
  for (std::string text; reader.next(text);) {
    check_is_not_binary(text, reader.where());
    if (reader.line_number() == 1 && reader.has_byte_order_mark())
      output.write(text::kByteOrderMark);
    const bool is_blank = text.find_first_not_of(" \t\r") == std::string::npos;
    text += reader.end();
    for (const auto line : text::lines_with_ends(text)) {
      verbatim.is_verbatim(line);
      lines.emplace_back(line);
    }
    const bool is_enough = lines.size() >= least || !reader.ready();
    if (!is_blank || verbatim.is_within() || !is_enough) continue;
    if (text::JsonStrings::may_begin(join(lines, ""))) {
      least = 2 * lines.size();
    } else {
      write();
    }
  }
  write();
  output.commit();
}

namespace {

/// The lines of the texts given on the command line.
class GivenLines : public Blocks {
 public:
  explicit GivenLines(const std::vector<std::string>& texts) {
    for (const auto& text : texts) {
      std::istringstream lines(text);
      if (text.empty()) texts_.emplace_back();
      for (std::string line; std::getline(lines, line);) {
        if (line.ends_with('\r')) line.pop_back();
        texts_.push_back(std::move(line));
      }
    }
  }
  InputLines next() override { return {.texts = std::exchange(texts_, {})}; }
  int64_t line_count() const override { return static_cast<int64_t>(texts_.size()); }

 private:
  std::vector<std::string> texts_;
};

/// Reads the available lines of a file or of standard input, so that a single sentence is answered
/// at once. Reads more and more of a long text: batches of similar length are faster.
class ReadLines : public Blocks {
 public:
  ReadLines(const std::string& path, int64_t batch_size)
      : reader_(path, text::LineReader::Encoding::repaired),
        size_(static_cast<size_t>(batch_size)),
        largest_(kLargestInBatches * size_),
        line_count_(stderr_is_terminal() ? count_lines(path) : 0) {}

  int64_t line_count() const override { return line_count_; }

  InputLines next() override {
    InputLines lines;
    std::string line;
    while (lines.texts.size() < size_ && (lines.texts.empty() || reader_.ready()) &&
           reader_.next(line)) {
      check_is_not_binary(line, reader_.where());
      warn_of_repair(line);
      lines.texts.push_back(std::move(line));
      lines.ends.emplace_back(reader_.end());
    }
    size_ = std::min(2 * size_, largest_);
    return lines;
  }

  bool has_byte_order_mark() const override { return reader_.has_byte_order_mark(); }

 private:
  static constexpr size_t kLargestInBatches = 64;

  /// Number of lines of a file; 0 if the file cannot be read twice.
  static int64_t count_lines(const std::string& path) {
    std::error_code ignored;
    if (path == "-" || !std::filesystem::is_regular_file(path, ignored)) return 0;
    text::LineReader reader(path, text::LineReader::Encoding::repaired);
    for (std::string line; reader.next(line);) {
    }
    return reader.line_number();
  }

  void warn_of_repair(const std::string& line) {
    if (warned_ || line.find("\uFFFD") == std::string::npos) return;
    log_warning(reader_.where(), ": not valid UTF-8; invalid bytes here and below become \uFFFD");
    warned_ = true;
  }

  text::LineReader reader_;
  size_t size_;
  size_t largest_;
  int64_t line_count_;
  bool warned_ = false;
};

}  // namespace

void check_is_not_binary(const std::string& line, const std::string& where) {
  if (line.find('\0') == std::string::npos) return;
  throw Error("is not text: it has a NUL byte", where, "name a text file");
}

std::unique_ptr<Blocks> lines_of(const std::vector<std::string>& texts, const std::string& input,
                                 int64_t batch_size) {
  if (!texts.empty()) return std::make_unique<GivenLines>(texts);
  return std::make_unique<ReadLines>(input, batch_size);
}

namespace {

using nlohmann::ordered_json;
using translate::Candidate;
using translate::Translation;

double four_digits(double number) { return std::round(number * 1e4) / 1e4; }

/// A line that needed no search, such as an empty line or copied items, has only its text.
std::vector<Candidate> candidates_of(const Translation& translation) {
  if (!translation.n_best.empty()) return translation.n_best;
  return {{.text = translation.text}};
}

translate::Weights weights_of(const Candidate& candidate, const Translation& translation) {
  return translate::whole_rows(candidate.attention, candidate.attention_begins,
                               translation.source_words.size());
}

std::string alignment_of(const Candidate& candidate, const Translation& translation,
                         Alignment kind) {
  const auto weights = weights_of(candidate, translation);
  return kind == Alignment::soft ? translate::to_soft_alignment(weights)
                                 : translate::to_pharaoh(translate::hard_alignment(weights));
}

std::string as_text(const Translation& translation, std::string_view end, Alignment alignment) {
  if (alignment == Alignment::none) return str(translation.text, end);
  const auto words = alignment_of(candidates_of(translation).front(), translation, alignment);
  return str(without_separators(translation.text), " ||| ", words, end);
}

std::string as_nbest(const Translation& translation, int64_t number, Alignment alignment) {
  const bool aligned = alignment != Alignment::none;
  std::string lines;
  for (const auto& candidate : candidates_of(translation)) {
    lines += str(number, " ||| ", without_separators(candidate.text), " ||| ",
                 aligned ? alignment_of(candidate, translation, alignment) + " ||| " : "",
                 "F0= ", candidate.log_prob, candidate.finished ? "" : " Cut= 1", " ||| ",
                 candidate.score, '\n');
  }
  return lines;
}

void add_confidence(const Candidate& candidate, ordered_json& json) {
  json["confidence"] = four_digits(*candidate.confidence);
  const auto words = translate::words_between_blanks(candidate.text);
  json["words"] = ordered_json::array();
  for (size_t i = 0; i < words.size(); ++i) {
    auto& word = json["words"].emplace_back(ordered_json{{"text", words[i]}});
    const double confidence = candidate.word_confidences.at(i);
    if (std::isnan(confidence)) {
      word["term"] = true;
    } else {
      word["confidence"] = four_digits(confidence);
    }
  }
}

ordered_json to_json(const Candidate& candidate, const Translation& translation,
                     Alignment alignment) {
  const auto weights = weights_of(candidate, translation);
  ordered_json json = {{"text", candidate.text},
                       {"score", candidate.score},
                       {"log_prob", candidate.log_prob},
                       {"tokens", candidate.pieces}};
  if (candidate.confidence) add_confidence(candidate, json);
  if (!candidate.finished) json["unfinished"] = true;
  if (alignment == Alignment::soft) json["alignment"] = weights;
  if (alignment == Alignment::hard) {
    json["alignment"] = ordered_json::array();
    for (const auto& [source, target] : translate::hard_alignment(weights)) {
      json["alignment"].push_back({source, target});
    }
  }
  return json;
}

std::string as_jsonl(const Translation& translation, const TranslatedLine& line,
                     Alignment alignment) {
  ordered_json json;
  if (!line.file.empty()) json["file"] = line.file;
  json.update({{"line", line.number + 1}, {"source", line.source}});
  const auto candidates = candidates_of(translation);
  json.update(to_json(candidates.front(), translation, alignment));
  json["alternatives"] = ordered_json::array();
  for (const auto& other : std::span(candidates).subspan(1)) {
    json["alternatives"].push_back(to_json(other, translation, alignment));
  }
  if (candidates.front().confidence) {
    json["calibrated"] = translation.is_calibrated;
    json["flags"] = ordered_json::array();
    for (const auto flag : translation.flags) json["flags"].push_back(regard::name_of(flag));
  }
  if (translation.repeats) json["repeats"] = true;
  if (translation.has_cut_prefix) json["prefix_cut"] = true;
  if (translation.is_short) json["short"] = true;
  if (translation.parts() > 1) json["parts"] = translation.parts();
  if (!translation.unmet.empty()) {
    json["unmet_terms"] = ordered_json::array();
    for (const auto& term : translation.unmet) {
      json["unmet_terms"].push_back({{"source", term.source}, {"target", term.target}});
    }
  }
  if (translation.is_from_memory) json["from_memory"] = true;
  if (!translation.matches.empty()) {
    json["matches"] = ordered_json::array();
    for (const auto& match : translation.matches) {
      json["matches"].push_back(
          {{"score", match.score}, {"source", match.source}, {"target", match.target}});
    }
  }
  if (!translation.unknown.empty()) json["unknown_words"] = translation.unknown;
  json["seconds"] = line.seconds;
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string without_separators(std::string text) {
  constexpr std::string_view kSeparator = "|||", kEscaped = "&#124;&#124;&#124;";
  for (auto at = text.find(kSeparator); at != std::string::npos; at = text.find(kSeparator, at)) {
    text.replace(at, kSeparator.size(), kEscaped);
    at += kEscaped.size();
  }
  return text;
}

std::string formatted(const Translation& translation, const TranslatedLine& line,
                      const TranslationFormat& format) {
  if (format.format == Format::jsonl) return as_jsonl(translation, line, format.alignment);
  if (format.format == Format::nbest) return as_nbest(translation, line.number, format.alignment);
  return as_text(translation, line.end, format.alignment);
}

}  // namespace regard::cli
