#include "markup/markdown_emphasis.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"
#include "text/characters.h"

namespace regard::serve {
namespace {

/// Character classes: letters and digits, punctuation, or white space; the ends of a text count as
/// white space.
enum class Beside { word, mark, space };

Beside beside(char32_t c) {
  if (c == 0 || text::is_unicode_space(c)) return Beside::space;
  const auto category = text::category(c);
  const bool is_mark = category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_SO;
  return is_mark ? Beside::mark : Beside::word;
}

/// Pairs delimiter runs, from first to last.
class EmphasisMaker {
 public:
  void add(const DelimiterRun& run) {
    size_t begin = run.place.begin;
    while (run.closes && begin < run.place.end) {
      const size_t found = opener_of(run, run.place.end - begin);
      if (found == kNoIndex) break;
      auto& opener = open_[found];
      const size_t left = opener.end - opener.run.place.begin;
      const size_t size = std::min({left, run.place.end - begin, size_t{2}});
      pairs_.emplace_back(PlaceRange{opener.end - size, opener.end},
                          PlaceRange{begin, begin + size});
      opener.end -= size;
      begin += size;
      close_to(found + (left > size ? 1 : 0));
    }
    if (run.opens && begin < run.place.end) {
      auto rest = run;
      rest.place.begin = begin;
      open_.push_back({.run = rest, .size = run.place.size(), .end = run.place.end});
    }
  }

  void add(EmphasisLimit::Kind limit) {
    if (limit == EmphasisLimit::Kind::begins) return bases_.push_back(open_.size());
    close_to(std::min(bases_.back(), open_.size()));
    if (limit == EmphasisLimit::Kind::ends && bases_.size() > 1) bases_.pop_back();
  }

  std::vector<std::pair<PlaceRange, PlaceRange>> pairs() { return std::move(pairs_); }

 private:
  struct Opener {
    DelimiterRun run;
    size_t size;  // size of the whole run
    size_t end;   // end of the run's unused part
  };

  static size_t kind_of(const DelimiterRun& run) {
    constexpr size_t kSizes = 3, kMarks = 3;
    const size_t mark = run.mark == '*' ? 0 : run.mark == '_' ? 1 : 2;
    return ((run.opens ? 1 : 0) * kSizes + run.place.size() % kSizes) * kMarks + mark;
  }

  void close_to(size_t count) {
    open_.resize(count, {.run = {}, .size = 0, .end = 0});
    for (auto& searched : searched_) searched = std::min(searched, count);
  }

  static bool are_partners(const Opener& opener, const DelimiterRun& run, size_t left) {
    if (opener.run.mark != run.mark) return false;
    const size_t size = run.place.size();
    if (run.mark == '~') return opener.size == 2 && size == 2 && left == 2;
    const bool is_both = opener.run.closes || run.opens;
    return !is_both || (opener.size + size) % 3 != 0 || (opener.size % 3 == 0 && size % 3 == 0);
  }

  size_t opener_of(const DelimiterRun& run, size_t left) {
    auto& searched = searched_[kind_of(run)];
    for (size_t at = open_.size(); at > std::max(searched, bases_.back()); --at) {
      if (are_partners(open_[at - 1], run, left)) return at - 1;
    }
    searched = open_.size();
    return kNoIndex;
  }

  std::vector<Opener> open_;
  std::vector<size_t> bases_ = {0};       // number of open runs at the beginning of each link
  std::array<size_t, 18> searched_ = {};  // by kind of run, number of openers that cannot match
  std::vector<std::pair<PlaceRange, PlaceRange>> pairs_;
};

}  // namespace

DelimiterRun delimiter_run(std::string_view text, size_t at) {
  const char mark = text[at];
  const size_t size = text::run_of(text.substr(at), [mark](char c) { return c == mark; });
  const size_t end = at + size;
  // GitHub ignores ~ when it classifies the characters around a run.
  const auto* seen = mark == '~' ? "" : "~";
  const auto left = text.substr(0, text.find_last_not_of(seen, at - 1) + 1);
  const auto right = text.substr(std::min(text.find_first_not_of(seen, end), text.size()));
  const auto before = beside(at == 0 || left.empty() ? 0 : last_code_point(left));
  const auto behind = beside(right.empty() ? 0 : first_code_point(right).value);
  const bool is_left =
      behind != Beside::space && (behind != Beside::mark || before != Beside::word);
  const bool is_right =
      before != Beside::space && (before != Beside::mark || behind != Beside::word);
  DelimiterRun run{.mark = mark, .place = {at, end}, .opens = is_left, .closes = is_right};
  if (mark == '_') {
    run.opens = is_left && (!is_right || before == Beside::mark);
    run.closes = is_right && (!is_left || behind == Beside::mark);
  }
  return run;
}

std::vector<std::pair<PlaceRange, PlaceRange>> emphasis_pairs(
    const std::vector<DelimiterRun>& runs, const std::vector<EmphasisLimit>& limits) {
  EmphasisMaker maker;
  auto limit = limits.begin();
  for (const auto& run : runs) {
    for (; limit != limits.end() && limit->at <= run.place.begin; ++limit) maker.add(limit->kind);
    maker.add(run);
  }
  return maker.pairs();
}

}  // namespace regard::serve
