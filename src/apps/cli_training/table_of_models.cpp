#include "cli_training/table_of_models.h"

#include <span>
#include <utility>

#include "base/columns.h"
#include "base/files.h"
#include "base/readable.h"
#include "base/stopwatch.h"
#include "metrics/metric_table.h"
#include "store/model_directory.h"

namespace regard::cli {
namespace {

std::vector<std::string> row_of(const MeasuredModel& measured, const corpus::TestText& text,
                                const std::function<void()>& before_step) {
  double bytes = 0;
  for (const auto& model : measured.models) {
    bytes += static_cast<double>(size_of_regular_file(store::ModelDirectory(model).weights()));
  }
  const auto model = open_together(measured.models, measured.computing);
  auto search = measured.search;
  const bool has_tag =
      !text.tags.empty() && model.tokenizers().source().symbol_id(text.tags.front());
  if (has_tag) search.tag = text.tags.front();
  std::vector<std::string> translations;
  const Stopwatch stopwatch;
  for (auto& translation : model.translate(text.sources, {.search = search}, before_step)) {
    translations.push_back(std::move(translation.text));
  }
  const double seconds = stopwatch.seconds();
  const auto bleu = metrics::metric_named("bleu", &metrics::MetricUses::validates).make();
  const double score = metrics::corpus_score(*bleu, translations, std::span(&text.references, 1));
  return {measured.name, fixed(score, 2), fixed(bytes / 1e6, 1),
          fixed(static_cast<double>(translations.size()) / seconds, 1)};
}

}  // namespace

translate::TranslationModel open_together(const std::vector<std::string>& models,
                                          translate::TranslatorOptions computing) {
  computing.others.assign(models.begin() + 1, models.end());
  return translate::TranslationModel(models.front(), computing);
}

std::string table_of_models(const std::vector<MeasuredModel>& models, const corpus::TestText& text,
                            const std::function<void()>& before_step) {
  std::vector<std::vector<std::string>> rows = {{"model", "BLEU", "MB", "sentences/s"}};
  for (const auto& model : models) rows.push_back(row_of(model, text, before_step));
  return in_columns(rows) + '\n';
}

}  // namespace regard::cli
