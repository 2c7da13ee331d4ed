#include "regard/compare/comparison_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace regard::compare {
namespace {

using Json = nlohmann::ordered_json;

/// One function for each struct: its members by their names. In a class, so that each sees all
/// others.
struct Facts {
  template <class Value>
  static Json optional_of(const std::optional<Value>& value) {
    if constexpr (std::is_arithmetic_v<Value>) {
      return value ? Json(*value) : Json(nullptr);
    } else {
      return value ? json_of(*value) : Json(nullptr);
    }
  }

  template <class Item>
  static Json list_of(const std::vector<Item>& items) {
    auto list = Json::array();
    for (const auto& item : items) list.push_back(json_of(item));
    return list;
  }

  /// Weights need three digits: more would be most of the text.
  static Json json_of(const std::vector<float>& weights) {
    auto list = Json::array();
    for (const float weight : weights) list.push_back(std::round(weight * 1000.0) / 1000.0);
    return list;
  }

  static Json json_of(const TestText& text) {
    return {{"source", text.source},
            {"reference", text.reference},
            {"sentences", text.sentences},
            {"source_words", text.source_words},
            {"reference_words", text.reference_words}};
  }

  static Json json_of(const train::Curve& curve) {
    return {{"steps", curve.steps}, {"minutes", curve.minutes}, {"values", curve.values}};
  }

  static Json json_of(const Decoding::Round& round) {
    return {{"sentences_per_second", round.sentences_per_second},
            {"tokens_per_second", round.tokens_per_second},
            {"latency_milliseconds", round.latency_milliseconds},
            {"peak_mebibytes", round.peak_mebibytes},
            {"joules", optional_of(round.joules)}};
  }

  static Json json_of(const Decoding& decoding) {
    return {{"sentences", decoding.sentences},    {"beam_size", decoding.beam_size},
            {"threads", decoding.threads},        {"rounds", list_of(decoding.rounds)},
            {"median", json_of(decoding.median)}, {"speed_ratio", decoding.speed_ratio}};
  }

  static Json json_of(const ModelFacts& model) {
    Json curves = Json::object();
    for (const auto& [name, curve] : model.curves) curves[name] = json_of(curve);
    return {{"directory", model.directory},
            {"architecture", model.architecture},
            {"options", model.options},
            {"parameters", model.parameters},
            {"source_flops", model.source_flops},
            {"target_flops", model.target_flops},
            {"source_vocabulary", model.source_vocabulary},
            {"target_vocabulary", model.target_vocabulary},
            {"seed", model.seed},
            {"steps", model.steps},
            {"minutes", model.minutes},
            {"joules", optional_of(model.joules)},
            {"tokens", model.tokens},
            {"valid_loss", optional_of(model.valid_loss)},
            {"valid_bleu", optional_of(model.valid_bleu)},
            {"ended", model.ended},
            {"search", model.search},
            {"curves", curves},
            {"decoding", optional_of(model.decoding)}};
  }

  static Json json_of(const System& system) {
    return {{"name", system.name}, {"file", system.file}, {"model", optional_of(system.model)}};
  }

  static Json json_of(const Rank& rank) {
    return {{"system", rank.system},
            {"best_place", rank.best_place},
            {"worst_place", rank.worst_place}};
  }

  static Json json_of(const Verdict& verdict) {
    return {{"better", verdict.better},
            {"other", verdict.other},
            {"significant", verdict.significant},
            {"which", verdict.which},
            {"order", verdict.order},
            {"where", verdict.where},
            {"ranking", list_of(verdict.ranking)}};
  }

  static Json json_of(const Unfairness& warning) {
    return {{"kind", warning.kind}, {"sentence", warning.sentence}};
  }

  static Json json_of(const metrics::Interval& interval) {
    return {{"mean", interval.mean}, {"half_width", interval.half_width}};
  }

  static Json json_of(const PairedDifference& pair) {
    return {{"first", pair.first}, {"second", pair.second}, {"difference", pair.difference},
            {"low", pair.low},     {"high", pair.high},     {"p_value", pair.p_value}};
  }

  static Json json_of(const MetricScores& metric) {
    return {{"name", metric.name},
            {"signature", metric.signature},
            {"higher_is_better", metric.higher_is_better},
            {"scores", metric.scores},
            {"intervals", list_of(metric.intervals)},
            {"pairs", list_of(metric.pairs)}};
  }

  static Json json_of(const Slice::Scores& scores) {
    return {{"bleu", scores.bleu},
            {"chrf", scores.chrf},
            {"bleu_interval", json_of(scores.bleu_interval)}};
  }

  static Json json_of(const Slice& slice) {
    return {
        {"name", slice.name}, {"sentences", slice.sentences}, {"systems", list_of(slice.systems)}};
  }

  static Json json_of(const Breakdown& breakdown) {
    return {{"by", breakdown.by},
            {"meaning", breakdown.meaning},
            {"overlapping", breakdown.overlapping},
            {"slices", list_of(breakdown.slices)}};
  }

  static Json json_of(const WordAccuracy::Scores& scores) {
    return {{"written", scores.written},
            {"matches", scores.matches},
            {"precision", scores.precision},
            {"recall", scores.recall},
            {"f1", scores.f1}};
  }

  static Json json_of(const WordAccuracy::Bucket& bucket) {
    return {{"name", bucket.name},
            {"reference_words", bucket.reference_words},
            {"systems", list_of(bucket.systems)}};
  }

  static Json json_of(const WordAccuracy& words) {
    return {{"training_text", words.training_text},
            {"training_words", words.training_words},
            {"buckets", list_of(words.buckets)}};
  }

  static Json json_of(const NgramAdvantage::Ngram& ngram) {
    return {{"text", ngram.text}, {"reference", ngram.reference}, {"matches", ngram.matches}};
  }

  static Json json_of(const NgramAdvantage& advantage) { return list_of(advantage.ngrams); }

  static Json json_of(const TextTraits& traits) {
    return {{"words_per_sentence", traits.words_per_sentence},
            {"length_ratio", traits.length_ratio},
            {"longer_sentences", traits.longer_sentences},
            {"shorter_sentences", traits.shorter_sentences},
            {"empty_sentences", traits.empty_sentences},
            {"repetition_rate", traits.repetition_rate},
            {"repeating_sentences", traits.repeating_sentences},
            {"copy_rate", traits.copy_rate},
            {"copied_sentences", traits.copied_sentences},
            {"punctuation_f1", traits.punctuation_f1},
            {"end_mark_accuracy", traits.end_mark_accuracy},
            {"accented_recall", traits.accented_recall},
            {"wrong_accents", traits.wrong_accents},
            {"distinct_words", traits.distinct_words}};
  }

  static Json json_of(const DifferencePart& part) {
    return Json::array({name_of(part.kind), part.text});
  }

  static Json json_of(const NBestEntry& entry) {
    return {{"text", entry.text}, {"log_prob", entry.log_prob}, {"score", entry.score}};
  }

  static Json json_of(const WordAttention& attention) {
    return {{"source", attention.source},
            {"target", attention.target},
            {"weights", list_of(attention.weights)}};
  }

  static Json json_of(const SystemOutput& output) {
    return {{"hypothesis", output.hypothesis},
            {"bleu", output.bleu},
            {"chrf", output.chrf},
            {"ter", output.ter},
            {"against_reference", list_of(output.against_reference)},
            {"against_first", list_of(output.against_first)},
            {"log_prob", optional_of(output.log_prob)},
            {"score", optional_of(output.score)},
            {"n_best", list_of(output.n_best)},
            {"attention", optional_of(output.attention)}};
  }

  static Json json_of(const Sentence& sentence) {
    return {{"source", sentence.source},
            {"reference", sentence.reference},
            {"kinds", sentence.kinds},
            {"source_words", sentence.source_words},
            {"systems", list_of(sentence.systems)}};
  }

  static Json json_of(const BiggestWins::Win& win) {
    return {{"sentence", win.sentence}, {"lead", win.lead}};
  }

  static Json json_of(const BiggestWins& wins) { return list_of(wins.wins); }

  static Json json_of(const SeedGroups::Metric& metric) {
    return {
        {"name", metric.name}, {"mean", metric.mean}, {"deviation", optional_of(metric.deviation)}};
  }

  static Json json_of(const SeedGroups::Group& group) {
    return {{"name", group.name}, {"systems", group.systems}, {"metrics", list_of(group.metrics)}};
  }

  static Json json_of(const SeedGroups::Test& test) {
    return {{"first", test.first},
            {"second", test.second},
            {"metric", test.metric},
            {"difference", test.difference},
            {"t", optional_of(test.t)},
            {"degrees_of_freedom", optional_of(test.degrees_of_freedom)},
            {"p_value", optional_of(test.p_value)},
            {"permutation_p_value", optional_of(test.permutation_p_value)},
            {"survives", test.survives}};
  }

  static Json json_of(const SeedGroups& seeds) {
    return {{"groups", list_of(seeds.groups)},
            {"tests", list_of(seeds.tests)},
            {"sentence", seeds.sentence}};
  }

  static Json json_of(const Calibration::Bin& bin) {
    return {{"low", bin.low},
            {"high", bin.high},
            {"tokens", bin.tokens},
            {"confidence", bin.confidence},
            {"accuracy", bin.accuracy}};
  }

  static Json json_of(const Calibration& calibration) {
    return {{"bins", list_of(calibration.bins)},
            {"tokens", calibration.tokens},
            {"confidence", calibration.confidence},
            {"accuracy", calibration.accuracy},
            {"expected_error", calibration.expected_error}};
  }

  static Json json_of(const SearchErrors& errors) {
    return {{"sentences", errors.sentences},
            {"errors", errors.errors},
            {"likelier", errors.likelier},
            {"hypothesis_log_prob", errors.hypothesis_log_prob},
            {"reference_log_prob", errors.reference_log_prob}};
  }

  static Json json_of(const BeamCurve::Point& point) {
    return {{"beam_size", point.beam_size},
            {"bleu", point.bleu},
            {"chrf", point.chrf},
            {"length_ratio", point.length_ratio},
            {"sentences_per_second", point.sentences_per_second},
            {"log_prob", point.log_prob}};
  }

  static Json json_of(const BeamCurve& curve) {
    return {{"sentences", curve.sentences}, {"points", list_of(curve.points)}};
  }

  template <class Value>
  static Json json_of(const std::optional<Value>& value) {
    return optional_of(value);
  }
};

/// Sums of logarithms and differences may be −0, which readers would take for a small number.
void drop_signs_of_zeros(Json& json) {
  if (json.is_number_float() && json.get<double>() == 0) json = 0.0;
  if (json.is_structured()) {
    for (auto& item : json) drop_signs_of_zeros(item);
  }
}

}  // namespace

std::string to_json(const Comparison& comparison) {
  Json json = {{"text", Facts::json_of(comparison.text)},
               {"systems", Facts::list_of(comparison.systems)},
               {"verdict", Facts::json_of(comparison.verdict)},
               {"warnings", Facts::list_of(comparison.warnings)},
               {"notes", comparison.notes},
               {"metrics", Facts::list_of(comparison.metrics)},
               {"breakdowns", Facts::list_of(comparison.breakdowns)},
               {"words", Facts::optional_of(comparison.words)},
               {"ngrams", Facts::list_of(comparison.ngrams)},
               {"traits", Facts::list_of(comparison.traits)},
               {"sentences", Facts::list_of(comparison.sentences)},
               {"biggest_wins", Facts::list_of(comparison.biggest_wins)},
               {"seeds", Facts::optional_of(comparison.seeds)},
               {"calibrations", Facts::list_of(comparison.calibrations)},
               {"search_errors", Facts::list_of(comparison.search_errors)},
               {"beam_curves", Facts::list_of(comparison.beam_curves)}};
  drop_signs_of_zeros(json);
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace regard::compare
