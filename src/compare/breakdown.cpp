#include "regard/compare/breakdown.h"

#include <memory>

#include "regard/metrics/bleu.h"
#include "regard/metrics/bootstrap.h"
#include "regard/metrics/chrf.h"

namespace regard::compare {
namespace {

constexpr std::size_t kResamples = 1000;
constexpr std::uint64_t kSeed = 12345;  // sacreBLEU's

metrics::StatisticsTable rows_of(const metrics::StatisticsTable& table,
                                 const std::vector<std::size_t>& rows) {
  metrics::StatisticsTable chosen(table.columns());
  for (const std::size_t row : rows) chosen.add(table.row(row));
  return chosen;
}

}  // namespace

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
      slices[i].systems.push_back(
          {.bleu = bleu->value(rows.sums()),
           .chrf = chrf->value(rows_of(chrf_statistics, members[i].sentences).sums()),
           .bleu_interval = metrics::confidence_interval(*bleu, rows, kResamples, kSeed)});
    }
  }
  return slices;
}

}  // namespace regard::compare
