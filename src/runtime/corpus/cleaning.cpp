#include "corpus/cleaning.h"

#include <algorithm>
#include <iomanip>
#include <optional>
#include <sstream>
#include <utility>

#include "base/process.h"
#include "base/readable.h"
#include "corpus/fingerprint.h"
#include "corpus/hold_out.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "text/line_reader.h"

namespace regard::corpus {
namespace {

bool is_blank(const std::string& line) {
  return line.find_first_not_of(" \t\v\f\r") == std::string::npos;
}

}  // namespace

std::string CleaningReport::table() const {
  std::ostringstream out;
  const auto row = [&](int64_t count, const char* words) {
    if (count > 0) out << std::setw(10) << count << "  " << words << '\n';
  };
  out << std::setw(10) << read << "  training pairs read\n";
  row(empty, "dropped: a side is empty");
  row(identical, "dropped: target is the source (data.drop_identical)");
  row(duplicates, "dropped: seen before (data.drop_duplicates)");
  row(too_long, "dropped: too many tokens (data.max_length)");
  row(ratio, "dropped: lengths too different (data.max_length_ratio)");
  out << std::setw(10) << kept() << "  kept";
  return out.str();
}

Cleaning::Cleaning(const config::DataOptions& options)
    : options_(options), seen_(std::make_unique<FingerprintSet>()) {}

Cleaning::~Cleaning() = default;

bool Cleaning::keeps(const LinePair& pair) {
  ++report_.read;
  if (is_blank(pair.source) || is_blank(pair.target)) {
    ++report_.empty;
    return false;
  }
  if (options_.drop_identical && pair.source == pair.target) {
    ++report_.identical;
    return false;
  }
  if (options_.drop_duplicates && !seen_->insert(fingerprint(pair.source, pair.target))) {
    ++report_.duplicates;
    return false;
  }
  return true;
}

bool Cleaning::keeps(size_t source_tokens, size_t target_tokens) {
  const auto [shorter, longer] = std::minmax(source_tokens, target_tokens);
  constexpr size_t kEndOnly = 1;
  if (shorter <= kEndOnly) {  // the tokenizer dropped all characters
    ++report_.empty;
    return false;
  }
  if (longer > static_cast<size_t>(options_.max_length)) {
    ++report_.too_long;
    return false;
  }
  if (options_.max_length_ratio > 0 &&
      static_cast<double>(longer) > options_.max_length_ratio * static_cast<double>(shorter)) {
    ++report_.ratio;
    return false;
  }
  return true;
}

using text::LineReader;

struct ParallelReader::Impl {
  config::ParallelText text;
  LineReader source;  // reads the TSV file if there is one
  std::optional<LineReader> target;

  explicit Impl(const config::ParallelText& text)
      : text(text), source(text.tsv.empty() ? text.source : text.tsv) {
    if (text.tsv.empty()) target.emplace(text.target);
  }

  bool next_of_tsv(LinePair& pair) {
    std::string line;
    if (!source.next(line)) return false;
    const size_t tab = line.find('\t');
    if (tab == std::string::npos) {
      throw Error("has no tab, but must be source<TAB>target", source.where(),
                  "remove or complete the line");
    }
    pair.source = line.substr(0, tab);
    pair.target = line.substr(tab + 1, line.find('\t', tab + 1) - tab - 1);
    return true;
  }

  bool next_of_two(LinePair& pair) {
    const bool has_source = source.next(pair.source);
    const bool has_target = target->next(pair.target);
    if (has_source != has_target) fail_unequal();
    return has_source;
  }

  [[noreturn]] void fail_unequal() {
    std::string line;
    while (source.next(line)) continue;
    while (target->next(line)) continue;
    throw Error(str("has ", counted(source.line_number(), "line"), ", but ", text.target, " has ",
                    target->line_number()),
                text.source,
                "look for lost or broken lines: line n of one file must be the translation of line "
                "n of the other");
  }
};

void fail_skipped(const config::ParallelText& text, int64_t count) {
  const auto& file = !text.text.empty() ? text.text : text.tsv.empty() ? text.source : text.tsv;
  throw Error(str("has ", counted(count, "line"), ", but its skip is ", text.skip), file,
              "lower skip, or leave it out");
}

ParallelReader::ParallelReader(const config::ParallelText& text)
    : impl_(std::make_unique<Impl>(text)) {}

ParallelReader::~ParallelReader() = default;

bool ParallelReader::next(LinePair& pair) {
  stop_if_interrupted();
  const auto& [skip, first] = std::pair(impl_->text.skip, impl_->text.first);
  if (first > 0 && line_number() >= skip + first) return false;
  const auto read = [&] {
    return impl_->target ? impl_->next_of_two(pair) : impl_->next_of_tsv(pair);
  };
  while (line_number() < skip) {
    if (!read()) fail_skipped(impl_->text, line_number());
  }
  const bool has_next = read();
  if (!has_next && skip > 0 && line_number() <= skip) fail_skipped(impl_->text, line_number());
  return has_next;
}

int64_t ParallelReader::line_number() const { return impl_->source.line_number(); }

std::vector<LinePair> read_parallel_text(const config::ParallelText& text) {
  ParallelReader reader(text);
  std::vector<LinePair> pairs;
  for (LinePair pair; reader.next(pair);) pairs.push_back(std::move(pair));
  if (pairs.empty()) {
    throw Error("has no lines", text.tsv.empty() ? text.source : text.tsv,
                "give a text with at least one sentence pair");
  }
  return pairs;
}

}  // namespace regard::corpus
