#include "metrics/ter.h"

#include <algorithm>
#include <array>

#include "base/replaced.h"
#include "base/utf8.h"
#include "metrics/bleu_tokenizers.h"
#include "metrics/ngram_trie.h"
#include "metrics/translation_edits.h"
#include "metrics/unicode.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

namespace regard::metrics {
namespace {

/// Turns lines into symbols; all segments share the vocabulary.
class TercomReader {
 public:
  explicit TercomReader(const TerOptions& options) : options_(options) {}

  std::vector<std::uint32_t> symbols(std::string_view line) {
    const std::string text = tokenize_tercom(strip_right(line), options_);
    return vocabulary_.symbols(split(text));
  }

  /// sacreBLEU prepares a reference twice. This matters if a rule matches the result of a later
  /// one: "it's," becomes "it's ,", and only then "it 's ,".
  std::vector<std::uint32_t> reference_symbols(std::string_view line) {
    if (!options_.normalized) return symbols(line);
    const std::string once = tokenize_tercom(strip_right(line), options_);
    return symbols(join(split(once), " "));
  }

 private:
  TerOptions options_;
  Vocabulary vocabulary_;
};

template <class Number>
Number rate(Number edits, Number reference_length) {
  if (reference_length > 0.0) return 100.0 * (edits / reference_length);
  return edits > 0.0 ? 100.0 : 0.0;
}

/// Throws Error for a line whose edits would take minutes and gigabytes to count: both grow with
/// the square of its length.
void check_length(std::size_t line, std::span<const std::uint32_t> words) {
  if (words.size() <= limits::kTerWords) return;
  throw Error(str("line ", line + 1, " has ", words.size(), " words, but TER allows at most ",
                  limits::kTerWords),
              {}, "split it into sentences, or leave TER out");
}

class TerMetric final : public Metric {
 public:
  explicit TerMetric(const TerOptions& options) : options_(options) {}

  /// The columns are the edits and the length of the reference.
  StatisticsTable statistics(Segments hypotheses, References references) const override {
    check_same_length(hypotheses, references);
    StatisticsTable table(2);
    TercomReader reader(options_);
    TranslationEdits all_edits;
    for (std::size_t i = 0; i < hypotheses.size(); ++i) {
      const auto words = reader.symbols(hypotheses[i]);
      check_length(i, words);
      std::int64_t fewest = 0;
      std::size_t length = 0;
      for (const auto& reference : references) {
        const auto right = reader.reference_symbols(reference[i]);
        check_length(i, right);
        const std::int64_t edits = all_edits.count(words, right);
        fewest = &reference == &references.front() ? edits : std::min(fewest, edits);
        length += right.size();
      }
      table.add(std::array{static_cast<double>(fewest),
                           static_cast<double>(length) / static_cast<double>(references.size())});
    }
    return table;
  }

  std::string name() const override { return "TER"; }
  double value(std::span<const double> sums) const override { return rate(sums[0], sums[1]); }
  NumpyNumber resampled_value(std::span<const float> sums) const override {
    return rate(NumpyNumber::float32(sums[0]), NumpyNumber::float32(sums[1]));
  }

  Signature signature(std::size_t references) const override {
    return Signature(references)
        .add("case", "c", options_.case_sensitive ? "mixed" : "lc")
        .add("tok", "t", "tercom")
        .add("norm", "nr", options_.normalized ? "yes" : "no")
        .add("punct", "pn", options_.no_punct ? "no" : "yes")
        .add("asian", "as", options_.asian_support ? "yes" : "no");
  }

  std::vector<MetricOption> options() override {
    return {{"normalized", "--ter-normalized", "", &options_.normalized,
             "Decode entities and separate punctuation."},
            {"no_punct", "--ter-no-punct", "", &options_.no_punct, "Remove punctuation."},
            {"asian_support", "--ter-asian-support", "", &options_.asian_support,
             "Also normalize East Asian characters and remove their punctuation."},
            {"case_sensitive", "--ter-case-sensitive", "", &options_.case_sensitive,
             "Distinguish case, which TER ignores by default."}};
  }

 private:
  TerOptions options_;
};

}  // namespace

std::unique_ptr<Metric> make_metric(const TerOptions& options) {
  return std::make_unique<TerMetric>(options);
}

namespace {

bool is_asian_punctuation(char32_t c) {
  return c == 0x3001 || c == 0x3002 || (c >= 0x3008 && c <= 0x3011) ||
         (c >= 0x3014 && c <= 0x301F) || (c >= 0xFF61 && c <= 0xFF65) || c == 0x30FB;
}

bool is_full_width_punctuation(char32_t c) {
  return c == 0xFF0E || c == 0xFF0C || c == 0xFF1F || c == 0xFF1A || c == 0xFF1B || c == 0xFF01 ||
         c == 0xFF02 || c == 0xFF08 || c == 0xFF09;
}

bool is_east_asian_punctuation(char32_t c) {
  return is_asian_punctuation(c) || is_full_width_punctuation(c);
}

/// Whether a character forms a word by itself: ideographs, radicals, strokes, compatibility forms,
/// enclosed letters. Kana are excluded: Tercom's rules for them require a line that begins with
/// one, but every line begins with a space by then. The end of the enclosed letters, U+3F22, is an
/// error kept from sacreBLEU.
bool is_asian_word(char32_t c) {
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) ||
         (c >= 0x31C0 && c <= 0x31EF) || (c >= 0x2E80 && c <= 0x2EFF) ||
         (c >= 0x3200 && c <= 0x3F22) || (c >= 0xF900 && c <= 0xFAFF) ||
         (c >= 0xFE30 && c <= 0xFE4F);
}

bool is_western_punctuation(char32_t c) {
  constexpr std::u32string_view kPunctuation = U".,?:;!\"()";
  return kPunctuation.find(c) != std::u32string_view::npos;
}

std::string normalize(std::string text) {
  replace_all(text, "\n-", "");
  replace_all(text, "\n", " ");
  decode_entities(text);
  text = separate_punctuation(" " + text + " ");
  replace_all(text, "'s ", " 's ");
  return separate_stops_and_hyphens(text);
}

std::string separate_asian_words(std::string_view text) {
  std::string out;
  out.reserve(text.size() * 2);
  for (const char32_t c : decode_utf8(text)) {
    const bool alone = is_asian_word(c) || is_east_asian_punctuation(c);
    if (alone) out += ' ';
    append_utf8(c, out);
    if (alone) out += ' ';
  }
  return out;
}

std::string remove_punctuation(std::string_view text, bool east_asian) {
  std::string out;
  out.reserve(text.size());
  for (const char32_t c : decode_utf8(text)) {
    if (is_western_punctuation(c) || (east_asian && is_east_asian_punctuation(c))) continue;
    append_utf8(c, out);
  }
  return out;
}

}  // namespace

std::string tokenize_tercom(std::string_view line, const TerOptions& options) {
  std::string text = options.case_sensitive ? std::string(line) : lower(line);
  if (options.normalized) text = normalize(std::move(text));
  if (options.normalized && options.asian_support) text = separate_asian_words(text);
  if (options.no_punct) text = remove_punctuation(text, options.asian_support);
  return text;
}

}  // namespace regard::metrics
