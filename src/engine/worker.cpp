#include "engine/worker.h"

#include <utility>

namespace regard::engine {

Worker::Worker(Steps& steps, const PackedMatrix& output, const search::BeamSearchOptions& options,
               int64_t max_steps, int64_t places, Team& team)
    : steps_(steps),
      best_tokens_(output, search::SentenceSearch::continuations_wanted(options)),
      options_(options),
      max_steps_(max_steps),
      team_(team),
      never_({options.pad, options.bos}),
      never_with_eos_({options.pad, options.bos, options.eos}) {
  for (int64_t place = places - 1; place >= 0; --place) free_places_.push_back(place);
}

void Worker::run(SentenceQueue& queue, std::span<const Tokens> sources,
                 std::span<std::vector<search::Hypothesis>> found,
                 const std::function<void()>& check) {
  while (!queue.is_abandoned()) {
    check();
    if (!free_places_.empty()) refill(queue, sources);
    if (active_.empty()) return;
    step(found);
  }
}

void Worker::refill(SentenceQueue& queue, std::span<const Tokens> sources) {
  std::vector<Source> read;
  while (!free_places_.empty()) {
    const auto number = queue.next();
    if (!number) break;
    const auto& source = sources[*number];
    const int64_t longest =
        search::max_length(options_, static_cast<int64_t>(source.size()), max_steps_);
    const int64_t place = free_places_.back();
    free_places_.pop_back();
    active_.push_back(
        {.search = {static_cast<int64_t>(*number), longest, options_}, .place = place});
    read.push_back({.place = place, .tokens = source});
  }
  if (!read.empty()) steps_.read(read, team_);
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
  const auto states = steps_.step(rows_, team_);
  const auto& continuations = best_tokens_.find(states, team_, [&](int64_t row) {
    const bool may_end = sentences_[static_cast<size_t>(row)]->search.may_end();
    return std::span<const int64_t>(may_end ? never_ : never_with_eos_);
  });
  size_t first = 0;
  for (auto& sentence : active_) {
    const size_t count = sentence.search.living().size();
    advance(sentence, std::span(continuations).subspan(first, count));
    first += count;
  }
  std::erase_if(active_, [&](Active& sentence) {
    if (!sentence.search.is_done()) return false;
    found[static_cast<size_t>(sentence.search.index())] = sentence.search.n_best();
    free_places_.push_back(sentence.place);
    return true;
  });
}

void Worker::advance(Active& sentence,
                     std::span<const std::vector<search::Continuation>> continuations) {
  sentence.search.advance(continuations, 0);
  ++sentence.position;
  std::vector<std::vector<int32_t>> paths;
  for (const auto& living : sentence.search.living()) {
    paths.push_back(sentence.paths[static_cast<size_t>(living.row)]);
    paths.back().push_back(static_cast<int32_t>(living.row));
  }
  sentence.paths = std::move(paths);
}

}  // namespace regard::engine
