#include "engine/worker.h"

#include <algorithm>
#include <utility>

namespace regard::engine {
namespace {

/// Sentences are read when one place in this many is free: several share the products.
constexpr int64_t kShareRead = 4;

std::vector<int64_t> in_order(std::vector<int64_t> tokens) {
  std::ranges::sort(tokens);
  return tokens;
}

std::vector<int64_t> inside_word(const search::BeamSearchOptions& options) {
  auto tokens = options.whole_words.boundaries;
  tokens.insert(tokens.end(), {options.pad, options.bos, options.eos});
  return in_order(std::move(tokens));
}

}  // namespace

std::span<const int64_t> Worker::Never::after(const search::SentenceSearch& search,
                                              const search::Living& living) const {
  if (search.is_inside_word(living)) return inside_word;
  return search.may_end() ? always : too_early;
}

Worker::Worker(Steps& steps, const OutputLayer& output, const search::BeamSearchOptions& options,
               int64_t max_steps, int64_t places, Team& team)
    : steps_(steps),
      output_(output),
      best_tokens_(search::SentenceSearch::continuations_wanted(options)),
      options_(options),
      max_steps_(max_steps),
      team_(team),
      never_({.always = in_order({options.pad, options.bos}),
              .too_early = in_order({options.pad, options.bos, options.eos}),
              .inside_word = inside_word(options)}),
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
    for (size_t number = 0; number < vocabulary.tokens.size(); ++number) {
      if (std::ranges::binary_search(tokens, vocabulary.tokens[number])) {
        numbers.push_back(static_cast<int64_t>(number));
      }
    }
    return numbers;
  };
  vocabulary.never = {.always = numbers_of(never_.always),
                      .too_early = numbers_of(never_.too_early),
                      .inside_word = numbers_of(never_.inside_word)};
}

void Worker::step(std::span<std::vector<search::Hypothesis>> found) {
  rows_.clear();
  living_.clear();
  sentences_.clear();
  for (const auto& sentence : active_) {
    for (size_t number = 0; number < sentence.search.living().size(); ++number) {
      const auto& living = sentence.search.living()[number];
      const auto& tokens = living.tokens;
      rows_.push_back({.place = sentence.place,
                       .number = static_cast<int64_t>(number),
                       .previous = tokens.empty() ? options_.bos : tokens.back(),
                       .position = sentence.position,
                       .path = sentence.paths[number].data()});
      living_.push_back(&living);
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
    const auto at = static_cast<size_t>(row);
    return never_.after(sentences_[at]->search, *living_[at]);
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
    const auto continuations = best_tokens_.find(vocabulary.output, rows, team_, [&](int64_t row) {
      const auto& living = sentence.search.living()[static_cast<size_t>(row)];
      return vocabulary.never.after(sentence.search, living);
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
