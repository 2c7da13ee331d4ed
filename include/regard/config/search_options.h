#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "regard/base/error.h"
#include "regard/config/check.h"

namespace regard::config {

enum class LengthPenaltyForm {
  power,  ///< length^alpha (d2l 10.8, `eq_beam-search-score`)
  gnmt,   ///< ((5 + length) / 6)^alpha (Wu et al., 2016, arXiv:1609.08144, equation 14)
};
constexpr auto names_of(LengthPenaltyForm) { return std::array{"power", "gnmt"}; }

/// Items of a source that its translation copies unchanged (text/copied_items.h).
enum class Copy { none, all_but_numbers, all };
constexpr auto names_of(Copy) { return std::array{"none", "all_but_numbers", "all"}; }

/// Beam search. The score of a hypothesis is log P / length^length_penalty, where length includes
/// the end of sentence (d2l 10.8, `eq_beam-search-score`), plus the coverage penalty.
struct SearchOptions {
  int64_t beam_size = 5;
  double length_penalty = 1.0;
  LengthPenaltyForm length_penalty_form = LengthPenaltyForm::power;
  double coverage_penalty = 0.0;
  int64_t min_length = 0;
  double min_length_ratio = 0.0;
  double max_length_ratio = 2.0;
  int64_t max_length_extra = 10;
  int64_t max_length = 0;
  double repetition_penalty = 1.0;
  int64_t no_repeat_ngram = 0;
  std::string suppress = {};
  bool whole_words = true;
  bool replace_unknown = false;
  int64_t groups = 1;
  double diversity = 0.5;
  double language_model_weight = 0.2;
  Copy copy = Copy::all;
  bool split = true;
  std::string tag = {};
  int64_t longest_source = 0;
  int64_t batch_size = 32;

  template <class Visitor>
  static void describe(Visitor& v) {
    describe_beam(v);
    describe_tokens(v);
    describe_sentences(v);
  }

 private:
  template <class Visitor>
  static void describe_beam(Visitor& v) {
    using O = SearchOptions;
    v.field("beam_size", &O::beam_size, count_of(1, limits::kBeam),
            "Hypotheses kept per sentence. 1: greedy search.",
            {.by_request = true, .least = 1, .most = limits::kBeam, .to_beam_limit = true});
    v.field("length_penalty", &O::length_penalty, at_least(0.0),
            "alpha in log P / length^alpha. 0 disables it.",
            {.by_request = true, .least = 0.0, .most = 10.0});
    v.field("length_penalty_form", &O::length_penalty_form,
            "power: log P / length^alpha. gnmt: log P / ((5 + length) / 6)^alpha (Wu et al., 2016, "
            "arXiv:1609.08144).",
            {.by_request = true});
    v.field(
        "coverage_penalty", &O::coverage_penalty, at_least(0.0),
        "beta in score + beta * sum over source tokens of log(min(attention, 1)), which penalizes "
        "source tokens that were not attended to (Wu et al., 2016). 0 disables it.",
        {.by_request = true, .least = 0.0, .most = 10.0});
    v.field("min_length", &O::min_length, count_of(0),
            "Minimum number of tokens of a translation, end of sentence included.");
    v.field(
        "min_length_ratio", &O::min_length_ratio, at_least(0.0),
        "Minimum number of target tokens per source token; the larger of the two minima applies.");
    v.field("max_length_ratio", &O::max_length_ratio, more_than(0.0),
            "Maximum number of target tokens per source token; max_length_extra is added to the "
            "product.");
    v.field("max_length_extra", &O::max_length_extra, count_of(0), "See max_length_ratio.");
    v.field("max_length", &O::max_length, count_of(0),
            "Maximum number of tokens of any translation, end of sentence included. 0: only "
            "max_length_ratio limits it.",
            {.by_request = true, .least = 0, .most = 1'000'000});
  }

  template <class Visitor>
  static void describe_tokens(Visitor& v) {
    using O = SearchOptions;
    v.field("repetition_penalty", &O::repetition_penalty, more_than(0.0),
            "Factor for the log-probability of tokens already in the translation (Keskar et al., "
            "2019, arXiv:1909.05858). 1 disables it.",
            {.by_request = true, .least = 0.01, .most = 100.0});
    v.field("no_repeat_ngram", &O::no_repeat_ngram, count_of(0),
            "Do not repeat any sequence of N tokens (Paulus et al., 2018, arXiv:1705.04304). 0: no "
            "restriction.",
            {.by_request = true, .least = 0, .most = 1'000'000});
    v.field("suppress", &O::suppress, anything<std::string>(),
            "Subwords to exclude from translations, separated by spaces, e.g. <unk>.");
    v.field("whole_words", &O::whole_words,
            "Complete each word: after letters that occur in the training text only at the start "
            "of longer words, allow only letters.");
    v.field(
        "replace_unknown", &O::replace_unknown,
        "Replace an unknown token with the source subword that it attends to most (Luong et al., "
        "2015, arXiv:1410.8206).");
    v.field(
        "groups", &O::groups, count_of(1, limits::kBeam),
        "Number of groups of hypotheses that avoid each other's tokens, for a diverse n-best list "
        "(diverse beam search, Vijayakumar et al., 2018, arXiv:1610.02424); must divide beam_size.",
        {.by_flag = false});
    v.field("diversity", &O::diversity, at_least(0.0),
            "Penalty on a token for each earlier group that chose it in the same step.",
            {.by_flag = false});
    v.field("language_model_weight", &O::language_model_weight, at_least(0.0),
            "Weight of the log-probabilities of --language-model (shallow fusion, Gulcehre et al., "
            "2015, arXiv:1503.03535).",
            {.by_flag = false});
  }

  template <class Visitor>
  static void describe_sentences(Visitor& v) {
    using O = SearchOptions;
    v.field("copy", &O::copy,
            "Items to copy unchanged: all (placeholders, addresses, numbers and emoji), "
            "all_but_numbers, or none.",
            {.by_flag = false});
    v.field("split", &O::split,
            "Translate each sentence of a line separately, because most training data consists of "
            "single sentences.",
            {.by_request = true});
    v.field("tag", &O::tag, anything<std::string>(),
            "Tokenizer symbol to put before each source sentence, e.g. <law> for the domain of a "
            "training text (data.train.N.tag). Empty: none.",
            {.by_request = true});
    v.field("longest_source", &O::longest_source, count_of(0),
            "Maximum number of tokens per sentence, end of sentence included; a longer sentence is "
            "cut into clauses. 0: data.max_length, the longest seen in training.");
    v.field("batch_size", &O::batch_size, count_of(1),
            "Number of sentences translated together. Affects speed, but not translations.",
            {.by_flag = false});
  }
};

/// The first contradiction between options, with the key of one of them; nullopt if there is none.
std::optional<Error> contradiction_in(const SearchOptions& search);

}  // namespace regard::config
