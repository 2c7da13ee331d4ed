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

/// A first look at all pairs, before any is checked: what is usual among them.
struct Survey {
  int64_t pairs = 0;
  int64_t columns = 2;                           ///< of most lines
  int64_t alone = 0;                             ///< lines of a text whose other text has ended
  std::string first_alone = {};                  ///< FILE:LINE of the first of them
  std::string source_language, target_language;  ///< "en"; empty: cannot be told
  /// Most lines look like another language than the one named: "the sources look like en, not de".
  std::string looks_different = {};
  /// The scripts that many lines of each side are in (findings/scripts.h).
  std::array<std::set<std::string_view>, 2> scripts = {};
  std::vector<corpus::LinePair> sample;  ///< well-formed pairs, spread over all, in order

  /// What cannot be checked, therefore; empty if all can.
  std::string warning() const;
};

/// Reads all pairs. The sample has up to `most_sampled` pairs, of which the languages are told that
/// `options` do not name.
Survey survey(bitext::PairReader& reader, const CheckOptions& options,
              const LanguageOf& language_of, size_t most_sampled = 60'000);

}  // namespace regard::findings
