#include "regard/compare/comparison_table.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "compare/in_words.h"
#include "compare/plain_text.h"
#include "regard/base/str.h"
#include "regard/base/utf8.h"

namespace regard::compare {
namespace {

using Row = std::vector<std::string>;

constexpr std::size_t kMostColumns = 5;  // of systems
constexpr std::size_t kNameWidth = 14;   // above a column
constexpr std::size_t kLongName = 22;    // before a row
constexpr std::size_t kWins = 3;         // of each system, as is the next
constexpr std::size_t kNgrams = 6;
constexpr std::size_t kWinsOfMany = 1;
constexpr std::size_t kNgramsOfMany = 3;

std::string percent(double share) { return fixed(100 * share, 1) + " %"; }
/// 10960000 as "10.96 M".
std::string in_units(double value) {
  constexpr std::pair<double, const char*> kUnits[] = {
      {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}};
  for (const auto& [unit, letter] : kUnits) {
    if (value >= unit) return fixed(value / unit, 2) + ' ' + letter;
  }
  return fixed(value, 0);
}

class Writer {
 public:
  explicit Writer(const Comparison& comparison) : comparison_(comparison) {
    shown_.resize(comparison.systems.size());
    std::iota(shown_.begin(), shown_.end(), 0);
    if (are_many()) {
      const auto& scores = comparison.metrics.front().scores;
      std::ranges::stable_sort(shown_,
                               [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
    }
  }

  std::string text() {
    write_verdict();
    write_metrics();
    write_leads();
    write_seeds();
    write_models();
    write_breakdowns();
    write_words();
    write_ngrams();
    write_traits();
    write_search();
    write_beam_curves();
    write_wins();
    write_notes();
    return text_;
  }

 private:
  /// A terminal has no room for so many columns: systems are rows then, the best first.
  bool are_many() const { return shown_.size() > kMostColumns; }
  std::string name(std::size_t system) const {
    return shortened_name(comparison_.systems[system].name, are_many() ? kLongName : kNameWidth);
  }
  Row head(const std::string& title) const {
    Row row = {title};
    for (const auto system : shown_) row.push_back(name(system));
    return row;
  }
  /// A cell for each system that is shown.
  Row row(const std::string& label, const std::function<std::string(std::size_t)>& cell) const {
    Row row = {label};
    for (const auto system : shown_) row.push_back(cell(system));
    return row;
  }
  void add_table(const Row& head, const std::vector<Row>& rows) {
    if (!rows.empty()) text_ += '\n' + plain_table(head, rows);
  }
  /// Of what row() makes, under head().
  void add_systems(const Row& head, const std::vector<Row>& rows) {
    if (!rows.empty()) text_ += '\n' + (are_many() ? turned_tables : plain_table)(head, rows);
  }

  void write_verdict() {
    const auto& verdict = comparison_.verdict;
    if (comparison_.seeds) text_ += wrapped(comparison_.seeds->sentence, "", "");
    text_ += wrapped(verdict.which, "", "");
    if (!verdict.order.empty()) text_ += wrapped(verdict.order, "", "");
    if (!verdict.where.empty()) text_ += wrapped(verdict.where, "", "");
    for (const auto& warning : comparison_.warnings) {
      text_ += wrapped(warning.sentence, str("not fair (", warning.kind, "): "), "  ");
    }
  }

  void write_metrics() {
    std::vector<Row> rows;
    for (const auto& metric : comparison_.metrics) {
      rows.push_back(row(metric.name + (metric.higher_is_better ? "" : " (lower is better)"),
                         [&](std::size_t system) {
                           return str(fixed(metric.scores[system], 2), " ± ",
                                      fixed(metric.intervals[system].half_width, 2));
                         }));
    }
    add_systems(head("95 % intervals"), rows);
  }

  /// Of the best system over the others.
  void write_leads() {
    const auto better = comparison_.verdict.better;
    Row titles = {str("lead of ", name(better), " over (p)")};
    for (const auto& metric : comparison_.metrics) titles.push_back(metric.name);
    std::vector<Row> rows;
    for (const auto system : shown_) {
      if (system == better) continue;
      Row cells = {name(system)};
      for (const auto& metric : comparison_.metrics) {
        const auto lead = lead_of(metric, better, system);
        cells.push_back(str(with_sign(lead.value, 2), " (", fixed(lead.p_value, 3), ")"));
      }
      rows.push_back(std::move(cells));
    }
    add_table(titles, rows);
  }

  void write_seeds() {
    if (!comparison_.seeds) return;
    Row titles = {"mean ± deviation over runs"};
    for (const auto& metric : comparison_.metrics) titles.push_back(metric.name);
    std::vector<Row> rows;
    for (const auto& group : comparison_.seeds->groups) {
      Row cells = {str(group.name, ", ", group.systems.size(),
                       group.systems.size() == 1 ? " run" : " runs")};
      for (const auto& metric : group.metrics) {
        cells.push_back(fixed(metric.mean, 2) +
                        (metric.deviation ? " ± " + fixed(*metric.deviation, 2) : ""));
      }
      rows.push_back(std::move(cells));
    }
    add_table(titles, rows);
  }

  /// "-" where a system has no model, or the model not this figure.
  Row model_row(const std::string& label,
                const std::function<std::string(const ModelFacts&)>& cell) const {
    return row(label, [&](std::size_t system) {
      const auto& model = comparison_.systems[system].model;
      const auto text = model ? cell(*model) : std::string();
      return text.empty() ? std::string("-") : text;
    });
  }

  void write_models() {
    if (std::ranges::none_of(shown_, [&](std::size_t system) {
          return comparison_.systems[system].model.has_value();
        })) {
      return;
    }
    const auto positive = [](double value, const std::string& text) {
      return value > 0 ? text : std::string();
    };
    const auto decoded = [](const std::function<std::string(const Decoding&)>& cell) {
      return [cell](const ModelFacts& m) { return m.decoding ? cell(*m.decoding) : std::string(); };
    };
    std::vector<Row> rows = {
        model_row("architecture",
                  [](const auto& m) { return shortened(m.architecture, kNameWidth); }),
        model_row("parameters",
                  [](const auto& m) { return in_units(static_cast<double>(m.parameters)); }),
        model_row("FLOPs, source and target token",
                  [](const auto& m) {
                    return in_units(m.source_flops) + ", " + in_units(m.target_flops);
                  }),
        model_row(
            "training steps",
            [&](const auto& m) { return positive(static_cast<double>(m.steps), str(m.steps)); }),
        model_row("training tokens",
                  [&](const auto& m) { return positive(m.tokens, in_units(m.tokens)); }),
        model_row("training minutes",
                  [&](const auto& m) { return positive(m.minutes, fixed(m.minutes, 1)); }),
        model_row(
            "energy of training",
            [](const auto& m) { return m.joules ? in_units(*m.joules) + 'J' : std::string(); }),
        model_row("best validation loss",
                  [](const auto& m) { return m.valid_loss ? fixed(*m.valid_loss, 4) : ""; }),
        model_row("sentences/s", decoded([](const Decoding& d) {
                    return fixed(d.median.sentences_per_second, 1);
                  })),
        model_row("ms of a sentence alone", decoded([](const Decoding& d) {
                    return fixed(d.median.latency_milliseconds, 1);
                  })),
        model_row("MiB at most",
                  decoded([](const Decoding& d) { return fixed(d.median.peak_mebibytes, 0); })),
        model_row("joules of translating", decoded([](const Decoding& d) {
                    return d.median.joules ? fixed(*d.median.joules, 1) : std::string();
                  })),
    };
    std::erase_if(rows, [](const Row& cells) {
      return std::all_of(cells.begin() + 1, cells.end(), [](const auto& c) { return c == "-"; });
    });
    add_systems(head("models"), rows);
  }

  void write_breakdowns() {
    for (const auto& breakdown : comparison_.breakdowns) {
      std::vector<Row> rows;
      for (const auto& slice : breakdown.slices) {
        if (slice.sentences == 0) continue;
        rows.push_back(row(str(slice.name, " (", slice.sentences, ")"), [&](std::size_t system) {
          return fixed(slice.systems[system].bleu, 2);
        }));
      }
      add_systems(head("BLEU by " + breakdown.by), rows);
    }
  }

  void write_words() {
    if (!comparison_.words) return;
    std::vector<Row> rows;
    for (const auto& bucket : comparison_.words->buckets) {
      if (bucket.reference_words == 0) continue;
      rows.push_back(
          row(str(bucket.name, " (", bucket.reference_words, ")"),
              [&](std::size_t system) { return fixed(100 * bucket.systems[system].f1, 1); }));
    }
    add_systems(head("F1 of words by frequency in training"), rows);
  }

  void write_ngrams() {
    for (const auto system : shown_) {
      const auto& ngrams = comparison_.ngrams[system].ngrams;
      if (ngrams.empty()) continue;
      std::string list;
      const auto most = are_many() ? kNgramsOfMany : kNgrams;
      for (std::size_t i = 0; i < std::min(ngrams.size(), most); ++i) {
        list += str(i == 0 ? "" : ", ", '"', ngrams[i].text, "\" ", ngrams[i].matches[system], ':');
        std::int64_t best_other = 0;
        for (std::size_t other = 0; other < ngrams[i].matches.size(); ++other) {
          if (other != system) best_other = std::max(best_other, ngrams[i].matches[other]);
        }
        list += str(best_other, " of ", ngrams[i].reference);
      }
      if (system == shown_.front()) text_ += '\n';
      text_ += wrapped(list, str("more often right by ", name(system), ": "), "  ");
    }
  }

  void write_traits() {
    const auto& traits = comparison_.traits;
    if (traits.empty()) return;
    auto titles = head("what they write");
    titles.emplace_back("reference");
    std::vector<Row> rows;
    const auto add = [&](const std::string& label,
                         const std::function<std::string(const TextTraits&)>& cell) {
      rows.push_back(row(label, [&](std::size_t system) { return cell(traits[system]); }));
      rows.back().push_back(cell(traits.back()));
    };
    add("length by the reference's", [](const auto& t) { return fixed(t.length_ratio, 3); });
    add("words repeated at once", [](const auto& t) { return percent(t.repetition_rate); });
    if (!comparison_.text.source.empty()) {
      add("words of the source", [](const auto& t) { return percent(t.copy_rate); });
    }
    add("F1 of punctuation", [](const auto& t) { return fixed(100 * t.punctuation_f1, 1); });
    add("right last mark", [](const auto& t) { return percent(t.end_mark_accuracy); });
    add("recall of accented words", [](const auto& t) { return percent(t.accented_recall); });
    add("wrong by an accent", [](const auto& t) { return str(t.wrong_accents); });
    add("distinct words", [](const auto& t) { return str(t.distinct_words); });
    add_systems(titles, rows);
  }

  void write_search() {
    std::vector<Row> rows;
    const auto calibrated = [&](const std::function<std::string(const Calibration&)>& cell) {
      return [this, cell](std::size_t system) {
        const auto& calibration = comparison_.calibrations[system];
        return calibration ? cell(*calibration) : std::string("-");
      };
    };
    const auto searched = [&](const std::function<std::string(const SearchErrors&)>& cell) {
      return [this, cell](std::size_t system) {
        const auto& errors = comparison_.search_errors[system];
        return errors ? cell(*errors) : std::string("-");
      };
    };
    const auto any = [&](const auto& by_system) {
      return std::ranges::any_of(by_system, [](const auto& one) { return one.has_value(); });
    };
    if (any(comparison_.calibrations)) {
      rows.push_back(row("confidence in a token",
                         calibrated([](const auto& c) { return percent(c.confidence); })));
      rows.push_back(row("tokens that are right",
                         calibrated([](const auto& c) { return percent(c.accuracy); })));
      rows.push_back(row("expected calibration error",
                         calibrated([](const auto& c) { return percent(c.expected_error); })));
    }
    if (any(comparison_.search_errors)) {
      rows.push_back(row("references scored above it", searched([](const auto& e) {
                           return str(e.errors, " of ", e.sentences);
                         })));
      rows.push_back(row("log P a token: own, reference", searched([](const auto& e) {
                           return str(fixed(e.hypothesis_log_prob, 2), ", ",
                                      fixed(e.reference_log_prob, 2));
                         })));
    }
    add_systems(head("the models' own judgement"), rows);
  }

  void write_beam_curves() {
    std::size_t longest = 0;
    for (const auto& curve : comparison_.beam_curves) {
      longest = std::max(longest, curve.points.size());
    }
    std::vector<Row> rows;
    for (std::size_t i = 0; i < longest; ++i) {
      rows.push_back(row(are_many() ? str("beam ", i + 1) : str(i + 1), [&](std::size_t system) {
        const auto& points = comparison_.beam_curves[system].points;
        if (i >= points.size()) return std::string("-");
        return str(fixed(points[i].bleu, 2), ", ", fixed(points[i].sentences_per_second, 1), "/s");
      }));
    }
    add_systems(head("beam: BLEU, sentences/s"), rows);
  }

  void write_wins() {
    for (const auto system : shown_) {
      const auto& wins = comparison_.biggest_wins[system].wins;
      if (wins.empty()) continue;
      text_ += str("\nbiggest wins of ", name(system), " (chrF)\n");
      const auto count = std::min(wins.size(), are_many() ? kWinsOfMany : kWins);
      for (std::size_t i = 0; i < count; ++i) {
        const auto& sentence = comparison_.sentences[wins[i].sentence];
        const auto line = [&](const std::string& label, const std::string& text) {
          text_ +=
              shortened(str("  ", label, std::string(column(label), ' '), text), kColumns) + '\n';
        };
        if (!sentence.source.empty()) {
          line("source", str(sentence.source, "  (line ", wins[i].sentence + 1, ", ",
                             with_sign(wins[i].lead, 1), ")"));
        }
        line("reference", sentence.reference);
        for (const auto other : shown_in(sentence, system)) {
          line(name(other), sentence.systems[other].hypothesis);
        }
        if (i + 1 < count) text_ += '\n';
      }
    }
  }
  /// Whose translations of the sentence stand beside one another: of many systems the one, and that
  /// which is best of the others.
  std::vector<std::size_t> shown_in(const Sentence& sentence, std::size_t system) const {
    if (!are_many()) return shown_;
    auto others = shown_;
    std::erase(others, system);
    const auto next = std::ranges::max_element(
        others, {}, [&](std::size_t other) { return sentence.systems[other].chrf; });
    return {system, *next};
  }
  /// Spaces behind a label.
  std::size_t column(const std::string& label) const {
    const auto width = are_many() ? kLongName : kNameWidth;
    return width + 2 - std::min(width, decode_utf8(label).size());
  }

  void write_notes() {
    if (!comparison_.notes.empty()) text_ += '\n';
    for (const auto& note : comparison_.notes) text_ += wrapped(note, "", "");
  }

  const Comparison& comparison_;
  std::vector<std::size_t> shown_;  // indices of systems
  std::string text_;
};

}  // namespace

std::string to_table(const Comparison& comparison) { return Writer(comparison).text(); }

}  // namespace regard::compare
