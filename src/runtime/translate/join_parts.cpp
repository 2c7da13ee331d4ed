#include "translate/translate_lines.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <numeric>
#include <queue>
#include <span>
#include <tuple>
#include <utility>

#include "base/utf8.h"
#include "regard/text/glossary.h"
#include "text/characters.h"
#include "text/tokenizer_pair.h"
#include "translate/literal.h"

namespace regard::translate {
namespace {

/// Words with fewer letters, such as articles and prepositions, may be repeated.
constexpr size_t kFewestLetters = 4;

/// Counts of features in a text with terms, minus those in the free translation and the terms.
struct Counts {
  std::map<std::u32string, int64_t> words;
  int64_t ends = 0;  ///< sentence-final marks
  int64_t unknown = 0;
  int64_t dangling = 0;  ///< apostrophes before a space
  int64_t all_words = 0;

  void add(std::string_view text, int64_t times) {
    const text::FoldedText folded(text, text::FoldedText::Case::ignored);
    const auto& characters = folded.characters;
    std::u32string word;
    for (size_t at = 0; at <= characters.size(); ++at) {
      const char32_t character = at < characters.size() ? characters[at] : U' ';
      if (text::is_of_word(character)) {
        word += character;
        continue;
      }
      if (!word.empty()) {
        words[word] += times;
        all_words += times;
      }
      word.clear();
      if (character == '.' || character == '?' || character == '!') ends += times;
      if (character == U'\u2047') unknown += times;
      if (character == '\'' && at + 1 < characters.size() && characters[at + 1] == ' ') {
        dangling += times;
      }
    }
  }
};

/// The last character of a sentence if it is a mark; otherwise 0.
char32_t last_of(std::string_view sentence) {
  const auto characters = decode_utf8(sentence);
  const char32_t last = characters.empty() ? U'\0' : characters.back();
  return text::is_of_word(last) ? U'\0' : last;
}

}  // namespace

bool is_whole(std::string_view text, std::string_view free, std::span<const std::string> terms,
              std::span<const std::string> replaced) {
  Counts written, expected, gone;
  written.add(text, 1);
  expected.add(free, 1);
  for (const auto& term : terms) expected.add(term, 1);
  for (const auto& words : replaced) {
    expected.add(words, -1);
    gone.add(words, 1);
  }
  if (last_of(text) != last_of(free)) return false;
  if (written.ends != expected.ends || written.unknown > expected.unknown ||
      written.dangling > expected.dangling) {
    return false;
  }
  for (const auto& [word, times] : written.words) {
    const int64_t most = std::max<int64_t>(expected.words[word], 0);
    const bool is_gone = gone.words.contains(word) && times > most;
    const bool is_doubled = word.size() >= kFewestLetters && times > std::max<int64_t>(most, 1);
    if (is_gone || is_doubled) return false;
  }
  const int64_t difference = std::abs(written.all_words - expected.all_words);
  return difference <= std::max<int64_t>(2, expected.all_words / 4);
}

namespace {

bool is_finished(const Candidate& candidate) {
  return !candidate.ids.empty() && candidate.ids.back() == text::kEos;
}

/// Ranks a combination of candidates for a line's first parts: fewer parts that reached the maximum
/// length come first, then larger sums of scores.
struct Rank {
  int64_t unfinished = 0;
  double score = 0.0;

  Rank followed_by(const Candidate& candidate) const {
    return {unfinished + (is_finished(candidate) ? 0 : 1), score + candidate.score};
  }
  bool operator<(const Rank& other) const {
    return std::pair(unfinished, -score) < std::pair(other.unfinished, -other.score);
  }
};

/// A candidate of a part, appended to a combination of candidates for the previous parts.
struct Link {
  Rank rank;
  size_t before;     ///< index of the combination
  size_t candidate;  ///< index within the part

  /// Orders worse links first, so that a priority queue returns the best.
  bool operator<(const Link& other) const {
    if (other.rank < rank || rank < other.rank) return other.rank < rank;
    return std::tie(other.before, other.candidate) < std::tie(before, candidate);
  }
};

/// The `n_best` best continuations of the combinations, best first. A combination's next candidate
/// enters the queue only once the previous one has been taken.
std::vector<Link> best_links(const std::vector<Link>& before, const Translation& part,
                             size_t n_best) {
  const auto& candidates = part.n_best;
  std::vector<size_t> order(candidates.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](size_t a, size_t b) {
    return Rank().followed_by(candidates[a]) < Rank().followed_by(candidates[b]);
  });
  const auto link = [&](size_t number, size_t place) {
    return Link{before[number].rank.followed_by(candidates[order[place]]), number, place};
  };
  std::priority_queue<Link> queue;
  if (!order.empty()) {
    for (size_t number = 0; number < before.size(); ++number) queue.push(link(number, 0));
  }
  std::vector<Link> links;
  while (!queue.empty() && links.size() < n_best) {
    links.push_back(queue.top());
    queue.pop();
    auto& last = links.back();
    if (last.candidate + 1 < order.size()) queue.push(link(last.before, last.candidate + 1));
    last.candidate = order[last.candidate];
  }
  return links;
}

template <class Value>
void append(const std::vector<Value>& values, std::vector<Value>& to) {
  to.insert(to.end(), values.begin(), values.end());
}

/// The number of source words of a part: the columns of its attention.
size_t words_of_source(const Translation& part) {
  for (const auto& candidate : part.n_best) {
    if (!candidate.attention.empty()) return candidate.attention.front().size();
  }
  return part.source_words.size();
}

class Joiner {
 public:
  Joiner(std::span<const Translation> parts, size_t n_best,
         const std::function<void()>& before_part)
      : parts_(parts), before_part_(before_part) {
    std::vector<Link> begun = {Link()};
    for (const auto& part : parts_) {
      before_part_();
      links_.push_back(best_links(begun, part, n_best));
      begun = links_.back();
      words_.push_back(words_of_source(part));
    }
  }

  Translation line() const {
    Translation line;
    for (size_t number = 0; number < links_.back().size(); ++number) {
      line.n_best.push_back(candidate(number));
    }
    if (!line.n_best.empty()) line.text = line.n_best.front().text;
    for (const auto& part : parts_) {
      append(part.source_words, line.source_words);
      append(part.unmet, line.unmet);
      append(part.unknown, line.unknown);
    }
    line.repeats = std::ranges::any_of(parts_, &Translation::repeats);
    line.has_cut_prefix = std::ranges::any_of(parts_, &Translation::has_cut_prefix);
    line.is_short = std::ranges::any_of(parts_, &Translation::is_short);
    return line;
  }

 private:
  /// Builds a line's candidate from the combination with this index: one candidate per part.
  Candidate candidate(size_t number) const {
    std::vector<size_t> chosen(parts_.size());
    for (size_t part = parts_.size(), at = number; part-- > 0; at = links_[part][at].before) {
      chosen[part] = links_[part][at].candidate;
    }
    Candidate line;
    size_t words_before = 0;
    for (size_t part = 0; part < parts_.size(); ++part) {
      before_part_();
      if (is_finished(line)) {
        line.ids.pop_back();
        if (!line.pieces.empty()) line.pieces.pop_back();
        if (!line.token_log_probs.empty()) line.token_log_probs.pop_back();
      }
      const auto& next = parts_[part].n_best[chosen[part]];
      line.text += next.text;
      line.finished = line.finished && next.finished;
      line.log_prob += next.log_prob;
      line.score += next.score;
      append(next.ids, line.ids);
      append(next.token_log_probs, line.token_log_probs);
      append(next.pieces, line.pieces);
      append(next.words, line.words);
      append(next.attention, line.attention);
      line.attention_begins.resize(line.attention.size(), words_before);
      words_before += words_[part];
    }
    line.score /= static_cast<double>(parts_.size());
    return line;
  }

  std::span<const Translation> parts_;
  const std::function<void()>& before_part_;
  std::vector<std::vector<Link>> links_;  // links by part
  std::vector<size_t> words_;             // words in each part's source
};

}  // namespace

std::vector<Translation> join_parts(const Sources& sources, std::vector<Translation> translations,
                                    int64_t n_best, const std::function<void()>& before_part) {
  std::vector<Translation> of_lines(sources.line_count);
  for (size_t source = 0; source < translations.size(); ++source) {
    const bool needs_space = sources.before[source].empty() && !sources.begins_line(source);
    const bool ends_line = source + 1 == translations.size() || sources.begins_line(source + 1);
    add_marks_before(translations[source], needs_space ? " " : sources.before[source]);
    if (ends_line) add_marks_behind(translations[source], sources.behind[sources.lines[source]]);
  }
  for (size_t first = 0, end = 0; first < translations.size(); first = end) {
    for (end = first + 1; end < translations.size() && !sources.begins_line(end);) ++end;
    auto& line = of_lines[sources.lines[first]];
    const size_t parts = end - first;
    line = parts == 1 ? std::move(translations[first])
                      : Joiner(std::span(translations).subspan(first, parts),
                               static_cast<size_t>(n_best), before_part)
                            .line();
    const size_t sentences = sources.sentences[end - 1] - sources.sentences[first] + 1;
    line.sentences = static_cast<int64_t>(sentences);
    line.cuts = static_cast<int64_t>(parts - sentences);
  }
  return of_lines;
}

}  // namespace regard::translate
