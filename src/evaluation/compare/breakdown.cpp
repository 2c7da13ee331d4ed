#include "compare/breakdown.h"

#include <algorithm>
#include <iterator>
#include <limits>

#include "compare/sentence.h"
#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "metrics/significance.h"
#include "regard/base/str.h"

namespace regard::compare {
namespace {

constexpr std::size_t kResamples = 1000;
constexpr std::uint64_t kSeed = 12345;  // as in sacreBLEU

metrics::StatisticsTable rows_of(const metrics::StatisticsTable& table,
                                 const std::vector<std::size_t>& rows) {
  metrics::StatisticsTable chosen(table.columns());
  for (const std::size_t row : rows) chosen.add(table.row(row));
  return chosen;
}

void drop_empty_ends(std::vector<SliceMembers>& slices) {
  const auto has_some = [](const SliceMembers& slice) { return !slice.sentences.empty(); };
  slices.erase(std::find_if(slices.rbegin(), slices.rend(), has_some).base(), slices.end());
  slices.erase(slices.begin(), std::find_if(slices.begin(), slices.end(), has_some));
}

}  // namespace

std::vector<SliceMembers> slices_by_length(const SplitText& lines) {
  constexpr size_t kLast[] = {5, 10, 15, 20, 30, 50, std::numeric_limits<size_t>::max()};
  std::vector<SliceMembers> slices;
  size_t first = 1;
  for (const size_t last : kLast) {
    const bool is_open = last == std::numeric_limits<size_t>::max();
    const auto name = is_open ? str(first, "+") : str(first, "–", last);
    slices.push_back({name, {}, str("sentences of ", name, " words")});
    first = last + 1;
  }
  for (size_t line = 0; line < lines.size(); ++line) {
    const size_t words = lines[line].words.size();
    const auto* last = std::lower_bound(std::begin(kLast), std::end(kLast), words);
    slices[static_cast<size_t>(last - std::begin(kLast))].sentences.push_back(line);
  }
  drop_empty_ends(slices);
  return slices;
}

std::vector<SliceMembers> slices_by_rarest_word(const SplitText& lines,
                                                const WordCounts& frequencies) {
  std::vector<SliceMembers> slices;
  for (size_t bucket = 0; bucket < frequency_buckets(); ++bucket) {
    const std::string name = frequency_bucket_name(bucket);
    slices.push_back(
        {name, {}, "sentences whose rarest word occurs " + name + " times in training"});
  }
  slices[0].in_words = "sentences with a word unseen in training";
  slices[1].in_words = "sentences whose rarest word occurs once in training";
  for (size_t line = 0; line < lines.size(); ++line) {
    size_t rarest = slices.size();
    for (const auto& word : lines[line].lower) {
      if (is_punctuation(word)) continue;
      rarest = std::min(rarest, frequency_bucket(frequencies.of(word)));
    }
    if (rarest < slices.size()) slices[rarest].sentences.push_back(line);
  }
  drop_empty_ends(slices);
  return slices;
}

std::vector<SliceMembers> slices_by_kind(const std::vector<std::vector<std::string>>& kinds) {
  std::vector<SliceMembers> slices;
  for (const auto& kind : sentence_kinds()) {
    slices.push_back({kind.name, {}, kind.sentences});
    for (size_t line = 0; line < kinds.size(); ++line) {
      if (std::ranges::find(kinds[line], kind.name) != kinds[line].end()) {
        slices.back().sentences.push_back(line);
      }
    }
  }
  slices.push_back({.name = "none of these"});
  for (size_t line = 0; line < kinds.size(); ++line) {
    if (kinds[line].empty()) slices.back().sentences.push_back(line);
  }
  return slices;
}

std::vector<Slice> score_slices(const std::vector<SliceMembers>& members,
                                const std::vector<std::vector<std::string>>& systems,
                                const std::vector<std::string>& references) {
  const std::vector<std::string> one_reference[] = {references};
  const auto bleu = metrics::make_metric(metrics::BleuOptions{});
  const auto chrf = metrics::make_metric(metrics::ChrfOptions{});
  std::vector<Slice> slices;
  for (const auto& some : members) {
    slices.push_back({.name = some.name,
                      .sentences = some.sentences.size(),
                      .systems = {},
                      .in_words = some.in_words});
  }
  for (const auto& system : systems) {
    const auto bleu_statistics = bleu->statistics(system, one_reference);
    const auto chrf_statistics = chrf->statistics(system, one_reference);
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (members[i].sentences.empty()) continue;
      const auto rows = rows_of(bleu_statistics, members[i].sentences);
      Slice::Scores scores{
          .bleu = bleu->value(rows.sums()),
          .chrf = chrf->value(rows_of(chrf_statistics, members[i].sentences).sums())};
      if (members[i].sentences.size() >= kLeastSentences)
        scores.bleu_interval = metrics::confidence_interval(*bleu, rows, kResamples, kSeed);
      slices[i].systems.push_back(scores);
    }
  }
  return slices;
}

}  // namespace regard::compare
