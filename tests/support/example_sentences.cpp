#include "support/example_sentences.h"

#include <random>

namespace regard::test {
namespace {

using compare::DifferencePart;
using Kind = DifferencePart::Kind;

compare::WordAttention diagonal(const std::vector<std::string>& source,
                                const std::vector<std::string>& target) {
  compare::WordAttention attention{.source = source, .target = target};
  for (std::size_t i = 0; i < target.size(); ++i) {
    std::vector<float> row(source.size(), 0.2F / static_cast<float>(source.size()));
    row[i % source.size()] += 0.8F;
    attention.weights.push_back(row);
  }
  return attention;
}

compare::SystemOutput output(const std::string& hypothesis, double chrf,
                             std::vector<DifferencePart> against_reference) {
  compare::SystemOutput output;
  output.hypothesis = hypothesis;
  output.scores = {{"bleu", chrf - 20}, {"chrf", chrf}, {"ter", 100 - chrf}};
  output.against_reference = std::move(against_reference);
  output.log_prob = -4.25;
  output.score = -0.85;
  output.n_best = {{.text = hypothesis, .log_prob = -4.25, .score = -0.85},
                   {.text = hypothesis + " !", .log_prob = -5.5, .score = -0.9}};
  return output;
}

}  // namespace

std::vector<compare::Sentence> small_sentences() {
  compare::Sentence first{.source = "the pupil reads a book",
                          .reference = "l'élève lit un livre",
                          .kinds = {"names"},
                          .source_words = 5};
  first.systems = {
      output("un élève lit livre", 61.5,
             {{Kind::removed, "l'"},
              {Kind::added, "un "},
              {Kind::same, "élève lit "},
              {Kind::removed, "un "},
              {Kind::same, "livre"}}),
      output("l'élève lit un roman", 74.2,
             {{Kind::same, "l'élève lit un "}, {Kind::removed, "livre"}, {Kind::added, "roman"}})};
  first.systems[1].against_first = {{Kind::removed, "un "},     {Kind::added, "l'"},
                                    {Kind::same, "élève lit "}, {Kind::added, "un "},
                                    {Kind::removed, "livre"},   {Kind::added, "roman"}};
  const std::vector<std::string> source = {"the", "pupil", "reads", "a", "book"};
  first.systems[0].attention = diagonal(source, {"un", "élève", "lit", "livre"});
  first.systems[1].attention = diagonal(source, {"l'élève", "lit", "un", "roman"});

  compare::Sentence second{.source = std::string("what is ") + kNasty,
                           .reference = std::string("qu'est-ce que ") + kNasty,
                           .kinds = {"question", kNasty},
                           .source_words = 12};
  second.systems = {output(second.reference, 100, {{Kind::same, second.reference}}),
                    output(second.reference, 100, {{Kind::same, second.reference}})};

  compare::Sentence third{.source = "they do not sleep",
                          .reference = "ils ne dorment pas",
                          .kinds = {"negation"},
                          .source_words = 4};
  third.systems = {output("ils ne dorment pas", 100, {{Kind::same, "ils ne dorment pas"}}),
                   output("", 0, {{Kind::removed, "ils ne dorment pas"}})};
  third.systems[1].log_prob.reset();
  third.systems[1].n_best.clear();
  return {first, second, third};
}

std::vector<compare::Sentence> random_sentences(std::size_t count, std::size_t systems) {
  constexpr std::size_t words = 24, best = 5;
  std::vector<compare::Sentence> sentences;
  std::mt19937 engine(1);  // same numbers on every platform
  const auto word = [&] {
    std::string text;
    for (std::size_t letters = 2 + engine() % 8; letters > 0; --letters) {
      text += static_cast<char>('a' + engine() % 26);
    }
    return text;
  };
  const auto joined = [](const std::vector<std::string>& parts) {
    std::string text;
    for (const auto& part : parts) text += (text.empty() ? "" : " ") + part;
    return text;
  };
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::string> source, reference;
    for (std::size_t k = 0; k < words; ++k) {
      source.push_back(word());
      reference.push_back(word());
    }
    compare::Sentence sentence{.source = joined(source),
                               .reference = joined(reference),
                               .kinds = {i % 2 == 0 ? "names" : "numbers"},
                               .source_words = words};
    for (std::size_t system = 0; system < systems; ++system) {
      auto target = reference;
      std::vector<DifferencePart> parts;
      for (std::size_t k = 0; k < words; ++k) {
        const std::string space = k + 1 < words ? " " : "";
        if (engine() % 4 != 0) {
          parts.push_back({Kind::same, target[k] + space});
        } else {
          parts.push_back({Kind::removed, target[k] + space});
          target[k] = word();
          parts.push_back({Kind::added, target[k] + space});
        }
      }
      auto made = output(joined(target), static_cast<double>(engine() % 1000) / 10, parts);
      if (system > 0) made.against_first = parts;
      made.n_best.resize(1);
      while (made.n_best.size() < best) {
        auto other = target;
        other[engine() % words] = word();
        made.n_best.push_back({.text = joined(other), .log_prob = -5, .score = -0.9});
      }
      made.attention = diagonal(source, target);
      sentence.systems.push_back(std::move(made));
    }
    sentences.push_back(std::move(sentence));
  }
  return sentences;
}

}  // namespace regard::test
