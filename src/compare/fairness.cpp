#include "regard/compare/fairness.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "compare/in_words.h"
#include "regard/base/sha256.h"
#include "regard/base/str.h"
#include "regard/config/writer.h"

namespace regard::compare {
namespace {

/// Two figures that differ by less are called equal.
constexpr double kTolerance = 0.1;

bool is_readable(const std::string& file) {
  std::error_code none;
  return std::filesystem::is_regular_file(file, none);
}

/// The content of a file, or its name where it cannot be read.
std::string content_or_name(const std::string& file) {
  return is_readable(file) ? sha256_of_file(file) : file;
}

std::string identity(const std::vector<config::ParallelText>& texts) {
  std::string all;
  for (auto text : texts) {
    for (auto* file : {&text.source, &text.target, &text.tsv, &text.text}) {
      if (!file->empty()) *file = content_or_name(*file);
    }
    all += config::to_yaml(text);
  }
  return all;
}

std::string names_of(const std::vector<config::ParallelText>& texts) {
  std::string names;
  for (const auto& text : texts) {
    names += (names.empty() ? "" : ", ") + (text.tsv.empty() ? text.source : text.tsv);
    if (text.first > 0) names += str(" (the first ", text.first, ")");
  }
  return names.empty() ? "nothing" : names;
}

/// Options that choose and prepare the training pairs, without the texts themselves.
config::DataOptions cleaning_of(config::DataOptions data) {
  data.train = {};
  data.valid = data.test = {};
  data.source_language = data.target_language = data.cache = "";
  return data;
}

bool differ(double a, double b) {
  return std::abs(a - b) > kTolerance * std::max(std::abs(a), std::abs(b));
}

std::string joined(const std::vector<config::Difference>& differences) {
  std::string text;
  for (const auto& one : differences) {
    text += str(text.empty() ? "" : ", ", one.key, " ", one.before, " and ", one.after);
  }
  return text;
}

/// Of two runs what makes their comparison unfair.
class Pair {
 public:
  Pair(const FairnessFacts& first, const FairnessFacts& other, std::vector<Unfairness>& found)
      : first_(first), other_(other), found_(found) {}

  void compare() {
    compare_data();
    compare_vocabulary();
    compare_model();
    compare_budget();
    compare_rest();
  }

 private:
  void add(const std::string& kind, const std::string& sentence) {
    found_.push_back({kind, sentence});
  }
  /// "a and b differ in X: VALUE_OF_A and VALUE_OF_B."
  void add_values(const std::string& kind, const std::string& what, const std::string& of_first,
                  const std::string& of_other) {
    add(kind, str(first_.name, " and ", other_.name, " differ in ", what, ": ", of_first, " and ",
                  of_other, "."));
  }
  void compare_figures(const std::string& kind, const std::string& what, double of_first,
                       double of_other, int digits) {
    if (of_first == 0 || of_other == 0 || !differ(of_first, of_other)) return;
    add_values(kind, what, fixed(of_first, digits), fixed(of_other, digits));
  }

  void compare_data() {
    const auto &a = first_.experiment.data, &b = other_.experiment.data;
    if (identity(a.train) != identity(b.train)) {
      const auto of_first = names_of(a.train), of_other = names_of(b.train);
      if (of_first != of_other) {
        add_values("training data", "their training texts", of_first, of_other);
      } else {
        add("training data", str(first_.name, " and ", other_.name,
                                 " differ in their training texts, which have the same names."));
      }
    }
    const auto cleaning = config::differences(cleaning_of(a), cleaning_of(b));
    if (!cleaning.empty()) {
      add("training data",
          str(first_.name, " and ", other_.name,
              " choose or prepare their training pairs differently: ", joined(cleaning), "."));
    }
    if (identity({a.valid}) != identity({b.valid})) {
      add("validation data", str(first_.name, " and ", other_.name,
                                 " chose their weights by different validation texts."));
    }
  }

  void compare_vocabulary() {
    const auto &a = first_.model, &b = other_.model;
    const auto of = [](const ModelFacts& model, const config::TokenizerOptions& tokenizer) {
      return str(tokenizer.type, " of ", model.source_vocabulary,
                 model.source_vocabulary == model.target_vocabulary
                     ? ""
                     : str(" and ", model.target_vocabulary));
    };
    const auto of_first = of(a, first_.experiment.tokenizer);
    const auto of_other = of(b, other_.experiment.tokenizer);
    if (of_first != of_other) add_values("vocabulary", "their vocabularies", of_first, of_other);
  }

  void compare_model() {
    compare_figures("size", "their number of parameters",
                    static_cast<double>(first_.model.parameters),
                    static_cast<double>(other_.model.parameters), 0);
  }

  void compare_budget() {
    const auto &a = first_.model, &b = other_.model;
    compare_figures("budget", "training steps", static_cast<double>(a.steps),
                    static_cast<double>(b.steps), 0);
    compare_figures("budget", "tokens read in training", a.tokens, b.tokens, 0);
    compare_figures("budget", "minutes of training", a.minutes, b.minutes, 1);
    const auto &x = first_.experiment.training, &y = other_.experiment.training;
    if (x.init_from.empty() != y.init_from.empty()) {
      const auto& begun = x.init_from.empty() ? other_ : first_;
      add("budget", str(begun.name,
                        " began with the weights of another run, whose training does "
                        "not count here."));
    }
    if (x.threads != y.threads || x.device != y.device) {
      add("budget", str(first_.name, " and ", other_.name,
                        " were trained on another device or number of threads: their minutes do "
                        "not compare."));
    }
  }

  void compare_rest() {
    auto a = first_.experiment.search, b = other_.experiment.search;
    a.batch_size = b.batch_size;  // changes no translation
    const auto search = config::differences(a, b);
    if (!search.empty()) {
      add("search", str(first_.name, " and ", other_.name,
                        " translate with other search options: ", joined(search), "."));
    }
  }

  const FairnessFacts& first_;
  const FairnessFacts& other_;
  std::vector<Unfairness>& found_;
};

}  // namespace

std::vector<Unfairness> find_unfairness(const std::vector<FairnessFacts>& runs) {
  std::vector<Unfairness> found;
  for (size_t i = 1; i < runs.size(); ++i) Pair(runs.front(), runs[i], found).compare();
  for (const auto& run : runs) {
    const auto planned = run.experiment.training.steps;
    if (run.model.steps > 0 && run.model.steps < planned && !run.model.ended) {
      found.push_back({"budget", str("The training of ", run.name, " has not ended: step ",
                                     run.model.steps, " of ", planned, ".")});
    }
  }
  const bool several = runs.size() > 1;
  const bool one_seed = std::ranges::all_of(
      runs, [&](const auto& run) { return run.model.seed == runs.front().model.seed; });
  if (several && one_seed) {
    found.push_back({"seed", str("All runs were trained with seed ", runs.front().model.seed,
                                 " only: how much another seed would change is not known "
                                 "(train more of them, and see --seeds).")});
  }
  return found;
}

}  // namespace regard::compare
