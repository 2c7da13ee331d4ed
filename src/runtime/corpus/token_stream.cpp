#include "corpus/token_stream.h"

#include <algorithm>
#include <iterator>

#include "corpus/cleaning.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "text/line_reader.h"

namespace regard::corpus {
namespace {

/// Calls `use` with each line that the text's `skip` and `first` select, and with its number.
template <class Use>
void for_each_line(const config::ParallelText& text, Use use) {
  text::LineReader reader(text.text);
  std::string line;
  while ((text.first == 0 || reader.line_number() < text.skip + text.first) && reader.next(line)) {
    if (reader.line_number() > text.skip) use(line, reader.line_number());
  }
  if (text.skip > 0 && reader.line_number() <= text.skip) fail_skipped(text, reader.line_number());
}

}  // namespace

std::string TokenStream::where(int64_t token) const {
  const auto after =
      std::upper_bound(lines_.begin(), lines_.end(), token,
                       [](int64_t value, const Line& line) { return value < line.first_token; });
  const Line& line = *std::prev(after);
  return str(texts_[line.text], ":", line.number);
}

void TokenStream::begin_text(std::string name) { texts_.push_back(std::move(name)); }

void TokenStream::add(std::span<const int64_t> line, int64_t number) {
  lines_.push_back({.first_token = size(), .text = texts_.size() - 1, .number = number});
  tokens_.insert(tokens_.end(), line.begin(), line.end());
}

TokenStream read_token_stream(std::span<const config::ParallelText> texts,
                              const text::TokenizerPair& tokenizers) {
  TokenStream stream;
  for (const auto& text : texts) {
    stream.begin_text(text.text);
    for_each_line(text, [&](const std::string& line, int64_t number) {
      const auto tokens = tokenizers.encode_target(line);
      constexpr size_t kEndOnly = 1;
      if (tokens.size() > kEndOnly) stream.add(tokens, number);
    });
  }
  if (stream.lines() == 0) {
    throw Error("contains no text", texts.empty() ? std::string() : texts.front().text,
                "give a text with at least one line that is not blank");
  }
  return stream;
}

std::vector<std::string> plain_training_lines(const config::DataOptions& options) {
  std::vector<std::string> lines;
  const auto how = options.preprocess;
  for (const auto& text : options.train) {
    for_each_line(text, [&](const std::string& line, int64_t) {
      lines.push_back(text::preprocess(line, how));
    });
  }
  return lines;
}

}  // namespace regard::corpus
