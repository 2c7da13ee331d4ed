#include "engine/worker.h"

#include <algorithm>
#include <utility>

namespace regard::engine {
namespace {

/// Sentences are read when one place in this many is free: several share the products.
constexpr int64_t kShareRead = 4;

}  // namespace

Worker::Worker(Steps& steps, const OutputLayer& output, const search::BeamSearchOptions& options,
               int64_t max_steps, int64_t places, Team& team)
    : steps_(steps),
      output_(output),
      best_tokens_(search::SentenceSearch::continuations_wanted(options)),
      options_(options),
      max_steps_(max_steps),
      team_(team),
      never_({options.pad, options.bos}),
      never_with_eos_({options.pad, options.bos, options.eos}),
      worth_reading_(static_cast<size_t>(std::max<int64_t>(places / kShareRead, 1))) {
  if (output.selectable != nullptr) vocabularies_.resize(static_cast<size_t>(places));
  for (int64_t place = places - 1; place >= 0; --place) free_places_.push_back(place);
}

void Worker::run(SentenceQueue& queue, std::span<const Tokens> sources,
                 std::span<const search::Request> requests,
                 std::span<std::vector<search::Hypothesis>> found,
                 const std::function<void()>& check) {
  while (!queue.is_abandoned()) {
    check();
    if (active_.empty() || free_places_.size() >= worth_reading_) refill(queue, sources, requests);
    if (active_.empty()) return;
    step(found);
  }
}

void Worker::refill(SentenceQueue& queue, std::span<const Tokens> sources,
                    std::span<const search::Request> requests) {
  std::vector<Source> read;
  while (!free_places_.empty()) {
    const auto number = queue.next();
    if (!number) break;
    const auto& source = sources[*number];
    const int64_t longest =
        search::max_length(options_, static_cast<int64_t>(source.size()), max_steps_);
    const int64_t place = free_places_.back();
    free_places_.pop_back();
    const auto request = requests.empty() ? search::Request() : requests[*number];
    active_.push_back(
        {.search = {static_cast<int64_t>(*number), longest, options_, request}, .place = place});
    read.push_back({.place = place, .tokens = source});
    if (output_.selectable != nullptr) select_vocabulary(read.back());
  }
  if (!read.empty()) steps_.read(read, team_);
}

void Worker::select_vocabulary(const Source& source) {
  auto& vocabulary = vocabularies_[static_cast<size_t>(source.place)];
  vocabulary.tokens = output_.vocabulary(source.tokens);
  output_.selectable->select(vocabulary.tokens, vocabulary.output);
  const auto numbers_of = [&](const std::vector<int64_t>& tokens) {
    std::vector<int64_t> numbers;
    for (const int64_t token : tokens) {
      const auto found = std::ranges::lower_bound(vocabulary.tokens, token);
      if (found != vocabulary.tokens.end() && *found == token) {
        numbers.push_back(found - vocabulary.tokens.begin());
      }
    }
    return numbers;
  };
  vocabulary.never = numbers_of(never_);
  vocabulary.never_with_eos = numbers_of(never_with_eos_);
}

void Worker::step(std::span<std::vector<search::Hypothesis>> found) {
  rows_.clear();
  sentences_.clear();
  for (const auto& sentence : active_) {
    for (size_t number = 0; number < sentence.search.living().size(); ++number) {
      const auto& tokens = sentence.search.living()[number].tokens;
      rows_.push_back({.place = sentence.place,
                       .number = static_cast<int64_t>(number),
                       .previous = tokens.empty() ? options_.bos : tokens.back(),
                       .position = sentence.position,
                       .path = sentence.paths[number].data()});
      sentences_.push_back(&sentence);
    }
  }
  attention_.clear();
  const auto states = steps_.step(rows_, team_, options_.wants_attention() ? &attention_ : nullptr);
  vocabularies_.empty() ? advance_all(states) : advance_each(states);
  std::erase_if(active_, [&](Active& sentence) {
    if (!sentence.search.is_done()) return false;
    found[static_cast<size_t>(sentence.search.index())] = sentence.search.n_best();
    free_places_.push_back(sentence.place);
    return true;
  });
}

void Worker::advance_all(FloatRows states) {
  const auto continuations = best_tokens_.find(output_.all, states, team_, [&](int64_t row) {
    const bool may_end = sentences_[static_cast<size_t>(row)]->search.may_end();
    return std::span<const int64_t>(may_end ? never_ : never_with_eos_);
  });
  size_t first = 0;
  for (auto& sentence : active_) {
    const size_t count = sentence.search.living().size();
    advance(sentence, continuations.subspan(first, count), first);
    first += count;
  }
}

void Worker::advance_each(FloatRows states) {
  FloatRows rows{states.data, states.stride, 0};  // of a sentence
  size_t first = 0;
  for (auto& sentence : active_) {
    const auto& vocabulary = vocabularies_[static_cast<size_t>(sentence.place)];
    rows.count = static_cast<int64_t>(sentence.search.living().size());
    const auto continuations = best_tokens_.find(vocabulary.output, rows, team_, [&](int64_t) {
      return std::span<const int64_t>(sentence.search.may_end() ? vocabulary.never
                                                                : vocabulary.never_with_eos);
    });
    for (auto& of_row : continuations) {
      for (auto& continuation : of_row) {
        continuation.token = vocabulary.tokens[static_cast<size_t>(continuation.token)];
      }
    }
    advance(sentence, continuations, first);
    first += static_cast<size_t>(rows.count);
    rows.data += rows.count * rows.stride;
  }
}

void Worker::advance(Active& sentence,
                     std::span<const std::vector<search::Continuation>> continuations,
                     size_t first_row) {
  const std::span<const search::AttentionRow> attention(attention_);
  sentence.search.advance(
      continuations, 0,
      attention.empty() ? attention : attention.subspan(first_row, continuations.size()));
  ++sentence.position;
  std::vector<std::vector<int32_t>> paths;
  for (const auto& living : sentence.search.living()) {
    paths.push_back(sentence.paths[static_cast<size_t>(living.row)]);
    paths.back().push_back(static_cast<int32_t>(living.row));
  }
  sentence.paths = std::move(paths);
}

}  // namespace regard::engine
