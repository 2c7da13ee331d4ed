#include "base/readable.h"
#include "compare/fairness.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "compare/comparison.h"
#include "compare/numbers.h"
#include "regard/base/str.h"

namespace regard::compare {
namespace {

/// If more than this share of the test set was seen in training, the comparison measures
/// memorization.
constexpr double kSeenShare = 0.1;
/// A lead in BLEU points that training with another seed may reverse.
constexpr double kSeedsMayTurn = 1.0;
/// Minimum factor for calling a system faster or smaller.
constexpr double kNotable = 1.1;
/// Below this BLEU score, a system does not really translate.
constexpr double kLeastBleu = 2.0;
/// Number of seeds per config needed for a decision.
constexpr std::size_t kSeeds = 3;

/// A choice between systems: a single run, or several runs of one config, represented by one of
/// them.
struct Side {
  std::string name;
  const System& system;
};

bool is_about(double value, double target) { return std::abs(value - target) <= 0.06 * target; }

std::string speed_in_words(double ratio) {
  return (is_about(ratio, 2)   ? "twice"
          : is_about(ratio, 3) ? "three times"
                               : decimal(ratio, 1) + " times") +
         " as fast in batches";
}

std::string size_in_words(double ratio) {
  if (is_about(ratio, 1.0 / 2)) return "half the size";
  if (is_about(ratio, 1.0 / 3)) return "a third of the size";
  if (is_about(ratio, 1.0 / 4)) return "a quarter of the size";
  return decimal(100 * ratio, 0) + " % of the size";
}

double speed_ratio(const System& one, const System& other) {
  if (!one.model || !other.model || !one.model->decoding || !other.model->decoding) return 1;
  return agreed_ratio(*one.model->decoding, *other.model->decoding,
                      &Decoding::Round::sentences_per_second)
      .value_or(1);
}

double size_ratio(const System& one, const System& other) {
  const auto size = [](const System& system) {
    return system.model ? static_cast<double>(system.model->parameters) : 0;
  };
  return size(one) > 0 && size(other) > 0 ? size(one) / size(other) : 1;
}

/// The advantages of `one` over `other` in speed and size.
std::vector<std::string> advantages(const System& one, const System& other) {
  std::vector<std::string> words;
  const double faster = speed_ratio(one, other), size = size_ratio(one, other);
  if (faster >= kNotable) words.push_back(speed_in_words(faster));
  if (1 / size >= kNotable) words.push_back(size_in_words(size));
  return words;
}

/// Whether `one` is preferable to an equally good `other`: faster, or smaller at equal speed.
bool is_preferable(const System& one, const System& other) {
  const double faster = speed_ratio(one, other);
  if (faster >= kNotable) return true;
  return 1 / faster < kNotable && 1 / size_ratio(one, other) >= kNotable;
}

/// Returns "Take A: QUALITY, twice as fast in batches; B is half the size."
std::string take(const Side& taken, const Side& other, std::string quality) {
  std::vector<std::string> reasons = {std::move(quality)};
  for (auto& words : advantages(taken.system, other.system)) reasons.push_back(std::move(words));
  const auto against = advantages(other.system, taken.system);
  return str("Take ", taken.name, ": ", joined(reasons),
             against.empty() ? "" : str("; ", other.name, " is ", joined(against)), ".");
}

std::string take_better(const Side& better, const Side& other, double lead,
                        const std::string& how) {
  return take(better, other,
              str("better than ", other.name, " by ", decimal(lead, 1), " BLEU", how));
}

/// Recommends one of several equally good systems: `best`, `next` (with the next score) or another.
std::string take_cheapest(const Side& best, const Side& next, const std::vector<Side>& others,
                          const std::string& how_equal) {
  const Side* taken = is_preferable(next.system, best.system) ? &next : &best;
  for (const auto& side : others) {
    if (is_preferable(side.system, taken->system)) taken = &side;
  }
  const auto& other = taken == &best ? next : best;
  if (advantages(taken->system, other.system).empty()) {
    return str("Take ", best.name, " or ", other.name, ", whichever suits you: ", how_equal, ".");
  }
  return take(*taken, other, str("as good as ", other.name, " (", how_equal, ")"));
}

/// The facts about runs with the same config.
using Runs = std::vector<const ModelFacts*>;

Advice train_more_seeds(const std::vector<Runs>& configs, const std::string& why) {
  Advice advice{.sentence = str("Train three seeds of each before you decide: ", why, ".")};
  std::string compared = "regard compare --seeds";
  for (const auto& runs : configs) {
    for (const auto* run : runs) compared += ' ' + run->directory;
    if (runs.size() >= kSeeds) continue;
    const auto* last = *std::ranges::max_element(runs, {}, &ModelFacts::seed);
    std::string seeds;
    for (auto count = runs.size(); count < kSeeds; ++count) {
      seeds +=
          str(seeds.empty() ? "" : ",", last->seed + static_cast<int64_t>(count - runs.size()) + 1);
    }
    advice.commands.push_back(str("regard sweep ", last->directory,
                                  "/config.yaml --grid training.seed=", seeds, " -o ",
                                  last->directory, "-seeds"));
    compared += str(' ', last->directory, "-seeds/*");
  }
  advice.commands.push_back(compared);
  return advice;
}

Advice advice_on_groups(const Comparison& comparison, const LeadingGroups& leading) {
  const auto side_of = [&](const SeedGroups::Group& group) {
    return Side{group.name, comparison.systems[group.systems.front()]};
  };
  const auto runs_of = [&](const SeedGroups::Group& group) {
    Runs runs;
    for (const auto system : group.systems) runs.push_back(&*comparison.systems[system].model);
    return runs;
  };
  const auto best = side_of(leading.best), next = side_of(leading.next);
  if (leading.best.systems.size() < 2 || leading.next.systems.size() < 2) {
    return train_more_seeds({runs_of(leading.best), runs_of(leading.next)},
                            "a single run does not show the effect of the seed");
  }
  const double lead = std::abs(leading.test.difference);
  if (leading.test.survives) return {take_better(best, next, lead, " over their seeds")};
  return {take_cheapest(best, next, {}, "no difference that persists over seeds")};
}

/// The best system and all that are not significantly worse.
std::vector<Side> equals_of(const Comparison& comparison, const Verdict& verdict) {
  std::vector<Side> equals;
  for (const auto& rank : verdict.ranking) {
    const auto& system = comparison.systems[rank.system];
    const bool is_equal =
        rank.system == verdict.better ||
        lead_of(comparison.metrics.front(), verdict.better, rank.system).p_value >= kSignificant;
    if (is_equal) equals.push_back({system.name, system});
  }
  return equals;
}

}  // namespace

Advice advice_on(const Comparison& comparison, const Verdict& verdict) {
  if (verdict.ranking.size() < 2) return {};
  const auto& text = comparison.text;
  if (static_cast<double>(text.seen_sentences) > kSeenShare * static_cast<double>(text.sentences)) {
    return {str("Compare on other text before you decide: ", text.seen_sentences, " of these ",
                text.sentences, " sentences were in training (--source FILE --reference FILE).")};
  }
  const auto& scores = comparison.metrics.front().scores;
  if (!scores.empty() && std::ranges::max(scores) < kLeastBleu) {
    return {str("Check the reference before you decide: the best system scores ",
                decimal(std::ranges::max(scores), 1), " BLEU. Is ", text.reference,
                " the translation of ", text.source.empty() ? "the source" : text.source,
                ", line by line?")};
  }
  if (comparison.seeds) {
    if (const auto leading = leading_groups(*comparison.seeds)) {
      return advice_on_groups(comparison, *leading);
    }
  }
  const auto& better = comparison.systems[verdict.better];
  const auto& other = comparison.systems[verdict.other];
  const Side best{better.name, better}, next{other.name, other};
  if (!verdict.significant) {
    return {
        take_cheapest(best, next, equals_of(comparison, verdict),
                      str("no significant difference in ", counted(text.sentences, "sentence")))};
  }
  const double lead = lead_of(comparison.metrics.front(), verdict.better, verdict.other).value;
  const bool is_trained_here = better.model && other.model && better.model->steps > 0 &&
                               other.model->steps > 0 && !comparison.seeds;
  if (is_trained_here && lead < kSeedsMayTurn) {
    return train_more_seeds({{&*better.model}, {&*other.model}},
                            str("another seed may reverse a lead of ", decimal(lead, 1), " BLEU"));
  }
  return {take_better(best, next, lead, "")};
}

}  // namespace regard::compare
