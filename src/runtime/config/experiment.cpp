#include "config/experiment.h"

#include <set>

#include "config/moved_run.h"
#include "config/node.h"
#include "config/reader.h"
#include "config/text_name.h"
#include "config/yaml_reader.h"
#include "metrics/metric_table.h"
#include "regard/base/str.h"

namespace regard::config {
namespace {

/// Adds a problem to a list if a rule is broken.
class Rules {
 public:
  Rules(Problems& problems, const std::string& where) : problems_(problems), place_{where, 0, 0} {}

  void require(bool holds, const std::string& what, const std::string& remedy = {}) {
    if (!holds) problems_.add(what, place_, remedy);
  }

 private:
  Problems& problems_;
  Place place_;
};

bool is_language_model(const Experiment& experiment) {
  return experiment.task == Task::language_model;
}

/// Checks a language model's corpus, if the config names one.
void check_plain_text(const ParallelText& text, const std::string& key, Rules& rules) {
  rules.require(text.empty() || !text.text.empty(),
                key + " names a parallel text, but task is language_model",
                "give a plain text instead: {text: FILE}");
  rules.require(
      text.text.empty() || (text.source.empty() && text.target.empty() && text.tsv.empty()),
      key + " has both text and source, target or tsv",
      "leave out all but text, which a language model reads");
  rules.require(text.weight == 1, str(key, ".weight is ", text.weight,
                                      ", but a language model reads its text once per epoch"));
}

void check_text(const ParallelText& text, const std::string& key, Rules& rules) {
  rules.require(text.text.empty(), key + " has text, which is for task: language_model",
                "give source and target, or tsv");
  const bool has_sides = !text.source.empty() || !text.target.empty();
  rules.require(!has_sides || text.tsv.empty(), key + " has both tsv and source or target",
                "give either source and target, or tsv");
  rules.require(text.source.empty() == text.target.empty(),
                str(key, " has no ", text.source.empty() ? "source" : "target"),
                "give both source and target, or tsv");
}

void check_tag(const ParallelText& text, const std::string& key, bool allowed, Rules& rules) {
  if (text.tag.empty()) return;
  rules.require(allowed, key + ".tag is given, but task is language_model", "leave it out");
  if (const auto wrong = wrong_symbol(text.tag)) {
    rules.require(false, str(key, ".tag is '", text.tag, "', which ", *wrong),
                  "use one word without a comma, e.g. <bt>");
  }
}

/// Requires files and a unique name for every corpus of a list.
void check_list(const OneOrList<ParallelText>& texts, const std::string& key, Rules& rules) {
  std::set<std::string> names;
  for (size_t i = 0; texts.is_list && i < texts.items.size(); ++i) {
    const auto& text = texts.items[i];
    const std::string item = str(key, '.', i);
    rules.require(!text.empty(), item + " names no file", "leave it out, or give its files");
    if (text.empty()) continue;
    const auto name = text_name(text);
    if (const auto wrong = wrong_text_name(name)) {
      rules.require(false, str(item, " is named '", name, "', which ", *wrong),
                    str("choose another name: ", item, ".name"));
    }
    rules.require(names.insert(name).second,
                  str(item, " is named ", name, ", like an earlier text"),
                  str("choose another name: ", item, ".name"));
  }
}

void check_data(const DataOptions& data, bool plain, Use use, Rules& rules) {
  const auto check_one = plain ? check_plain_text : check_text;
  const std::string example = plain ? "{text: train.en}" : "{source: train.en, target: train.fr}";
  rules.require(!data.train.empty() || use != Use::training, "data.train names no text to train on",
                str("give at least one, e.g. train: [", example, "]"));
  for (size_t i = 0; i < data.train.size(); ++i) {
    const std::string key = str("data.train.", i);
    check_one(data.train[i], key, rules);
    check_tag(data.train[i], key, !plain, rules);
    const std::string wanted = plain ? "text" : "source and target, or tsv";
    rules.require(!data.train[i].empty(), key + " names no file",
                  str("give ", wanted, "; e.g. --set ", key, plain ? ".text" : ".tsv", "=FILE"));
  }
  for (size_t i = 0; i < data.valid.items.size(); ++i) {
    const std::string key = data.valid.is_list ? str("data.valid.", i) : "data.valid";
    check_one(data.valid.items[i], key, rules);
    check_tag(data.valid.items[i], key, !plain, rules);
  }
  check_list(data.valid, "data.valid", rules);
  check_one(data.test, "data.test", rules);
  check_tag(data.test, "data.test", !plain, rules);
  rules.require(!plain || data.mix.temperature == 1,
                "data.mix is for translation, but task is language_model", "leave it out");
  rules.require(!plain || data.join.probability == 0,
                "data.join is for translation, but task is language_model", "leave it out");
  rules.require(
      data.max_length_ratio == 0 || data.max_length_ratio >= 1,
      str("data.max_length_ratio is ", data.max_length_ratio, ", but must be 0 or at least 1"),
      "set it to 0 for no limit: below 1, no pair would be left");
  if (!plain) return;
  const bool drops_pairs = data.max_length_ratio > 0 || data.drop_duplicates || data.drop_identical;
  rules.require(!drops_pairs,
                "data.max_length_ratio, drop_duplicates and drop_identical are for pairs, but "
                "task is language_model",
                "leave them out");
}

/// Checks that a shared embedding table has a single vocabulary.
void check_tied(const Experiment& experiment, Rules& rules) {
  const auto* tied = experiment.model.find("tied_embeddings");
  rules.require(tied == nullptr || tied->text != "all" || experiment.tokenizer.joint,
                "model.tied_embeddings is all, but tokenizer.joint is false",
                "set model.tied_embeddings to target, or leave tokenizer.joint out");
}

void check_tokenizer(const TokenizerOptions& tokenizer, bool plain, Rules& rules) {
  rules.require(!plain || tokenizer.joint,
                "tokenizer.joint is false, but a language model has one vocabulary",
                "leave it out");
  const bool has_pieces = tokenizer.has_pieces();
  rules.require(tokenizer.joint || tokenizer.model.empty() == tokenizer.target_model.empty(),
                str("tokenizer.joint is false, but only ",
                    tokenizer.model.empty() ? "target_model" : "model", " is given"),
                "give both tokenizer.model and tokenizer.target_model, or neither");
  rules.require(!tokenizer.joint || tokenizer.target_model.empty(),
                "tokenizer.target_model is given, but tokenizer.joint is true",
                "set tokenizer.joint to false, or leave target_model out");
  rules.require(
      tokenizer.sampling == 0 || (has_pieces && !plain),
      plain ? "tokenizer.sampling is for translation, but task is language_model"
            : str("tokenizer.sampling applies only to unigram and bpe, but tokenizer.type is ",
                  name_of(tokenizer.type)),
      "leave it out");
  if (const auto wrong = wrong_symbol_of(tokenizer.symbols)) {
    rules.require(false, "tokenizer.symbols: " + *wrong,
                  "use words without commas, e.g. <bt>, or leave it out");
  }
  rules.require(
      has_pieces || !tokenizer.byte_fallback,
      str("tokenizer.byte_fallback applies only to unigram and bpe, but tokenizer.type is ",
          name_of(tokenizer.type)));
}

/// If training uses only the first pairs of a text, suggests validating on the pairs after them.
std::string rest_of_training_text(const DataOptions& data) {
  if (data.train.size() != 1 || data.train.front().first == 0) return "";
  const auto& text = data.train.front();
  const auto files = text.tsv.empty() ? str("source: ", text.source, ", target: ", text.target)
                                      : str("tsv: ", text.tsv);
  constexpr int64_t kPairs = 100;
  return str(": --set 'data.valid={", files, ", skip: ", text.skip + text.first,
             ", first: ", kPairs, "}'");
}

void check_training(const TrainingOptions& training, const DataOptions& data, Rules& rules) {
  rules.require(training.schedule != Schedule::inverse_sqrt || training.warmup > 0,
                "training.schedule inverse_sqrt needs training.warmup of at least 1",
                "set it to 1 or more: the learning rate is learning_rate * sqrt(warmup / step)");
  const bool ends_at_zero =
      training.schedule == Schedule::cosine || training.schedule == Schedule::linear;
  rules.require(training.warmup < training.steps + (ends_at_zero ? 0 : 1),
                str("training.warmup is ", training.warmup, ", but must be ",
                    ends_at_zero ? "below" : "at most", " training.steps (", training.steps, ")"),
                "lower it: a tenth of the steps is usual");
  rules.require(training.cooldown == 0 || training.schedule == Schedule::wsd,
                str("training.cooldown is for schedule wsd, but training.schedule is ",
                    name_of(training.schedule)),
                "leave it out, or set training.schedule to wsd");
  rules.require(
      training.schedule != Schedule::wsd || training.warmup + training.cooldown <= training.steps,
      str("training.warmup (", training.warmup, ") and cooldown (", training.cooldown,
          ") together exceed training.steps (", training.steps, ")"));
  rules.require(training.update_tokens == 0 || training.accumulate == 1,
                "training.accumulate and training.update_tokens both set the number of batches per "
                "update",
                "leave one of them out");
  const bool is_scaled = training.scale_to_minutes && training.minutes > 0;
  rules.require(!is_scaled || !training.batch_tokens.is_auto(),
                "training.scale_to_minutes is true, but training.batch_tokens is auto",
                "give the batch_tokens of a run with all steps, or leave training.minutes out");
  const bool by_translations = training.best_by != "loss";
  rules.require(!by_translations || training.bleu_every > 0,
                str("training.best_by is ", training.best_by,
                    ", but training.bleu_every is 0, so nothing is translated"));
  if (!data.valid.empty()) return;
  const std::string remedy = "give data.valid";
  const std::string example_of_valid = rest_of_training_text(data);
  rules.require(!by_translations,
                str("training.best_by is ", training.best_by, ", but data.valid is missing"),
                remedy);
  rules.require(training.patience == 0,
                str("training.patience is ", training.patience, ", but data.valid is missing"),
                remedy);
  rules.require(!training.film,
                "training.film is true, but data.valid, whose sentences it shows, is missing",
                remedy + example_of_valid);
  rules.require(training.average <= 1,
                str("training.average is ", training.average, ", but data.valid is missing"),
                remedy);
}

/// The sections whose values all have the right types. Only their rules are checked, because
/// problems in the others have already been reported.
struct Readable {
  bool data = true;
  bool tokenizer = true;
  bool training = true;
  bool search = true;
};

template <class Options>
bool is_readable(const Node& root, const char* section) {
  Problems problems;
  Options options;
  const auto* node = root.find(section);
  return node == nullptr || node->is_nothing() ||
         detail::read_value(*node, section, problems, options);
}

Readable readable_sections(const Node& root) {
  return {.data = is_readable<DataOptions>(root, "data"),
          .tokenizer = is_readable<TokenizerOptions>(root, "tokenizer"),
          .training = is_readable<TrainingOptions>(root, "training"),
          .search = is_readable<SearchOptions>(root, "search")};
}

void check(const Experiment& experiment, const std::string& where, Use use,
           const Readable& readable, Problems& problems) {
  Rules rules(problems, where);
  const bool plain = is_language_model(experiment);
  if (readable.data) check_data(experiment.data, plain, use, rules);
  if (readable.tokenizer) check_tokenizer(experiment.tokenizer, plain, rules);
  if (readable.tokenizer && use == Use::training) check_tied(experiment, rules);
  if (readable.search) {
    const auto wrong = contradiction_in(experiment.search);
    if (wrong) rules.require(false, wrong->where() + ' ' + wrong->problem(), wrong->remedy());
  }
  if (!readable.training) return;
  rules.require(!plain || experiment.training.best_by == "loss",
                str("training.best_by is ", experiment.training.best_by,
                    ", but a language model does not translate"),
                "leave it out for the validation loss");
  rules.require(!plain || experiment.training.r_drop == 0,
                "training.r_drop is for translation, but task is language_model", "leave it out");
  rules.require(!plain || experiment.training.loss == LossForm::mean,
                "training.loss is book, but task is language_model",
                "leave it out: the book's language models also use the mean");
  rules.require(!plain || experiment.training.quantize_from == 0,
                "training.quantize_from is for translation, but task is language_model",
                "leave it out: regard quantize is for translation models");
  rules.require(!plain || experiment.training.guided_alignment == 0,
                "training.guided_alignment is for translation, but task is language_model",
                "leave it out");
  rules.require(!plain || !experiment.training.noise.any(),
                "training.noise is for translation, but task is language_model", "leave it out");
  rules.require(!plain || !experiment.training.film,
                "training.film is for translation, but task is language_model", "leave it out");
  rules.require(experiment.training.init_from.empty() || experiment.tokenizer.model.empty(),
                "training.init_from and tokenizer.model are both given",
                "leave tokenizer.model out: the run's tokenizer is used");
  if (readable.data) check_training(experiment.training, experiment.data, rules);
}

/// A run that starts from a trained model uses a tenth of the default learning rate, unless the
/// config sets a rate.
void set_rate_of_a_trained_model(Experiment& experiment, const Node& root) {
  const auto* training = root.find("training");
  const bool is_given = training != nullptr && training->find("learning_rate") != nullptr;
  constexpr double kShare = 0.1;
  if (!is_given && !experiment.training.init_from.empty()) {
    experiment.training.learning_rate *= kShare;
  }
}

}  // namespace

Experiment load_experiment(const std::filesystem::path& path,
                           const std::vector<std::string>& overrides, Use use) {
  Node root = read_yaml_file(path);
  for (const auto& assignment : overrides) apply_override(root, assignment);
  Problems problems;
  Experiment experiment;
  detail::read_fields(root, {}, {}, problems, experiment);
  set_rate_of_a_trained_model(experiment, root);
  follow_moved_run(path, experiment.data);
  if (root.is_map() || root.is_nothing()) {
    check(experiment, path.string(), use, readable_sections(root), problems);
  }
  problems.throw_if_any();
  if (experiment.model.place.file.empty()) experiment.model.place = {path.string(), 0, 0};
  return experiment;
}

SearchOptions completed(SearchOptions search, const DataOptions& data) {
  if (search.longest_source == 0) search.longest_source = data.max_length;
  return search;
}

void check(const Experiment& experiment, const std::string& where, Use use) {
  Problems problems;
  check(experiment, where, use, {}, problems);
  problems.throw_if_any();
}

std::vector<std::string> ways_to_be_best() {
  auto ways = metrics::names_of_metrics_that(&metrics::MetricUses::validates);
  ways.insert(ways.begin(), "loss");
  return ways;
}

}  // namespace regard::config
