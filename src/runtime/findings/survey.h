#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/cleaning.h"
#include "findings/check_options.h"
#include "findings/subject.h"

namespace regard::findings {

/// Statistics over all pairs, collected before the checks to determine the usual values.
struct Survey {
  int64_t pairs = 0;
  int64_t columns = 2;           ///< number of columns of most lines
  int64_t alone = 0;             ///< lines after the end of the other text
  std::string first_alone = {};  ///< FILE:LINE of the first line without a counterpart
  std::string source_language, target_language;  ///< "en"; empty: undetermined
  /// A message if most lines seem to be in a different language than declared: "the sources look
  /// like en, not de".
  std::string looks_different = {};
  /// The scripts in which many lines of each side are written (findings/scripts.h).
  std::array<std::set<std::string_view>, 2> scripts = {};
  std::vector<corpus::LinePair> sample;  ///< well-formed pairs, evenly spread, in order

  /// `looks_different` and the checks skipped because of it; empty if nothing looks different.
  std::string warning() const;
};

/// Reads all pairs. The sample has up to `most_sampled` pairs; languages that `options` do not name
/// are detected from it.
Survey survey(bitext::PairReader& reader, const CheckOptions& options,
              const LanguageOf& language_of, size_t most_sampled = 60'000);

}  // namespace regard::findings
