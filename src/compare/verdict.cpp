#include "regard/compare/verdict.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "compare/in_words.h"
#include "regard/base/str.h"
#include "regard/compare/comparison.h"

namespace regard::compare {
namespace {

/// Slices of fewer sentences, or of a smaller share of all, say nothing.
constexpr std::size_t kLeastSentences = 25;
constexpr double kLeastShare = 0.05;

/// How far the better system leads by a metric, whatever its direction: positive is ahead.
struct Lead {
  double value;
  double low;
  double high;
  double p_value;
};

Lead lead_of(const MetricScores& metric, std::size_t better, std::size_t other) {
  const auto pair = std::ranges::find_if(metric.pairs, [&](const PairedDifference& p) {
    return p.first == std::min(better, other) && p.second == std::max(better, other);
  });
  const bool turned = (pair->second == better) != metric.higher_is_better;
  if (turned) return {-pair->difference, -pair->high, -pair->low, pair->p_value};
  return {pair->difference, pair->low, pair->high, pair->p_value};
}

std::string with_sign(double value, int digits) {
  return (value < 0 ? "−" : "+") + fixed(std::abs(value), digits);
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == parts.size() ? " and " : ", ") + parts[i];
  }
  return text;
}

std::string which_sentence(const Comparison& comparison, const Verdict& verdict, const Lead& lead) {
  const auto& bleu = comparison.metrics.front();
  const auto& better = comparison.systems[verdict.better].name;
  const auto& other = comparison.systems[verdict.other].name;
  const auto scores = str(fixed(bleu.scores[verdict.better], 2), " against ",
                          fixed(bleu.scores[verdict.other], 2), " ", bleu.name);
  const auto test = str("95 % interval ", fixed(lead.low, 2), " to ", fixed(lead.high, 2), ", ",
                        p_value_in_words(lead.p_value), ", paired bootstrap over ",
                        comparison.text.sentences, " sentences");
  if (lead.value == 0) {
    return str(better, " and ", other, " score the same: ", scores, " (", test, ").");
  }
  const auto number = comparison.systems.size();
  const auto of_all =
      number > 2 ? str("Of ", number, " systems ", better, " is the best: it") : better;
  if (verdict.significant) {
    return str(of_all, " translates better than ", other, ": ", scores, ", a lead of ",
               fixed(lead.value, 2), " (", test, ").");
  }
  return str("There is no significant difference between ", better, " and ", other,
             number > 2 ? str(", the best of ", number, " systems: ") : ": ", scores,
             "; chance explains the lead of ", fixed(lead.value, 2), " (", test, ").");
}

/// A slice and the lead by BLEU there.
struct SliceLead {
  const Breakdown* breakdown;
  const Slice* slice;
  double lead;
};

std::string name_of(const SliceLead& at) {
  const auto& by = at.breakdown->by;
  const auto& name = at.slice->name;
  if (by.ends_with("length")) return str("sentences of ", name, " words");
  if (by == "kind") return str("sentences of the kind \"", name, "\"");
  if (name == "unseen") return "sentences with a word that training never saw";
  return str("sentences whose rarest word training saw ", name, name == "1" ? " time" : " times");
}

std::string where_it_leads(const Comparison& comparison, const Verdict& verdict) {
  std::vector<SliceLead> leads;
  for (const auto& breakdown : comparison.breakdowns) {
    for (const auto& slice : breakdown.slices) {
      const auto share =
          static_cast<double>(slice.sentences) / static_cast<double>(comparison.text.sentences);
      if (slice.sentences < kLeastSentences || share < kLeastShare) continue;
      leads.push_back({&breakdown, &slice,
                       slice.systems[verdict.better].bleu - slice.systems[verdict.other].bleu});
    }
  }
  if (leads.size() < 2) return {};
  const auto [least, most] =
      std::ranges::minmax(leads, [](const auto& a, const auto& b) { return a.lead < b.lead; });
  return str(" the lead by BLEU is largest on ", name_of(most), " (", with_sign(most.lead, 1), ", ",
             most.slice->sentences, " of them) and smallest on ", name_of(least), " (",
             with_sign(least.lead, 1), ", ", least.slice->sentences, ")");
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
  if (!slices.empty()) text += (text.empty() ? "The text says:" : ";") + slices;
  return text.empty() ? text : text + '.';
}

}  // namespace

Verdict verdict_of(const Comparison& comparison) {
  Verdict verdict;
  if (comparison.systems.size() < 2 || comparison.metrics.empty()) return verdict;
  const auto& bleu = comparison.metrics.front();
  std::vector<std::size_t> order(comparison.systems.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(
      order, [&](std::size_t a, std::size_t b) { return bleu.scores[a] > bleu.scores[b]; });
  verdict.better = order[0];
  verdict.other = order[1];
  const auto lead = lead_of(bleu, verdict.better, verdict.other);
  verdict.significant = lead.value > 0 && lead.p_value < kSignificant;
  verdict.which = which_sentence(comparison, verdict, lead);
  verdict.where = where_sentence(comparison, verdict);
  return verdict;
}

}  // namespace regard::compare
