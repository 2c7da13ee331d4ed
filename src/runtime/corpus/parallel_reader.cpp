#include "corpus/parallel_reader.h"

#include <optional>
#include <utility>

#include "base/counted.h"
#include "base/interrupt.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "text/line_reader.h"

namespace regard::corpus {

using text::LineReader;

struct ParallelReader::Impl {
  config::ParallelText text;
  LineReader source;  // reads the TSV, if there is one
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
                  "take out or complete the line");
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
                "line n of one file must be the translation of line n of the other; look for lost "
                "or broken lines");
  }
};

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
    if (!read()) return false;
  }
  return read();
}

int64_t ParallelReader::line_number() const { return impl_->source.line_number(); }

std::vector<LinePair> read_parallel_text(const config::ParallelText& text) {
  ParallelReader reader(text);
  std::vector<LinePair> pairs;
  for (LinePair pair; reader.next(pair);) pairs.push_back(std::move(pair));
  if (pairs.empty()) {
    throw Error("has no lines", text.tsv.empty() ? text.source : text.tsv,
                "give a text with at least one pair of sentences");
  }
  return pairs;
}

}  // namespace regard::corpus
