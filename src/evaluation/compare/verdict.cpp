#include "compare/verdict.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>

#include "base/readable.h"
#include "compare/comparison.h"
#include "compare/numbers.h"
#include "regard/base/str.h"

namespace regard::compare {
namespace {

bool is_significant(const Lead& lead) { return lead.value > 0 && lead.p_value < kSignificant; }

}  // namespace

std::vector<Rank> rank_systems(const MetricScores& metric) {
  std::vector<std::size_t> order(metric.scores.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return metric.higher_is_better ? metric.scores[a] > metric.scores[b]
                                   : metric.scores[a] < metric.scores[b];
  });
  std::vector<Rank> ranking;
  for (std::size_t i = 0; i < order.size(); ++i) {
    Rank rank{.system = order[i], .best_place = 1, .worst_place = order.size()};
    for (const std::size_t other : order) {
      if (other == order[i]) continue;
      if (is_significant(lead_of(metric, other, order[i]))) ++rank.best_place;
      if (is_significant(lead_of(metric, order[i], other))) --rank.worst_place;
    }
    if (i + 1 < order.size()) rank.over_next = lead_of(metric, order[i], order[i + 1]);
    ranking.push_back(rank);
  }
  return ranking;
}

std::string in_order(const std::vector<Rank>& ranking, const MetricScores& metric,
                     const std::vector<System>& systems) {
  std::string text;
  for (const auto& rank : ranking) {
    text += str(systems[rank.system].name, ' ', decimal(metric.scores[rank.system], 1));
    if (rank.over_next) text += is_significant(*rank.over_next) ? " > " : " ≈ ";
  }
  return text;
}

namespace {

/// Slices with a smaller share of the sentences are inconclusive.
constexpr double kLeastShare = 0.05;
constexpr double kMostShare = 0.8;  // a slice with nearly all sentences adds no information

bool are_of_one_config(std::size_t a, std::size_t b, const SeedGroups& seeds) {
  return std::ranges::any_of(seeds.groups, [&](const SeedGroups::Group& group) {
    const auto& runs = group.systems;
    return std::ranges::find(runs, a) != runs.end() && std::ranges::find(runs, b) != runs.end();
  });
}

/// The second-best system. For runs grouped by seed, the best of another config, because a
/// difference between seeds says nothing about the models.
std::size_t next_best(const std::vector<Rank>& ranking, const std::optional<SeedGroups>& seeds) {
  for (const auto& rank : std::span(ranking).subspan(1)) {
    if (!seeds || !are_of_one_config(ranking[0].system, rank.system, *seeds)) return rank.system;
  }
  return ranking[1].system;
}

std::string which_sentence(const Comparison& comparison, const Verdict& verdict, const Lead& lead) {
  const auto& bleu = comparison.metrics.front();
  const auto& better = comparison.systems[verdict.better].name;
  const auto& other = comparison.systems[verdict.other].name;
  const auto scores = str(decimal(bleu.scores[verdict.better], 2), " against ",
                          decimal(bleu.scores[verdict.other], 2), " ", bleu.name);
  const auto test = str("95 % interval ", decimal(lead.low, 2), " to ", decimal(lead.high, 2), ", ",
                        p_value_in_words(lead.p_value), ", paired bootstrap over ",
                        comparison.text.sentences, " sentences");
  if (lead.value == 0) {
    return str(better, " and ", other, " score the same: ", scores, " (", test, ").");
  }
  const auto number = comparison.systems.size();
  const bool of_another_config =
      comparison.seeds && !are_of_one_config(verdict.better, verdict.other, *comparison.seeds);
  const auto next = other + (of_another_config ? ", the best of another config" : "");
  const auto of_all =
      number > 2 ? str("Of ", number, " systems ", better, " is the best: it") : better;
  if (verdict.significant) {
    return str(of_all, " translates better than ", next, ": ", scores, ", a lead of ",
               decimal(lead.value, 2), " (", test, ").");
  }
  return str("There is no significant difference between ", better, " and ", next,
             of_another_config ? ": "
             : number > 2      ? str(", the best of ", number, " systems: ")
                               : ": ",
             scores, "; the lead of ", decimal(lead.value, 2), " may be due to chance (", test,
             ").");
}

std::string order_sentence(const Comparison& comparison, const std::vector<Rank>& ranking) {
  if (ranking.size() < 3) return {};
  const auto& bleu = comparison.metrics.front();
  std::vector<std::string> as_good;
  for (const auto& rank : std::span(ranking).subspan(1)) {
    const bool is_worse = lead_of(bleu, ranking.front().system, rank.system).p_value < kSignificant;
    if (!is_worse) as_good.push_back(comparison.systems[rank.system].name);
  }
  const auto& best = comparison.systems[ranking.front().system].name;
  const auto equals = as_good.empty() ? str("All others are significantly worse than ", best, '.')
                      : as_good.size() + 1 == ranking.size()
                          ? str("No other is significantly worse than ", best, '.')
                          : str(joined(as_good), as_good.size() == 1 ? " is" : " are",
                                " not significantly worse than ", best, "; all others are.");
  return str(equals, " In order: ", in_order(ranking, bleu, comparison.systems),
             " (> is a significant lead over the next, ≈ one that may be due to chance).");
}

std::string where_it_leads(const Comparison& comparison, const Verdict& verdict) {
  struct SliceLead {
    const Slice& slice;
    double lead;  // in BLEU
  };
  std::vector<SliceLead> leads;
  for (const auto& breakdown : comparison.breakdowns) {
    for (const auto& slice : breakdown.slices) {
      const auto share =
          static_cast<double>(slice.sentences) / static_cast<double>(comparison.text.sentences);
      if (slice.sentences < kLeastSentences || share < kLeastShare || share > kMostShare) continue;
      if (slice.in_words.empty()) continue;
      leads.push_back(
          {slice, slice.systems[verdict.better].bleu - slice.systems[verdict.other].bleu});
    }
  }
  if (leads.size() < 2) return {};
  const auto [least, most] = std::ranges::minmax_element(leads, {}, &SliceLead::lead);
  return str(" the lead by BLEU is largest on ", most->slice.in_words, " (",
             with_sign(most->lead, 1), ", ", most->slice.sentences, " of them) and smallest on ",
             least->slice.in_words, " (", with_sign(least->lead, 1), ", ", least->slice.sentences,
             ")");
}

std::string where_sentence(const Comparison& comparison, const Verdict& verdict) {
  std::vector<std::string> agree, unsure, disagree;
  for (const auto& metric : comparison.metrics) {
    if (&metric == &comparison.metrics.front()) continue;
    const auto lead = lead_of(metric, verdict.better, verdict.other);
    const auto said =
        str(metric.name, " (", with_sign(lead.value, 2), ", ", p_value_in_words(lead.p_value), ")");
    auto& group = lead.p_value >= kSignificant ? unsure : lead.value > 0 ? agree : disagree;
    group.push_back(said);
  }
  std::string text;
  const auto add = [&](const std::vector<std::string>& metrics, const std::string& says) {
    if (metrics.empty()) return;
    text += (text.empty() ? "" : ", ") + joined(metrics) + ' ' + says;
  };
  const auto& better = comparison.systems[verdict.better].name;
  const auto& other = comparison.systems[verdict.other].name;
  add(agree, str(agree.size() > 1 ? "see " : "sees ", better, " ahead"));
  add(disagree, str(disagree.size() > 1 ? "see " : "sees ", other, " ahead"));
  add(unsure, str(unsure.size() > 1 ? "find" : "finds", " no significant difference"));
  const auto slices = where_it_leads(comparison, verdict);
  if (!slices.empty()) text += (text.empty() ? "In this text," : ";") + slices;
  return text.empty() ? text : text + '.';
}

}  // namespace

Verdict verdict_of(const Comparison& comparison) {
  Verdict verdict;
  if (comparison.systems.size() < 2 || comparison.metrics.empty()) return verdict;
  const auto& bleu = comparison.metrics.front();
  verdict.ranking = rank_systems(bleu);
  verdict.better = verdict.ranking[0].system;
  verdict.other = next_best(verdict.ranking, comparison.seeds);
  const auto lead = lead_of(bleu, verdict.better, verdict.other);
  verdict.significant = lead.value > 0 && lead.p_value < kSignificant;
  verdict.which = which_sentence(comparison, verdict, lead);
  verdict.order = order_sentence(comparison, verdict.ranking);
  verdict.where = where_sentence(comparison, verdict);
  verdict.advice = advice_on(comparison, verdict);
  return verdict;
}

}  // namespace regard::compare
