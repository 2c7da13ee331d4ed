#include "serve/compute_choice.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/readable.h"
#include "regard/base/named_enum.h"
#include "regard/base/str.h"

namespace regard::serve {
namespace {

using translate::Compute, translate::Translation;

// Below this ratio, a measured advantage may be chance.
constexpr double kFaster = 1.1;
// The agreement that a type must reach. In int8, good models agree in nine of ten sentences, and
// their token log-probabilities differ by about 0.01.
constexpr double kSame = 0.75, kDifference = 0.05;
// Each type translates the sentences this many times; its fastest time counts.
constexpr int kRounds = 2;

constexpr std::array<std::string_view, 16> kEnglish = {
    "Where is the station?",
    "A man in a blue shirt is standing on a ladder.",
    "The children are playing football in the park.",
    "Thank you very much for your help.",
    "Two women are sitting at a table in a restaurant.",
    "We will send you the documents tomorrow.",
    "A brown dog is running through the snow.",
    "She has lived in this city for ten years.",
    "Please close the window before you leave.",
    "The train to the airport is late again.",
    "I would like to buy a ticket for Saturday evening.",
    "A young girl is holding a red balloon.",
    "He reads the newspaper every morning.",
    "The meeting begins at nine o'clock in the large room.",
    "People are walking down the street in the rain.",
    "How much does this book cost?",
};

constexpr std::array<std::string_view, 16> kFrench = {
    "Où est la gare ?",
    "Un homme en chemise bleue se tient sur une échelle.",
    "Les enfants jouent au football dans le parc.",
    "Merci beaucoup pour votre aide.",
    "Deux femmes sont assises à une table dans un restaurant.",
    "Nous vous enverrons les documents demain.",
    "Un chien brun court dans la neige.",
    "Elle habite dans cette ville depuis dix ans.",
    "Fermez la fenêtre avant de partir, s'il vous plaît.",
    "Le train pour l'aéroport est encore en retard.",
    "Je voudrais acheter un billet pour samedi soir.",
    "Une jeune fille tient un ballon rouge.",
    "Il lit le journal tous les matins.",
    "La réunion commence à neuf heures dans la grande salle.",
    "Des gens marchent dans la rue sous la pluie.",
    "Combien coûte ce livre ?",
};

double log_prob_per_token(const Translation& translation) {
  if (translation.n_best.empty()) return 0.0;
  const auto& best = translation.n_best.front();
  return best.log_prob / static_cast<double>(std::max<size_t>(best.ids.size(), 1));
}

/// Sets the agreement of a trial whose translations are `found`.
void compare(const std::vector<Translation>& expected, const std::vector<Translation>& found,
             ComputeTrial& trial) {
  const auto count = static_cast<double>(expected.size());
  double same = 0.0, difference = 0.0;
  for (size_t i = 0; i < expected.size(); ++i) {
    same += expected[i].text == found[i].text ? 1.0 : 0.0;
    difference += std::abs(log_prob_per_token(expected[i]) - log_prob_per_token(found[i]));
  }
  trial.same = same / count;
  trial.difference = difference / count;
}

bool agrees(const ComputeTrial& trial) {
  return trial.same >= kSame && trial.difference <= kDifference;
}

/// Runs the trials, and fills in their agreement and the seconds of the fastest round.
class Race {
 public:
  Race(std::span<const Compute> others, const TrialTranslation& translate, const Clock& clock)
      : translate_(translate), clock_(clock) {
    add(Compute::float32);
    for (const auto compute : others) add(compute);
  }

  std::vector<ComputeTrial> run() {
    const auto expected = translate_(Compute::float32);  // not timed: a first call is slow
    for (size_t i = 1; i < trials_.size(); ++i) {
      compare(expected, translate_(trials_[i].compute), trials_[i]);
    }
    for (int round = 0; round < kRounds; ++round) {
      for (size_t i = 0; i < trials_.size(); ++i) {
        const double begin = clock_();
        translate_(trials_[i].compute);
        seconds_[i] = std::min(seconds_[i], clock_() - begin);
      }
    }
    for (size_t i = 0; i < trials_.size(); ++i) {
      const double seconds = std::max(seconds_[i], std::numeric_limits<double>::min());
      trials_[i].sentences_per_second = static_cast<double>(expected.size()) / seconds;
    }
    return trials_;
  }

 private:
  void add(Compute compute) {
    trials_.push_back({.compute = compute});
    seconds_.push_back(std::numeric_limits<double>::max());
  }

  const TrialTranslation& translate_;
  const Clock& clock_;
  std::vector<ComputeTrial> trials_;
  std::vector<double> seconds_;
};

std::string in_words(const ComputeTrial& trial) {
  constexpr double kFew = 100.0, kPercent = 100.0;
  const auto speed =
      str(name_of(trial.compute), " ",
          fixed(trial.sentences_per_second, trial.sentences_per_second < kFew), " sentences/s");
  if (trial.compute == Compute::float32) return speed;
  return str(speed, ", ", fixed(kPercent * trial.same, 0),
             " % of translations equal, log-probabilities of tokens differ by ",
             fixed(trial.difference, 3));
}

}  // namespace

std::span<const std::string_view> trial_sentences(std::string_view language) {
  if (language == "en") return kEnglish;
  if (language == "fr") return kFrench;
  return {};
}

ComputeChoice measure_compute(std::span<const Compute> others, const TrialTranslation& translate,
                              const Clock& clock) {
  ComputeChoice choice = {.trials = Race(others, translate, clock).run()};
  double fastest = kFaster * choice.trials.front().sentences_per_second;
  for (const auto& trial : choice.trials) {
    if (!agrees(trial) || trial.sentences_per_second < fastest) continue;
    fastest = trial.sentences_per_second;
    choice.compute = trial.compute;
  }
  return choice;
}

std::string in_words(const ComputeChoice& choice) {
  const auto words_of = [](const ComputeTrial& trial) { return in_words(trial); };
  return str("computes in ", name_of(choice.compute),
             "; measured: ", join(choice.trials, "; ", words_of));
}

}  // namespace regard::serve
