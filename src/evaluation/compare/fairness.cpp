#include "compare/fairness.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>

#include "base/digest.h"
#include "base/readable.h"
#include "compare/numbers.h"
#include "config/writer.h"
#include "regard/base/str.h"

namespace regard::compare {
namespace {

/// Figures whose difference is below this share of the larger one count as equal.
constexpr double kTolerance = 0.1;
/// A group of at least this many equal runs is called "all others" instead of being listed.
constexpr size_t kLongList = 4;

bool is_readable(const std::string& file) {
  std::error_code none;
  return std::filesystem::is_regular_file(file, none);
}

/// A hash of the file, or its name if it cannot be read.
std::string content_or_name(const std::string& file) {
  return is_readable(file) ? sha256_of_file(file) : file;
}

/// The data sets of a run for one purpose, such as training.
struct NamedTexts {
  std::vector<config::ParallelText> files;
  bool may_read = true;
};

std::string identity(const NamedTexts& texts) {
  std::string all;
  for (auto text : texts.files) {
    text.name = "";
    for (auto* file : {&text.source, &text.target, &text.tsv, &text.text}) {
      if (texts.may_read && !file->empty()) *file = content_or_name(*file);
    }
    all += config::to_yaml(text);
  }
  return all;
}

std::string names_of(const std::vector<config::ParallelText>& texts) {
  return join(texts, ", ", [](const config::ParallelText& text) {
    return (text.tsv.empty() ? text.source : text.tsv) +
           (text.first > 0 ? str(" (the first ", text.first, ")") : "");
  });
}

/// Options that select and prepare the training pairs, without the data files.
config::DataOptions cleaning_of(config::DataOptions data) {
  data.train = {};
  data.valid = {};
  data.test = {};
  data.source_language = data.target_language = data.cache = "";
  return data;
}

/// A run's value for one criterion. Runs with the same key count as equal.
struct Trait {
  std::string key = {};
  std::string words = {};
};

/// The trait of each run; empty if unknown.
using Traits = std::vector<std::optional<Trait>>;

/// Distinguishes data files with the same name but different content. Foreign models name no files.
Traits traits_of_texts(const std::vector<NamedTexts>& by_run) {
  Traits traits;
  for (const auto& texts : by_run) {
    if (texts.files.empty() || texts.files.front().empty()) {
      traits.emplace_back();
      continue;
    }
    Trait trait{.key = identity(texts), .words = names_of(texts.files)};
    const bool is_other = std::ranges::any_of(traits, [&](const auto& earlier) {
      return earlier && earlier->words == trait.words && earlier->key != trait.key;
    });
    if (is_other) trait.words += " with different contents";
    traits.emplace_back(std::move(trait));
  }
  return traits;
}

/// Options as "key value, key value", limited to keys whose values differ between runs.
template <class Options>
Traits traits_of_options(const std::vector<Options>& by_run) {
  std::map<std::string, std::vector<std::string>> values;
  for (size_t run = 1; run < by_run.size(); ++run) {
    for (const auto& [key, of_first, of_other] : config::differences(by_run[0], by_run[run])) {
      auto& of_key = values[key];
      if (of_key.empty()) of_key.assign(by_run.size(), of_first);
      of_key[run] = of_other;
    }
  }
  Traits traits(by_run.size(), Trait{});
  for (const auto& [key, of_key] : values) {
    for (size_t run = 0; run < by_run.size(); ++run) {
      auto& words = traits[run]->words;
      words += str(words.empty() ? "" : ", ", key, " ", of_key[run]);
    }
  }
  for (auto& trait : traits) trait->key = trait->words;
  return traits;
}

/// A value of 0 means unknown. Figures within a tenth of the largest one count as equal.
Traits traits_of_figures(const std::vector<double>& by_run, int digits) {
  auto sorted = by_run;
  std::erase(sorted, 0.0);
  std::ranges::sort(sorted);
  Traits traits(by_run.size());
  for (auto low = sorted.begin(); low != sorted.end();) {
    const auto end =
        std::find_if(low, sorted.end(), [&](double v) { return v - *low > kTolerance * v; });
    const auto in_words = [&](double v) { return digits == 0 ? whole(v) : fixed(v, digits); };
    const auto least = in_words(*low), most = in_words(*std::prev(end));
    for (size_t run = 0; run < by_run.size(); ++run) {
      if (by_run[run] < *low || by_run[run] > *std::prev(end)) continue;
      traits[run] = Trait{.key = least, .words = least == most ? least : least + " to " + most};
    }
    low = end;
  }
  return traits;
}

/// Indices of equal runs.
using Group = std::vector<size_t>;

/// Groups in the order of their first members.
std::vector<Group> groups_of(const Traits& traits) {
  std::vector<Group> groups;
  for (size_t run = 0; run < traits.size(); ++run) {
    if (!traits[run]) continue;
    const auto group = std::ranges::find_if(
        groups, [&](const Group& g) { return traits[g.front()]->key == traits[run]->key; });
    if (group == groups.end()) {
      groups.push_back({run});
    } else {
      group->push_back(run);
    }
  }
  return groups;
}

/// False for a foreign model, which names no training set and records nothing about its training.
bool is_trained_here(const FairnessFacts& run) { return !run.experiment.data.train.empty(); }

class Finder {
 public:
  explicit Finder(const std::vector<FairnessFacts>& runs) : runs_(runs) {}

  std::vector<Unfairness> find() {
    compare_data();
    compare_vocabularies();
    compare_sizes();
    compare_budgets();
    compare_search();
    find_unfinished();
    find_single_seed();
    return std::move(found_);
  }

 private:
  /// Reports "WHAT: VALUE (a and b); OTHER VALUE (c)." if there are several values.
  void compare(const std::string& kind, const std::string& what, const Traits& traits) {
    auto groups = groups_of(traits);
    if (groups.size() < 2) return;
    const bool all_known = std::ranges::all_of(traits, [](const auto& t) { return t.has_value(); });
    const auto largest = std::ranges::max_element(groups, {}, &Group::size);
    const bool has_rest = all_known && largest->size() >= kLongList;
    if (has_rest) std::rotate(largest, largest + 1, groups.end());
    std::string values;
    for (const auto& group : groups) {
      const bool is_rest = has_rest && &group == &groups.back();
      values += str(values.empty() ? "" : "; ", traits[group.front()]->words, " (",
                    is_rest ? "all others" : names_of_runs(group), ")");
    }
    found_.push_back({kind, str(what, ": ", values, ".")});
  }

  std::string names_of_runs(const Group& group) const {
    std::vector<std::string> names;
    for (const size_t run : group) names.push_back(runs_[run].name);
    return joined(names);
  }

  /// Calls get(run) for every run.
  template <class Get>
  auto each(const Get& get) const {
    std::vector<decltype(get(runs_.front()))> values;
    for (const auto& run : runs_) values.push_back(get(run));
    return values;
  }

  void compare_data() {
    using Run = FairnessFacts;
    const auto training = traits_of_texts(each([](const Run& run) {
      return NamedTexts{run.experiment.data.train, run.reads_texts};
    }));
    compare("training data", "Training texts differ", training);
    Group unknown;
    for (size_t run = 0; run < runs_.size(); ++run) {
      if (!training[run]) unknown.push_back(run);
    }
    if (!unknown.empty()) {
      found_.push_back(
          {"training data", str("The training text of ", names_of_runs(unknown), " is unknown.")});
    }
    compare(
        "training data", "Training pairs are selected or prepared differently",
        traits_of_options(each([](const Run& run) { return cleaning_of(run.experiment.data); })));
    compare("validation data", "Weights were selected on different validation sets",
            traits_of_texts(each([](const Run& run) {
              return NamedTexts{run.experiment.data.valid.items, run.reads_texts};
            })));
  }

  void compare_vocabularies() {
    const auto in_words = [](const FairnessFacts& run) -> std::optional<Trait> {
      const auto& [source, target] =
          std::pair(run.model.source_vocabulary, run.model.target_vocabulary);
      const auto words = str(name_of(run.experiment.tokenizer.type), " of ", source,
                             source == target ? "" : str(" and ", target));
      return Trait{.key = words, .words = words};
    };
    compare("vocabulary", "Vocabularies differ", each(in_words));
  }

  void compare_sizes() {
    compare_figures("size", "Numbers of parameters differ", 0,
                    [](const ModelFacts& model) { return static_cast<double>(model.parameters); });
  }

  void compare_budgets() {
    compare_figures("budget", "Training steps differ", 0,
                    [](const ModelFacts& model) { return static_cast<double>(model.steps); });
    compare_figures("budget", "Tokens read in training differ", 0,
                    [](const ModelFacts& model) { return model.tokens; });
    compare_figures("budget", "Minutes of training differ", 1,
                    [](const ModelFacts& model) { return model.minutes; });
    compare("budget", "Devices or threads of training differ, so minutes are not comparable",
            each([](const FairnessFacts& run) -> std::optional<Trait> {
              if (!is_trained_here(run)) return std::nullopt;
              const auto& training = run.experiment.training;
              const auto threads = training.threads;
              const auto words =
                  str(training.device, ", ",
                      threads == 0 ? "a thread for each core" : counted(threads, "thread"));
              return Trait{.key = words, .words = words};
            }));
    Group begun;
    for (size_t run = 0; run < runs_.size(); ++run) {
      if (!runs_[run].experiment.training.init_from.empty()) begun.push_back(run);
    }
    if (begun.empty() || begun.size() == runs_.size()) return;
    found_.push_back(
        {"budget",
         str(names_of_runs(begun),
             " started from the weights of another run, whose training is not counted here.")});
  }

  template <class Get>
  void compare_figures(const std::string& kind, const std::string& what, int digits,
                       const Get& get) {
    compare(
        kind, what,
        traits_of_figures(each([&](const FairnessFacts& run) { return get(run.model); }), digits));
  }

  void compare_search() {
    compare("search", "Search options differ", traits_of_options(each([](const FairnessFacts& run) {
              auto search = run.experiment.search;
              search.batch_size = 1;  // does not affect translations
              return search;
            })));
  }

  void find_unfinished() {
    for (const auto& run : runs_) {
      const auto planned = run.experiment.training.steps;
      if (run.model.steps > 0 && run.model.steps < planned && !run.model.ended) {
        found_.push_back({"budget", str("The training of ", run.name, " has not ended: step ",
                                        run.model.steps, " of ", planned, ".")});
      }
    }
  }

  void find_single_seed() {
    const auto seed = runs_.front().model.seed;
    const bool is_single = std::ranges::all_of(
        runs_, [&](const auto& run) { return run.model.seed == seed && is_trained_here(run); });
    if (runs_.size() < 2 || !is_single) return;
    found_.push_back(
        {"seed",
         str("All runs were trained with seed ", seed,
             ", so the effect of the seed is unknown (train with more seeds and use --seeds).")});
  }

  const std::vector<FairnessFacts>& runs_;
  std::vector<Unfairness> found_;
};

}  // namespace

std::vector<Unfairness> find_unfairness(const std::vector<FairnessFacts>& runs) {
  return runs.empty() ? std::vector<Unfairness>() : Finder(runs).find();
}

}  // namespace regard::compare
