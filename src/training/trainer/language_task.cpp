#include "trainer/language_task.h"
#include "base/readable.h"

#include <torch/utils.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/log.h"
#include "config/text_name.h"
#include "interop/load_model.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "scoring/score_text.h"
#include "text/tokenizer.h"
#include "text/tokenizer_pair.h"
#include "trainer/model_files.h"
#include "trainer/task.h"
#include "trainer/trainer_step.h"

namespace regard::train {
namespace {

text::TokenizerPair train_one_tokenizer(const config::Experiment& experiment) {
  const auto& options = experiment.tokenizer;
  const auto lines = corpus::plain_training_lines(experiment.data);
  log_info("training a tokenizer (", name_of(options.type), ") on ", counted(lines.size(), "line"));
  const auto tokenizer = text::train_tokenizer(lines, options);
  return {tokenizer, tokenizer, experiment.data.preprocess};
}

std::optional<corpus::TokenStream> read_if_named(const config::ParallelText& text,
                                                 const text::TokenizerPair& tokenizers) {
  if (text.empty()) return std::nullopt;
  return corpus::read_token_stream(std::span(&text, 1), tokenizers);
}

std::vector<corpus::TokenStream> read_validation_texts(
    const config::OneOrList<config::ParallelText>& texts, const text::TokenizerPair& tokenizers) {
  std::vector<corpus::TokenStream> streams;
  for (const auto& text : texts) {
    if (auto stream = read_if_named(text, tokenizers)) streams.push_back(std::move(*stream));
  }
  return streams;
}

corpus::TokenStream read_training_text(const config::DataOptions& options,
                                       const text::TokenizerPair& tokenizers) {
  auto stream = corpus::read_token_stream(options.train, tokenizers);
  log_info("training on ", counted(stream.lines(), "line"), ", ", counted(stream.size(), "token"));
  return stream;
}

void check_truncation(const config::Experiment& experiment, const model::LanguageModel& model) {
  if (model.is_recurrent() || experiment.bptt.mode == config::Truncation::full) return;
  throw Error(
      str("is ", name_of(experiment.bptt.mode), ", but model.type ",
          experiment.model.find("type")->text, " has no state that gradients flow back through"),
      "bptt.mode", "use full, or a recurrent model");
}

int64_t rows_of(const config::Experiment& experiment, int64_t batch_tokens) {
  const auto& training = experiment.training;
  const int64_t rows = std::max<int64_t>(batch_tokens / experiment.bptt.steps, 1);
  return training.batch_sentences > 0 ? std::min(rows, training.batch_sentences) : rows;
}

/// The states of all rows, in the order of the parts.
model::DecoderState joined(const std::vector<model::DecoderState>& parts) {
  if (parts.size() == 1) return parts.front();
  std::vector<torch::Tensor> all;
  for (size_t i = 0; i < parts.front().own.tensors().size(); ++i) {
    std::vector<torch::Tensor> rows;
    for (const auto& part : parts) rows.push_back(part.own.tensors()[i]);
    all.push_back(torch::cat(rows));
  }
  return {parts.front().own.with(all), parts.front().position};
}

nn::TruncationOptions truncation(const config::BpttOptions& options) {
  nn::TruncationOptions truncation{.every = options.every, .keep = options.keep};
  if (options.mode == config::Truncation::truncated) truncation.mode = nn::Truncation::truncated;
  if (options.mode == config::Truncation::random) truncation.mode = nn::Truncation::random;
  return truncation;
}

}  // namespace

LanguageTask::LanguageTask(const config::Experiment& experiment, const RunDirectory& directory,
                           bool resume, torch::Device device, const parallel::Group& group,
                           corpus::TextHashes known)
    : experiment_(experiment),
      device_(device),
      group_(group),
      cache_(directory.cache(experiment.data.cache), experiment.data, std::move(known)),
      tokenizers_(resume ? directory.load_tokenizers(experiment.data.preprocess)
                         : kept_tokenizers(experiment, cache_, train_one_tokenizer)),
      valid_(read_validation_texts(experiment.data.valid, tokenizers_)),
      test_(read_if_named(experiment.data.test, tokenizers_)),
      text_(read_training_text(experiment.data, tokenizers_)),
      model_(begin_model(interop::make_language_model, experiment, tokenizers_, resume, device)),
      flops_(model::token_flops(*model_, model_->output_layer())) {
  check_truncation(experiment, *model_);
  const auto& batch_tokens = experiment.training.batch_tokens;
  if (!batch_tokens.is_auto()) set_batch_tokens(*batch_tokens.number);
}

void LanguageTask::set_batch_tokens(int64_t tokens) {
  rows_ = rows_of(experiment_, tokens);
  sampler_.emplace(text_.size(), corpus::SegmentSamplerOptions{
                                     .rows = rows_ * group_.size(),
                                     .steps = experiment_.bptt.steps,
                                     .partition = experiment_.bptt.partition,
                                     .seed = static_cast<uint64_t>(experiment_.training.seed)});
}

void LanguageTask::try_batch(int64_t tokens) {
  const corpus::Segments segments(static_cast<size_t>(rows_of(experiment_, tokens)), 0);
  auto state = model_->start(static_cast<int64_t>(segments.size()));
  const auto batch = corpus::make_batch(text_.tokens(), segments, experiment_.bptt.steps, device_);
  const auto outputs = model_->states(batch.input, state, {});
  model_->output_layer()
      ->loss(outputs.flatten(0, 1), batch.labels.flatten(), experiment_.training.label_smoothing,
             text::kPad)
      .loss_sum.backward();
}

bool LanguageTask::carries_state() const {
  return experiment_.bptt.carry_state && model_->is_recurrent() && sampler_->continues();
}

StepSums LanguageTask::accumulate_gradients(int64_t batches, int64_t parts,
                                            const BeforeBatch& before_last) {
  const int64_t steps = experiment_.bptt.steps;
  const auto cuts = truncation(experiment_.bptt);
  last_.clear();
  StepSums sums;
  sums.target_tokens = batches * rows_ * group_.size() * steps;
  sums.flops = kForwardAndBackward * static_cast<double>(sums.target_tokens) * flops_.target;
  for (int64_t i = 0; i < batches; ++i) {
    if (!carries_state() || state_.own.empty()) state_ = model_->start(rows_);
    last_.push_back(sampler_->next());
    const auto factors = cuts.mode == nn::Truncation::full ? std::vector<double>()
                                                           : nn::gradient_factors(cuts, steps);
    std::vector<model::DecoderState> states;
    int64_t first_row = 0;
    const auto own =
        std::span(last_.back())
            .subspan(static_cast<size_t>(group_.rank() * rows_), static_cast<size_t>(rows_));
    const auto pieces = split<int64_t>(own, parts);
    for (const auto part : pieces) {
      const auto rows = static_cast<int64_t>(part.size());
      states.push_back(rows == rows_ ? state_
                                     : state_.select(torch::arange(first_row, first_row + rows,
                                                                   torch::device(device_))));
      first_row += rows;
      const corpus::Segments segments(part.begin(), part.end());
      const auto batch = corpus::make_batch(text_.tokens(), segments, steps, device_);
      const auto input = word_dropout(batch.input, experiment_.training.word_dropout);
      const auto outputs = model_->states(input, states.back(), factors);
      const auto loss =
          model_->output_layer()->loss(outputs.flatten(0, 1), batch.labels.flatten(),
                                       experiment_.training.label_smoothing, text::kPad);
      const bool last = i + 1 == batches && states.size() == pieces.size();
      if (before_last && last) before_last();
      (loss.loss_sum / (static_cast<double>(sums.target_tokens) / loss_scale_)).backward();
      sums.loss += loss.loss_sum.item<double>();
      sums.negative_log_likelihood += loss.nll_sum.item<double>();
    }
    // A state that is not finite would spoil all later segments.
    const bool carry = carries_state() && std::isfinite(sums.loss);
    state_ = carry ? joined(states).detach() : model::DecoderState();
  }
  return sums;
}

std::vector<BatchText> LanguageTask::last_texts() const {
  std::vector<BatchText> texts;
  const auto size = static_cast<size_t>(experiment_.bptt.steps) + 1;  // including the last label
  for (const auto& segments : last_) {
    for (const int64_t begin : segments) {
      const auto tokens = text_.tokens().subspan(static_cast<size_t>(begin), size);
      texts.push_back({text_.where(begin), tokenizers_.target().decode(std::vector<int64_t>(
                                               tokens.begin(), tokens.end()))});
    }
  }
  return texts;
}

NamedTensors LanguageTask::carried() const {
  NamedTensors tensors;
  for (const auto& tensor : state_.own.tensors()) {
    tensors.emplace_back(str("state.", tensors.size()), tensor);
  }
  return tensors;
}

void LanguageTask::resume(corpus::SamplerPosition position,
                          const std::map<std::string, torch::Tensor>& carried) {
  sampler_->seek(position);
  std::vector<torch::Tensor> tensors;
  for (auto found = carried.find("state.0"); found != carried.end();
       found = carried.find(str("state.", tensors.size()))) {
    tensors.push_back(found->second.to(device_));
  }
  state_ = {model::RowTensors(), position.batch * experiment_.bptt.steps};
  if (tensors.empty()) return;
  const auto fresh = model_->start(rows_).own;
  const auto is_alike = [](const torch::Tensor& one, const torch::Tensor& other) {
    return one.sizes() == other.sizes() && one.is_floating_point();
  };
  if (!std::ranges::equal(tensors, fresh.tensors(), is_alike)) {
    throw Error("the saved recurrent state does not match the model");
  }
  state_.own = fresh.with(tensors);
}

Validation LanguageTask::validate(bool, const BeforeBatch& before_batch) {
  const auto& texts = experiment_.data.valid;
  std::vector<Validation> results;
  for (size_t i = 0; i < valid_.size(); ++i) {
    const auto score =
        translate::score_stream(*model_, valid_[i].tokens(), experiment_.bptt.steps, before_batch);
    results.push_back({.loss = score.loss,
                       .target_tokens = score.tokens,
                       .name = texts.is_list ? config::text_name(texts.items[i]) : ""});
  }
  return texts.is_list ? mean_of(std::move(results)) : std::move(results.front());
}

Validation LanguageTask::test(const BeforeBatch& before_batch) {
  const auto score =
      translate::score_stream(*model_, test_->tokens(), experiment_.bptt.steps, before_batch);
  log_info("test: loss ", score.loss, ", perplexity ", score.perplexity, " (", score.tokens,
           " tokens)");
  return {.loss = score.loss};
}

}  // namespace regard::train
