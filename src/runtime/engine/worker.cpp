#include "engine/worker.h"

#include <algorithm>
#include <utility>

#include "engine/profile.h"

namespace regard::engine {
namespace {

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

Worker::Worker(std::vector<std::unique_ptr<Steps>> models, OutputLayers layers, int64_t max_steps,
               int64_t places)
    : models_(std::move(models)), next_tokens_(std::move(layers), places), max_steps_(max_steps) {
  for (int64_t place = places - 1; place >= 0; --place) free_places_.push_back(place);
  // So that leaving needs no memory.
  active_.reserve(free_places_.size());
  left_.reserve(free_places_.size());
}

int64_t Worker::bytes() const {
  int64_t bytes = 0;
  for (const auto& [sentence, search, place, position, paths] : active_) {
    bytes += sentence.call->bytes(sentence.number);
  }
  return bytes;
}

void Worker::begin(std::span<const SentenceQueue::Sentence> sentences, Team& team) {
  const size_t before = active_.size();
  try {
    begin_one_by_one(sentences, team);
  } catch (...) {
    for (size_t added = before; added < active_.size(); ++added) clear(active_[added]);
    active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(before), active_.end());
    throw;
  }
}

void Worker::begin_one_by_one(std::span<const SentenceQueue::Sentence> sentences, Team& team) {
  std::vector<Source> read;
  for (const auto& sentence : sentences) {
    const auto& [call, number] = sentence;
    const auto& rules = call->rules();
    const auto& source = call->source(number);
    const auto& request = call->request(number);
    const int64_t longest =
        search::max_length(rules.options, static_cast<int64_t>(source.size()), max_steps_);
    active_.push_back({.sentence = sentence,
                       .search = {static_cast<int64_t>(number), longest, rules.options, request},
                       .place = free_places_.back()});
    free_places_.pop_back();
    auto& added = active_.back();
    added.paths.resize(added.search.rows().size());
    read.push_back({.place = added.place, .numbers = rules.options.beam_size, .tokens = source});
    next_tokens_.begin(read.back(), request, rules);
  }
  const PhaseTimer timer(Phase::reading, team.members());
  for (const auto& model : models_) model->read(read, team);
}

void Worker::clear(const Active& sentence) {
  for (const auto& model : models_) model->leave(sentence.place);
  free_places_.push_back(sentence.place);
}

void Worker::leave(const Active& sentence) {
  clear(sentence);
  left_.push_back(sentence.sentence);
}

void Worker::drop_abandoned() {
  std::erase_if(active_, [&](const Active& sentence) {
    if (!sentence.sentence.call->is_abandoned()) return false;
    leave(sentence);
    return true;
  });
}

void Worker::drop_all() {
  for (const auto& sentence : active_) leave(sentence);
  active_.clear();
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
                       .previous = tokens.empty() ? sentence.rules().options.bos : tokens.back(),
                       .position = sentence.position,
                       .path = sentence.paths[static_cast<size_t>(number)].data()});
      hypotheses_.push_back(
          {.hypothesis = row, .place = sentence.place, .rules = &sentence.rules()});
      ++number;
    }
  }
}

void Worker::take_steps(Team& team) {
  const PhaseTimer timer(Phase::steps, team.members());
  states_.clear();
  std::vector<AttentionRows> attention(models_.size());
  const bool is_wanted = std::ranges::any_of(
      active_, [](const auto& one) { return one.rules().options.wants_attention(); });
  for (size_t model = 0; model < models_.size(); ++model) {
    states_.push_back(models_[model]->step(rows_, team, is_wanted ? &attention[model] : nullptr));
  }
  attention_ = mean_of(std::move(attention));
}

void Worker::step(Team& team) {
  drop_abandoned();
  if (active_.empty()) return;
  gather_rows();
  take_steps(team);
  const auto continuations = [&] {
    const PhaseTimer timer(Phase::output, team.members());
    return next_tokens_.after(hypotheses_, states_, team);
  }();
  const PhaseTimer timer(Phase::search, team.members());
  size_t first = 0;
  for (auto& sentence : active_) {
    const size_t count = sentence.paths.size();
    advance(sentence, continuations.subspan(first, count), first);
    first += count;
  }
  std::erase_if(active_, [&](Active& active) {
    if (!active.search.is_done()) return false;
    active.sentence.call->keep(active.sentence.number, active.search.n_best());
    leave(active);
    return true;
  });
}

/// `first_row` of the step is that of the sentence.
void Worker::advance(Active& sentence, std::span<std::vector<search::Continuation>> continuations,
                     size_t first_row) {
  std::span<const search::AttentionRow> attention;
  if (sentence.rules().options.wants_attention()) attention = attention_;
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
