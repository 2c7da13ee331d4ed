#include "search/sentence_search.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <tuple>
#include <utility>

#include "regard/base/str.h"

namespace regard::search {
namespace {

/// Minimum attention of a source token: with log 0, all hypotheses that ignore one would be equal.
constexpr double kLeastCoverage = 1e-6;

void check_at_least(int64_t least, int64_t value, const char* name) {
  if (value >= least) return;
  throw Error(str("beam_search: ", name, " must be at least ", least, ", got ", value));
}

/// The sum over source tokens, except eos, of log(min(attention, 1)).
double coverage(const std::vector<AttentionRow>& attention) {
  if (attention.empty() || attention.front()->empty()) return 0.0;
  double sum = 0.0;
  for (size_t source = 0; source + 1 < attention.front()->size(); ++source) {
    double covered = 0.0;
    for (const auto& row : attention) covered += (*row)[source];
    sum += std::log(std::clamp(covered, kLeastCoverage, 1.0));
  }
  return sum;
}

}  // namespace

bool Continuation::operator<(const Continuation& other) const {
  return std::tie(other.log_prob, token) < std::tie(log_prob, other.token);
}

int64_t max_length(const BeamSearchOptions& options, int64_t source_tokens, int64_t max_steps) {
  const auto allowed =
      static_cast<int64_t>(options.max_length_ratio * static_cast<double>(source_tokens));
  const auto most = options.most_tokens > 0 ? std::min(options.most_tokens, max_steps) : max_steps;
  return std::clamp<int64_t>(allowed + options.max_length_extra, 1, most);
}

SentenceSearch::SentenceSearch(int64_t max_length, const BeamSearchOptions& options,
                               const Request& request)
    : max_length_(max_length),
      options_(&options),
      min_length_(std::max(options.min_length, request.min_length)),
      prefix_(request.prefix),
      phrases_(request.phrases, request.edges),
      may_end_words_(request.may_end_words),
      keeps_attention_(options.keep_attention || request.keep_attention),
      random_(request.random ? std::optional(*request.random) : std::nullopt),
      living_(1) {
  check_at_least(1, options.beam_size, "beam_size");
  check_at_least(1, options.n_best, "n_best");
  check_at_least(1, max_length, "max_lengths");
  if (options.penalty.alpha < 0.0) {
    throw Error(str("beam_search: alpha must be at least 0, got ", options.penalty.alpha));
  }
}

std::vector<SentenceSearch::Candidate> SentenceSearch::ordered(
    std::span<const std::vector<Continuation>> continuations) const {
  std::vector<Candidate> candidates;
  for (size_t parent = 0; parent < living_.size(); ++parent) {
    for (const auto& [log_prob, token, bonus] : continuations[parent]) {
      const double sum = living_[parent].log_prob + log_prob;
      candidates.push_back({sum, sum + bonus, 0, static_cast<int64_t>(parent), token});
    }
  }
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return std::tie(b.rank, a.parent, a.token) < std::tie(a.rank, b.parent, b.token);
  });
  if (!phrases_.empty()) return shared_out(candidates);
  for (size_t index = 0; index < candidates.size(); ++index) candidates[index].index = index;
  return candidates;
}

/// Alternates between the candidates with the most phrase tokens, those with fewer, and so on.
/// Candidates that would end must contain all phrases.
std::vector<SentenceSearch::Candidate> SentenceSearch::shared_out(
    const std::vector<Candidate>& candidates) const {
  std::map<int64_t, std::vector<Candidate>, std::greater<>> by_progress;  // best first
  for (const auto& candidate : candidates) {
    auto tokens = living_[static_cast<size_t>(candidate.parent)].tokens;
    const bool ends = candidate.token == options_->eos;
    if (!ends) tokens.push_back(candidate.token);
    const auto progress = phrases_.of(tokens);
    if (!ends || progress.complete) by_progress[progress.tokens].push_back(candidate);
  }
  std::vector<Candidate> result;
  for (size_t turn = 0; !by_progress.empty(); ++turn) {
    std::erase_if(by_progress, [&](const auto& entry) { return entry.second.size() <= turn; });
    for (auto& [progress, ranked] : by_progress) {
      ranked[turn].index = turn;
      result.push_back(ranked[turn]);
    }
  }
  return result;
}

bool SentenceSearch::may_end() const {
  const auto length = living_.front().tokens.size();
  return static_cast<int64_t>(length) + 1 >= min_length_ && length >= prefix_.size();
}

bool SentenceSearch::is_inside_word(const Living& living) const {
  if (!options_->whole_words.forbid_boundary_after(living.tokens)) return false;
  return std::ranges::find(may_end_words_, living.tokens.back()) == may_end_words_.end();
}

std::optional<int64_t> SentenceSearch::forced() const {
  const size_t length = living_.front().tokens.size();
  return length < prefix_.size() ? std::optional(prefix_[length]) : std::nullopt;
}

std::vector<int64_t> SentenceSearch::wanted(const Living& living) const {
  return phrases_.empty() ? std::vector<int64_t>() : phrases_.of(living.tokens).next;
}

Living SentenceSearch::continued(const Candidate& candidate, int64_t first_row,
                                 std::span<const AttentionRow> attention) const {
  auto next = living_[static_cast<size_t>(candidate.parent)];
  next.tokens.push_back(candidate.token);
  if (options_->keep_token_scores) {
    next.token_log_probs.push_back(candidate.log_prob - next.log_prob);
  }
  next.log_prob = candidate.log_prob;
  next.row = first_row + candidate.parent;
  if (!attention.empty()) {
    next.attention.push_back(attention[static_cast<size_t>(candidate.parent)]);
  }
  return next;
}

void SentenceSearch::advance(std::span<const std::vector<Continuation>> continuations,
                             int64_t first_row, std::span<const AttentionRow> attention) {
  const auto beam_size = static_cast<size_t>(options_->beam_size);
  std::vector<Living> next;
  for (const auto& candidate : ordered(continuations)) {
    const bool is_among_best = candidate.index < beam_size;
    if (!is_among_best && next.size() == beam_size) break;
    if (candidate.token != options_->eos) {
      if (next.size() < beam_size) next.push_back(continued(candidate, first_row, attention));
    } else if (is_among_best) {
      finish(continued(candidate, first_row, attention), true);
    }
  }
  if (next.empty() && finished_.empty()) {  // no token may follow
    finish_living();
    return;
  }
  living_ = std::move(next);
  if (!living_.empty() && living_.front().tokens.size() == prefix_.size()) {
    prefix_log_prob_ = living_.front().log_prob;
  }
  const bool is_greedy = beam_size == 1;
  if (is_greedy && !finished_.empty()) {
    living_.clear();
  } else {
    drop_hopeless();
  }
  if (!living_.empty() && static_cast<int64_t>(living_.front().tokens.size()) == max_length_) {
    finish_living();
  }
}

void SentenceSearch::finish(const Living& hypothesis, bool finished) {
  const auto length = std::ssize(hypothesis.tokens), chosen = length - std::ssize(prefix_);
  double score =
      chosen > 0 ? options_->penalty.score(hypothesis.log_prob - prefix_log_prob_, chosen, finished)
                 : options_->penalty.score(hypothesis.log_prob, length, finished);
  if (options_->coverage_penalty > 0.0) {
    score += options_->coverage_penalty * coverage(hypothesis.attention);
  }
  finished_.push_back({.tokens = hypothesis.tokens,
                       .log_prob = hypothesis.log_prob,
                       .score = score,
                       .finished = finished});
  if (options_->keep_token_scores) finished_.back().token_log_probs = hypothesis.token_log_probs;
  if (!keeps_attention_) return;
  for (const auto& row : hypothesis.attention) finished_.back().attention.push_back(*row);
}

/// Finishes the living hypotheses as cut off at the maximum length.
void SentenceSearch::finish_living() {
  for (const auto& living : living_) finish(living, false);
  living_.clear();
}

// Log-probabilities and coverage can only lower a score. A hypothesis's log-probability divided
// by the largest normalizer therefore bounds the score of its continuations. A continuation that
// ends with the same score as the worst of the n best ranks below it. Everything that ranks below a
// hopeless hypothesis is also hopeless. Dropping it thus admits no other hypothesis that counts,
// unless the order of hypotheses also depends on something else.
void SentenceSearch::drop_hopeless() {
  const auto wanted = static_cast<size_t>(options_->n_best);
  if (finished_.size() < wanted) return;
  std::vector<double> scores;
  for (const auto& hypothesis : finished_) scores.push_back(hypothesis.score);
  const auto worst = scores.begin() + static_cast<std::ptrdiff_t>(wanted) - 1;
  std::nth_element(scores.begin(), worst, scores.end(), std::greater<>());
  const auto is_hopeless = [&](const Living& living) {
    const auto longest = std::max<int64_t>(max_length_ - std::ssize(prefix_), 1);
    return (living.log_prob - prefix_log_prob_) / options_->penalty.normalizer(longest) <= *worst;
  };
  const bool by_log_prob_alone = phrases_.empty() && options_->groups == 1;
  if (by_log_prob_alone || std::all_of(living_.begin(), living_.end(), is_hopeless)) {
    std::erase_if(living_, is_hopeless);
  }
}

std::vector<Hypothesis> SentenceSearch::n_best() {
  std::stable_sort(finished_.begin(), finished_.end(),
                   [](const Hypothesis& a, const Hypothesis& b) {
                     return std::tie(a.finished, a.score) > std::tie(b.finished, b.score);
                   });
  if (finished_.size() > static_cast<size_t>(options_->n_best)) {
    finished_.resize(static_cast<size_t>(options_->n_best));
  }
  return std::move(finished_);
}

Error broken_weights() {
  return Error("the model produced NaN: its weights are corrupt", {},
               "use the weights of an earlier checkpoint", ExitCode::failure);
}

}  // namespace regard::search
