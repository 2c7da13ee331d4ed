#include "cli/translation_warnings.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "base/counted.h"
#include "base/log.h"
#include "regard/base/join.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

/// "'a', 'b', 'c', 'd' and 2 more"
std::string some_of(const std::vector<std::string>& words) {
  constexpr size_t kMost = 4;
  const auto shown = std::span(words).first(std::min(words.size(), kMost));
  const auto quoted = join(shown, ", ", [](const auto& word) { return str("'", word, "'"); });
  return words.size() > kMost ? str(quoted, " and ", words.size() - kMost, " more") : quoted;
}

}  // namespace

void warn_about(const translate::Translation& translation, int64_t number, int64_t min_length) {
  const auto warn = [&](const auto&... what) { log_warning("line ", number, ": ", what...); };
  if (translation.cuts > 0) {
    warn("too long to translate at once (--longest-source), so ",
         translation.sentences > 1 ? "sentences were" : "it was", " cut into clauses, ",
         translation.parts(), " parts in all");
  }
  if (!translation.unknown.empty()) warn("the model does not know ", some_of(translation.unknown));
  if (translation.has_cut_prefix) {
    warn(
        "the prefix is longer than the maximum length and is cut off (--max-length, "
        "--max-length-ratio, --max-length-extra)");
  } else if (translation.is_unfinished()) {
    warn(
        "the translation did not end and is cut off at the maximum length (--max-length, "
        "--max-length-ratio, --max-length-extra)",
        min_length > 0 ? str("; --min-length asks for ", counted(min_length, "token")) : "");
  }
  if (translation.repeats) warn("the translation repeats itself");
  if (translation.is_short) {
    warn("the translation is far shorter than the line; something may be missing");
  }
  for (const auto& term : translation.unmet) {
    warn("'", term.source, "' could not be translated as '", term.target, "'");
  }
}

}  // namespace regard::cli
