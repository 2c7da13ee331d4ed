#include "download/pairs_file.h"

#include "base/process.h"
#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::download {
namespace {

void append_words(std::string_view text, std::string& line) {
  bool is_behind_space = false;
  for (const char c : trimmed(text)) {
    const bool is_space = c == ' ' || (c >= '\t' && c <= '\r');
    if (!is_space) line += c;
    if (is_space && !is_behind_space) line += ' ';
    is_behind_space = is_space;
  }
}

}  // namespace

PairCounts write_pairs(const Layout& layout, const std::vector<std::string>& files,
                       const Sink& take) {
  PairCounts counts;
  uint64_t bytes = 0;
  const auto reader = layout(files);
  std::string line;
  for (bitext::Pair pair; reader->next(pair);) {
    stop_if_interrupted();
    if (pair.state == bitext::Pair::State::alone) {
      throw Error("the two texts have different numbers of lines", files.at(0),
                  "remove the file and fetch it again, or fetch another version: a line is lost, "
                  "and all pairs after it are wrong");
    }
    line.clear();
    append_words(pair.source, line);
    const size_t tab = line.size();
    line += '\t';
    append_words(pair.target, line);
    const bool is_pair = tab > 0 && line.size() > tab + 1;
    if (pair.state != bitext::Pair::State::whole || !is_pair) {
      ++counts.skipped;
      continue;
    }
    line += '\n';
    bytes += line.size();
    if (bytes > kMostUnpackedBytes) {
      throw Error(str("has more than ", kMostUnpackedBytes, " bytes of pairs"), files.at(0),
                  "remove the file and run the command again: it is not this corpus");
    }
    take(line);
    ++counts.written;
  }
  if (counts.written == 0) {
    throw Error("has no English-French pairs in the expected place",
                files.empty() ? "" : files.at(0),
                "unpack it and pass its texts to regard corpus check: the publisher may have "
                "changed the layout");
  }
  return counts;
}

}  // namespace regard::download
