#include "findings/inspection.h"

#include "base/log.h"
#include "base/process.h"
#include "base/terminal.h"
#include "findings/check_run.h"
#include "findings/pair_batches.h"
#include "findings/statistics.h"
#include "regard/base/error.h"

namespace regard::findings {
CheckContext survey_files(const Inspection& inspection) {
  const auto reader = bitext::open_pairs(inspection.files, inspection.read);
  CheckContext context{.options = inspection.options, .against = inspection.against};
  context.survey = survey(*reader, inspection.options, inspection.language_of);
  if (context.survey.pairs == 0) {
    throw Error("has no pairs", inspection.files.front(),
                "name a file with at least one source and its translation");
  }
  const auto warning = context.survey.warning();
  if (!warning.empty()) log_warning(warning);
  context.alignment = alignment_of(context.survey.sample, inspection.options.misaligned);
  return context;
}

Report inspect(const Inspection& inspection) {
  const auto context = survey_files(inspection);
  CheckRun checks(context, {}, CheckRun::Until::end, static_cast<size_t>(inspection.examples));
  Statistics statistics;
  const auto reader = bitext::open_pairs(inspection.files, inspection.read);
  const auto files = reader->files();
  Report report{.source_language = context.survey.source_language,
                .target_language = context.survey.target_language,
                .columns = context.survey.columns};
  ProgressBar bar(context.survey.pairs, "check");
  PairBatches batches(*reader, inspection.language_of);
  for (auto pairs = batches.next(); !pairs.empty(); pairs = batches.next()) {
    stop_if_interrupted();
    for (auto& pair : pairs) statistics.count_encoding(pair);
    const auto verdicts = checks.put(pairs, files);
    for (size_t at = 0; at < pairs.size(); ++at) {
      const auto& verdict = verdicts[at];
      if (verdict.is_whole) statistics.count(pairs[at]);
      if (verdict.dropped_by == nullptr && !verdict.is_mended) ++report.good;
    }
    report.pairs += std::ssize(pairs);
    bar.update(report.pairs);
  }
  report.files = reader->files();
  report.findings = checks.take();
  statistics.put_into(report);
  return report;
}

}  // namespace regard::findings
