#include "corpus/pair_sieve.h"

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_set>

#include "base/files.h"
#include "base/process.h"
#include "base/readable.h"
#include "base/utf8.h"
#include "corpus/examples.h"
#include "regard/base/error.h"
#include "regard/base/named_enum.h"
#include "regard/base/str.h"
#include "text/line_reader.h"

namespace regard::corpus {
namespace {

using text::LineReader;

/// A file whose lines may be in any encoding, and what their bytes tell about the file.
class SievedFile {
 public:
  explicit SievedFile(const std::string& path)
      : path_(path), reader_(path, LineReader::Encoding::as_is) {}

  bool next(std::string& line) {
    if (!reader_.next(line)) return false;
    if (first_invalid_utf8(line)) {
      ++invalid_;
    } else if (std::ranges::any_of(line, [](char byte) { return (byte & '\x80') != 0; })) {
      ++beyond_ascii_;
    }
    return true;
  }

  /// At the end: throws Error if all of it must be converted before anything can be read.
  void check_readable() const {
    constexpr int64_t kTenth = 10;
    if (beyond_ascii_ == 0 && invalid_ > 0 && invalid_ * kTenth >= lines()) {
      throw Error(str(invalid_, " of ", lines(), " lines are not valid UTF-8"), path_,
                  "convert the file; if it is Latin-1: iconv -f latin1 -t utf-8");
    }
  }

  int64_t lines() const { return reader_.line_number(); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  LineReader reader_;
  int64_t invalid_ = 0, beyond_ascii_ = 0;
};

bool is_too_long(std::string_view side) {
  const auto characters =
      std::ranges::count_if(side, [](char byte) { return (byte & '\xC0') != '\x80'; });
  return words_in(side) > kMostWords || characters > kMostCharacters;
}

class Sieve {
 public:
  explicit Sieve(bool strict) : strict_(strict) {}

  void add(const std::string& line, std::optional<LinePair> pair, const std::string& where) {
    ++sieved_.lines;
    const auto flaw = flaw_of(line, pair);
    if (!flaw) {
      sieved_.pairs.push_back(std::move(*pair));
      return;
    }
    if (strict_) refuse(*flaw, where);
    sieved_.rejected.push_back({sieved_.lines, *flaw, line});
  }

  void note_more_columns(int64_t line) {
    if (sieved_.more_columns++ == 0) sieved_.first_with_more_columns = line;
  }

  SievedPairs result() && { return std::move(sieved_); }

 private:
  std::optional<Flaw> flaw_of(const std::string& line, std::optional<LinePair>& pair) {
    if (trimmed(line).empty()) return Flaw::empty;
    if (line.find('\0') != std::string::npos) return Flaw::nul_byte;
    if (first_invalid_utf8(line)) return Flaw::not_utf8;
    if (!pair) return Flaw::no_tab;
    for (auto* side : {&pair->source, &pair->target}) {
      *side = trimmed(*side);
      std::ranges::replace(*side, '\t', ' ');
      if (side->empty()) return Flaw::empty;
      if (is_too_long(*side)) return Flaw::too_long;
    }
    if (pair->source == pair->target) return Flaw::same;
    if (!seen_.insert(std::hash<std::string>()(pair->source + '\t' + pair->target)).second) {
      return Flaw::repeated;
    }
    return std::nullopt;
  }

  static void refuse(Flaw flaw, const std::string& where) {
    if (flaw == Flaw::no_tab) {
      throw Error("has no tab, but must be source<TAB>target", where,
                  "take out or complete the line, or leave out --strict");
    }
    if (flaw == Flaw::not_utf8) {
      throw Error("not valid UTF-8", where, "convert or take out the line, or leave out --strict");
    }
  }

  bool strict_;
  SievedPairs sieved_;
  std::unordered_set<size_t> seen_;
};

std::optional<LinePair> columns_of(const std::string& line) {
  const size_t tab = line.find('\t');
  if (tab == std::string::npos) return std::nullopt;
  return LinePair{line.substr(0, tab), line.substr(tab + 1, line.find('\t', tab + 1) - tab - 1)};
}

bool has_more_columns(const std::string& line) { return std::ranges::count(line, '\t') > 1; }

void check_equal(SievedFile& source, SievedFile& target) {
  std::string line;
  while (source.next(line)) continue;
  while (target.next(line)) continue;
  if (source.lines() == target.lines()) return;
  throw Error(str("has ", counted(source.lines(), "line"), ", but ", target.path(), " has ",
                  target.lines()),
              source.path(),
              "line n of one file must be the translation of line n of the other; look for lost or "
              "broken lines");
}

}  // namespace

SievedPairs sieve(const config::ParallelText& text, bool strict) {
  for (const auto* path : {&text.tsv, &text.source, &text.target}) {
    if (!path->empty()) size_of_regular_file(*path);  // a pipe or a device might never end
  }
  Sieve sieve(strict);
  SievedFile first(name_of(text));
  std::string line;
  if (!text.tsv.empty()) {
    while (first.next(line)) {
      stop_if_interrupted();
      if (has_more_columns(line)) sieve.note_more_columns(first.lines());
      sieve.add(line, columns_of(line), str(first.path(), ':', first.lines()));
    }
  } else {
    SievedFile second(text.target);
    std::string other;
    while (first.next(line) && second.next(other)) {
      stop_if_interrupted();
      sieve.add(str(line, '\t', other), LinePair{line, other},
                str(first.path(), ':', first.lines()));
    }
    check_equal(first, second);
    second.check_readable();
  }
  first.check_readable();
  return std::move(sieve).result();
}

std::vector<std::pair<int64_t, std::string>> SievedPairs::flaws() const {
  constexpr size_t kShown = 5;
  std::array<std::vector<int64_t>, names_of(Flaw{}).size()> lines;
  for (const auto& line : rejected) {
    lines.at(static_cast<size_t>(line.flaw)).push_back(line.number);
  }
  std::vector<std::pair<int64_t, std::string>> found;
  for (size_t flaw = 0; flaw < lines.size(); ++flaw) {
    const auto& numbers = lines.at(flaw);
    if (numbers.empty()) continue;
    const auto first = std::span(numbers).first(std::min(numbers.size(), kShown));
    found.emplace_back(std::ssize(numbers),
                       str(names_of(Flaw{}).at(flaw), numbers.size() == 1 ? " (line " : " (lines ",
                           join(first), numbers.size() > kShown ? ", ...)" : ")"));
  }
  return found;
}

}  // namespace regard::corpus
