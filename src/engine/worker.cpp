#include "engine/worker.h"

#include <algorithm>
#include <utility>

namespace regard::engine {
namespace {

/// Sentences are read when one place in this many is free: several share the products.
constexpr int64_t kShareRead = 4;

using AttentionRows = std::vector<search::AttentionRow>;

/// The mean over the models that have attention.
AttentionRows mean_of(std::vector<AttentionRows> models) {
  std::erase_if(models, [](const AttentionRows& rows) { return rows.empty(); });
  if (models.empty()) return {};
  if (models.size() == 1) return std::move(models.front());
  AttentionRows means;
  for (size_t row = 0; row < models.front().size(); ++row) {
    std::vector<float> mean(models.front()[row]->size());
    for (size_t place = 0; place < mean.size(); ++place) {
      for (const auto& model : models) mean[place] += (*model[row])[place];
      mean[place] /= static_cast<float>(models.size());
    }
    means.push_back(std::make_shared<const std::vector<float>>(std::move(mean)));
  }
  return means;
}

}  // namespace

Worker::Worker(std::vector<std::unique_ptr<Steps>> models, OutputLayers layers,
               const search::BeamSearchOptions& options, int64_t max_steps, int64_t places,
               Team& team)
    : models_(std::move(models)),
      next_tokens_(std::move(layers), options, places),
      options_(options),
      max_steps_(max_steps),
      team_(team),
      worth_reading_(static_cast<size_t>(std::max<int64_t>(places / kShareRead, 1))) {
  for (int64_t place = places - 1; place >= 0; --place) free_places_.push_back(place);
}

void Worker::run(const Work& work, const std::function<void()>& check) {
  while (!work.queue.is_abandoned()) {
    check();
    if (active_.empty() || free_places_.size() >= worth_reading_) refill(work);
    if (active_.empty()) return;
    step(work);
  }
}

void Worker::refill(const Work& work) {
  std::vector<Source> read;
  while (!free_places_.empty()) {
    const auto number = work.queue.next();
    if (!number) break;
    const auto& source = work.sources[*number];
    const int64_t longest =
        search::max_length(options_, static_cast<int64_t>(source.size()), max_steps_);
    const int64_t place = free_places_.back();
    free_places_.pop_back();
    const auto request = work.requests.empty() ? search::Request() : work.requests[*number];
    active_.push_back(
        {.search = {static_cast<int64_t>(*number), longest, options_, request}, .place = place});
    active_.back().paths.resize(active_.back().search.rows().size());
    read.push_back({.place = place, .tokens = source});
    next_tokens_.begin(read.back(), request);
  }
  if (read.empty()) return;
  for (const auto& model : models_) model->read(read, team_);
}

void Worker::gather_rows() {
  rows_.clear();
  hypotheses_.clear();
  for (auto& sentence : active_) {
    int64_t number = 0;
    for (const auto& row : sentence.search.rows()) {
      const auto& tokens = row.living->tokens;
      rows_.push_back({.place = sentence.place,
                       .number = number,
                       .previous = tokens.empty() ? options_.bos : tokens.back(),
                       .position = sentence.position,
                       .path = sentence.paths[static_cast<size_t>(number)].data()});
      hypotheses_.push_back({.hypothesis = row, .place = sentence.place});
      ++number;
    }
  }
}

void Worker::take_steps() {
  states_.clear();
  std::vector<AttentionRows> attention(models_.size());
  for (size_t model = 0; model < models_.size(); ++model) {
    states_.push_back(models_[model]->step(
        rows_, team_, options_.wants_attention() ? &attention[model] : nullptr));
  }
  attention_ = mean_of(std::move(attention));
}

void Worker::step(const Work& work) {
  gather_rows();
  take_steps();
  const auto continuations = next_tokens_.after(hypotheses_, states_, team_);
  size_t first = 0;
  for (auto& sentence : active_) {
    const size_t count = sentence.paths.size();
    advance(sentence, continuations.subspan(first, count), first);
    first += count;
  }
  std::erase_if(active_, [&](Active& sentence) {
    if (!sentence.search.is_done()) return false;
    work.found[static_cast<size_t>(sentence.search.index())] = sentence.search.n_best();
    free_places_.push_back(sentence.place);
    return true;
  });
}

/// `first_row` of the step is that of the sentence.
void Worker::advance(Active& sentence, std::span<std::vector<search::Continuation>> continuations,
                     size_t first_row) {
  const std::span<const search::AttentionRow> attention(attention_);
  sentence.search.advance(
      continuations, 0,
      attention.empty() ? attention : attention.subspan(first_row, continuations.size()));
  ++sentence.position;
  std::vector<std::vector<int32_t>> paths;
  for (const auto& row : sentence.search.rows()) {
    paths.push_back(sentence.paths[static_cast<size_t>(row.living->row)]);
    paths.back().push_back(static_cast<int32_t>(row.living->row));
  }
  sentence.paths = std::move(paths);
}

}  // namespace regard::engine
