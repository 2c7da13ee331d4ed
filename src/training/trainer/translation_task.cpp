#include "trainer/translation_task.h"

#include <torch/utils.h>

#include <algorithm>
#include <numeric>

#include "architecture/registry.h"
#include "base/log.h"
#include "batches/batch.h"
#include "config/text_name.h"
#include "corpus/training_examples.h"
#include "interop/load_model.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "text/tokenizer.h"
#include "text/tokenizer_pair.h"
#include "trainer/alignment_choice.h"
#include "trainer/learned_from_texts.h"
#include "trainer/model_files.h"
#include "trainer/task.h"
#include "trainer/trainer_step.h"
#include "translate/plan.h"

namespace regard::train {
namespace {

text::TokenizerPair train_tokenizers(const config::Experiment& experiment) {
  const auto& options = experiment.tokenizer;
  const auto preprocess = experiment.data.preprocess;
  auto lines = options.has_pieces() ? corpus::training_lines(experiment.data)
                                    : corpus::training_lines(experiment.data, SIZE_MAX);
  const auto pairs = lines.source.size();
  const auto of_all = pairs == lines.pairs ? "" : str(" of ", lines.pairs, ", evenly spread");
  if (experiment.training.noise.letter_case > 0) {
    corpus::add_capitals(lines.source);
    corpus::add_capitals(lines.target);
  }
  log_info("training ", options.joint ? "a joint tokenizer" : "two tokenizers", " (",
           name_of(options.type), ") on ", pairs, " pairs", of_all);
  // A sample represents all lines, capitalization included.
  const auto all_of = [&](const std::vector<std::string>& some) {
    return some.size() * lines.pairs / std::max<size_t>(pairs, 1);
  };
  auto with_tags = options;
  for (auto& tag : corpus::tags_of(experiment.data)) {
    if (std::find(options.symbols.begin(), options.symbols.end(), tag) == options.symbols.end()) {
      with_tags.symbols.push_back(std::move(tag));
    }
  }
  if (!options.joint) {
    return {text::train_tokenizer(lines.source, with_tags, all_of(lines.source)),
            text::train_tokenizer(lines.target, options, all_of(lines.target)), preprocess};
  }
  std::move(lines.target.begin(), lines.target.end(), std::back_inserter(lines.source));
  lines.target = {};
  const auto both = text::train_tokenizer(lines.source, with_tags, all_of(lines.source));
  return {both, both, preprocess};
}

std::optional<corpus::ExampleVariants> example_variants(const config::Experiment& experiment,
                                                        const text::TokenizerPair& tokenizers) {
  const auto& noise = experiment.training.noise;
  const auto& join = experiment.data.join;
  if (experiment.tokenizer.sampling == 0 && !noise.any() && join.probability == 0) {
    return std::nullopt;
  }
  return corpus::ExampleVariants(tokenizers,
                                 {.alpha = experiment.tokenizer.sampling,
                                  .noise = noise,
                                  .join = join,
                                  .max_length = experiment.data.max_length,
                                  .seed = static_cast<uint64_t>(experiment.training.seed)});
}

corpus::Examples read_examples(const config::DataOptions& options,
                               const text::TokenizerPair& tokenizers, corpus::Cache& cache) {
  corpus::CleaningReport cleaning;
  auto examples = corpus::training_examples(options, tokenizers, cache, cleaning);
  log_info(cleaning.table());
  if (options.train.size() > 1) log_info(corpus::mix_table(examples.mixed_texts()));
  return examples;
}

/// Reads a text. Without a tag of its own, it uses the tag of the search.
MeasuredText read_text(const config::ParallelText& text, const std::string& key,
                       const config::Experiment& experiment) {
  return {.key = key,
          .tag = text.tag.empty() ? experiment.search.tag : text.tag,
          .file = "test.txt",
          .lines = corpus::read_test_text(text, experiment.data.preprocess)};
}

std::vector<MeasuredText> read_validation_texts(const config::Experiment& experiment) {
  const auto& valid = experiment.data.valid;
  std::vector<MeasuredText> texts;
  for (size_t i = 0; i < valid.items.size(); ++i) {
    if (valid.items[i].empty()) continue;
    const auto key = valid.is_list ? str("data.valid.", i) : "data.valid";
    auto& text = texts.emplace_back(read_text(valid.items[i], key, experiment));
    if (valid.is_list) text.name = config::text_name(valid.items[i]);
    text.file = valid.is_list ? str("valid-", text.name, ".txt") : "valid.txt";
  }
  return texts;
}

/// Throws Error, before any training, if the tokenizer lacks the text's tag.
void check_tag(const MeasuredText& text, const text::Tokenizer& source) {
  if (text.lines.empty()) return;
  const bool is_own = !text.lines.tags.empty();
  corpus::tag_id(text.tag, is_own ? text.key + ".tag" : "search.tag", source);
}

corpus::TestText all_lines(const std::vector<MeasuredText>& texts) {
  corpus::TestText all;
  for (const auto& [name, key, tag, file, lines] : texts) {
    all.sources.insert(all.sources.end(), lines.sources.begin(), lines.sources.end());
    all.references.insert(all.references.end(), lines.references.begin(), lines.references.end());
    all.tags.resize(all.sources.size(), tag);
  }
  return all;
}

/// Label-smoothed loss of a batch by teacher forcing, over real tokens only.
ops::TokenLoss batch_loss(model::Seq2SeqModel& model, const corpus::Batch& read,
                          const config::TrainingOptions& options) {
  const auto batch = options.r_drop > 0 ? doubled(read) : read;
  const auto is_real = batch.target_labels != text::kPad;
  const auto decoded =
      model.states_of_tokens(word_dropout(batch.source, options.word_dropout), batch.source_lengths,
                             word_dropout(batch.target_input, options.word_dropout), is_real.sum(1),
                             batch.alignments.defined());
  const auto labels = batch.target_labels.masked_select(is_real);
  auto loss = options.r_drop > 0 ? r_drop_loss(model.project(decoded.states), labels,
                                               options.r_drop, options.label_smoothing, text::kPad)
                                 : model.output_layer()->loss(decoded.states, labels,
                                                              options.label_smoothing, text::kPad);
  if (batch.alignments.defined()) {
    const double passes = options.r_drop > 0 ? 2 : 1;  // forward passes per target token
    loss.loss_sum =
        loss.loss_sum + guided_alignment_loss(decoded.guidable, batch.alignments, is_real) *
                            (options.guided_alignment / passes);
  }
  return loss;
}

/// Divisor of the sum of an update's losses.
double divisor_of_loss(const config::Experiment& experiment, int64_t target_tokens) {
  const bool is_mean = experiment.training.loss == config::LossForm::mean;
  return static_cast<double>(is_mean ? target_tokens : experiment.data.max_length);
}

/// Throws Error if the model has no attention to guide.
void check_guidable(model::Seq2SeqModel& model) {
  const auto token =
      torch::full({1, 1}, text::kEos, torch::kInt64).to(model.parameters().front().device());
  const auto length = torch::ones_like(token).squeeze(0);
  const torch::NoGradGuard no_grad;
  if (!model.states_of_tokens(token, length, token, length, true).guidable.empty()) return;
  throw Error("the model has no attention that alignments could guide", "training.guided_alignment",
              "set it to 0");
}

}  // namespace

TranslationTask::TranslationTask(const config::Experiment& experiment, RunDirectory directory,
                                 bool resume, torch::Device device, const parallel::Group& group,
                                 corpus::TextHashes known)
    : experiment_(experiment),
      directory_(std::move(directory)),
      device_(device),
      group_(group),
      valid_(read_validation_texts(experiment)),
      test_(read_text(experiment.data.test, "data.test", experiment)),
      cache_(directory_.cache(experiment.data.cache), experiment.data, std::move(known)),
      tokenizers_(resume ? directory_.load_tokenizers(experiment.data.preprocess)
                         : kept_tokenizers(experiment, cache_, train_tokenizers)),
      examples_(read_examples(experiment.data, tokenizers_, cache_)),
      variants_(example_variants(experiment, tokenizers_)),
      model_(begin_model(interop::make_model, experiment, tokenizers_, resume, device)),
      flops_(model::token_flops(*model_, model_->output_layer())) {
  for (const auto& text : valid_) check_tag(text, tokenizers_.source());
  check_tag(test_, tokenizers_.source());
  const LearnedFromTexts learned(experiment, directory_, resume, tokenizers_, examples_, cache_);
  if (experiment.training.guided_alignment > 0) {
    check_guidable(*model_);
    linker_ = learned.linker();
  }
  tokenizers_.set_words(learned.words());
  if (experiment.training.film) {
    filmed_ = lines_to_film(all_lines(valid_), tokenizers_,
                            std::min(experiment.data.max_length, model_->max_steps()));
  }
  const auto& batch_tokens = experiment.training.batch_tokens;
  if (!batch_tokens.is_auto()) set_batch_tokens(*batch_tokens.number);
}

void TranslationTask::set_batch_tokens(int64_t tokens) {
  const auto& options = experiment_.training;
  corpus::LengthsInEpoch lengths;
  if (variants_) {
    lengths = [this](size_t example, int64_t epoch) {
      return variants_->lengths(examples_, example, epoch);
    };
  }
  sampler_.emplace(examples_,
                   corpus::SamplerOptions{.batch_tokens = tokens,
                                          .batch_sentences = options.batch_sentences,
                                          .seed = static_cast<uint64_t>(options.seed),
                                          .by_length = options.by_length},
                   std::move(lengths));
}

void TranslationTask::try_batch(int64_t tokens) {
  size_t longest = 0, most = 0;
  for (size_t example = 0; example < examples_.size(); ++example) {
    const size_t length = examples_.source(example).size() + examples_.target(example).size();
    if (length > most) longest = example, most = length;
  }
  const std::vector<size_t> rows(std::max<size_t>(static_cast<size_t>(tokens) / most, 1), longest);
  const auto batch = corpus::make_batch(examples_, rows, device_);
  batch_loss(*model_, batch, experiment_.training).loss_sum.backward();
}

StepSums TranslationTask::accumulate_gradients(int64_t batches, int64_t parts,
                                               const BeforeBatch& before_last) {
  last_.clear();
  std::vector<corpus::Batch> read;
  StepSums sums;
  for (int64_t i = 0; i < batches * group_.size(); ++i) {
    const int64_t epoch = sampler_->position().epoch;
    last_.push_back(sampler_->next());
    std::vector<size_t> rows = last_.back();
    std::optional<corpus::Examples> variants;
    if (variants_) {
      variants = (*variants_)(examples_, rows, epoch);
      std::iota(rows.begin(), rows.end(), size_t{0});
    }
    const auto& examples = variants ? *variants : examples_;
    for (const size_t row : rows) {
      sums.source_tokens += static_cast<int64_t>(examples.source(row).size());
      sums.target_tokens += static_cast<int64_t>(examples.target(row).size());
    }
    if (i % group_.size() != group_.rank()) continue;
    for (const auto part : split<size_t>(rows, parts)) {
      read.push_back(corpus::make_batch(examples, part, device_));
      if (!linker_) continue;
      read.back().alignments = corpus::linked_tokens(*linker_, examples, part).to(device_);
    }
  }
  sums.flops = kForwardAndBackward * (static_cast<double>(sums.source_tokens) * flops_.source +
                                      static_cast<double>(sums.target_tokens) * flops_.target);
  const double count = divisor_of_loss(experiment_, sums.target_tokens);
  for (const auto& batch : read) {
    const auto loss = batch_loss(*model_, batch, experiment_.training);
    if (before_last && &batch == &read.back()) before_last();
    (loss.loss_sum / (count / loss_scale_)).backward();
    sums.loss += loss.loss_sum.item<double>();
    sums.negative_log_likelihood += loss.nll_sum.item<double>();
  }
  return sums;
}

std::vector<BatchText> TranslationTask::last_texts() const {
  const auto text = [](const text::Tokenizer& tokenizer, std::span<const int32_t> tokens) {
    return tokenizer.decode(std::vector<int64_t>(tokens.begin(), tokens.end()));
  };
  std::vector<BatchText> texts;
  for (const auto& batch : last_) {
    for (const size_t example : batch) {
      texts.push_back(
          {examples_.where(example), text(tokenizers_.source(), examples_.source(example)) + '\t' +
                                         text(tokenizers_.target(), examples_.target(example))});
    }
  }
  return texts;
}

Validation TranslationTask::measure(const MeasuredText& text,
                                    const std::optional<config::SearchOptions>& search,
                                    const BeforeBatch& before_batch) {
  auto result = validate_model(*model_, tokenizers_, text.lines,
                               {.search = search,
                                .translations = directory_.translations(text.file),
                                .batch_tokens = *experiment_.training.batch_tokens.number,
                                .tag = text.tag},
                               before_batch);
  result.name = text.name;
  return result;
}

Validation TranslationTask::validate(bool with_translations, const BeforeBatch& before_batch) {
  std::optional<config::SearchOptions> greedy;
  if (with_translations) {
    greedy = completed(experiment_.search, experiment_.data);
    greedy->beam_size = greedy->groups = 1;
  }
  std::vector<Validation> results;
  for (const auto& text : valid_) results.push_back(measure(text, greedy, before_batch));
  return experiment_.data.valid.is_list ? mean_of(std::move(results)) : std::move(results.front());
}

/// The validation examples without the lines that are longer than training allows.
corpus::Examples TranslationTask::validation_examples() const {
  const auto longest =
      static_cast<size_t>(std::min(experiment_.data.max_length, model_->max_steps()));
  corpus::Examples examples;
  for (const auto& text : valid_) {
    examples.begin_text(text.key);
    const auto tag = translate::tag_id(text.tag, tokenizers_.source());
    for (size_t line = 0; line < text.lines.sources.size(); ++line) {
      auto source = tokenizers_.encode_source(text.lines.sources[line]);
      const auto target = tokenizers_.encode_target(text.lines.references[line]);
      translate::put_first(tag, std::span(&source, 1));
      if (std::max(source.size(), target.size()) > longest) continue;
      examples.add(source, target, 1.0, static_cast<int64_t>(line) + 1);
    }
  }
  return examples;
}

std::optional<model::AlignmentSource> TranslationTask::chosen_alignment() {
  const auto& row = model::find_row(experiment_.task, experiment_.model);
  if (!has_validation() || !row.attends) return {};
  std::optional<alignment::TokenLinker> learned;
  if (!linker_) {
    learned =
        LearnedFromTexts(experiment_, directory_, false, tokenizers_, examples_, cache_).linker();
  }
  const auto choice =
      choose_alignment(*model_, validation_examples(), linker_ ? *linker_ : *learned);
  if (!choice) return {};
  log_info("alignments use the attention that agrees best with word links: ",
           choice->source.text());
  return choice->source;
}

std::vector<FilmedSentence> TranslationTask::filmed() {
  return filmed_sentences(*model_, tokenizers_, filmed_);
}

Validation TranslationTask::test(const BeforeBatch& before_batch) {
  const auto result = measure(test_, completed(experiment_.search, experiment_.data), before_batch);
  log_info("test: loss ", result.loss, ", BLEU ", result.scores.at("bleu"), " (beam ",
           experiment_.search.beam_size, "); translations in ",
           directory_.translations(test_.file));
  return result;
}

}  // namespace regard::train
