#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "claims/claim.h"
#include "claims/verdict.h"

namespace regard::claims {

/// A claim, its trials and what they say.
struct Finding {
  const Claim* claim;
  std::vector<Trial> trials;
  Verdict verdict;
};

struct StudyOptions {
  std::filesystem::path folder = "claims";  ///< of NAME.jsonl, NAME.svg and index.html
  std::string markdown = {};                ///< a file for the same as Markdown; empty: none
  std::vector<std::string> names = {};      ///< none: all claims
  int64_t seeds = 0;                        ///< trials of each claim; 0: as many as it asks for
};

/// Makes the trials that the folder lacks, and writes the page, and the Markdown, of all claims
/// that have trials there. Each trial is kept when it is finished: after Ctrl-C, which throws
/// Interrupted, the same call goes on. Throws Error for an unknown name and for files that are none
/// of its own.
void study(const StudyOptions& options);

/// What the folder has, in the order of the book. Claims without trials are left out.
std::vector<Finding> findings_in(const std::filesystem::path& folder);

/// The page: a table of verdicts, then the claims. Without network or script.
std::string study_page(const std::vector<Finding>& findings);

/// The same as Markdown, whose pictures are `pictures`/NAME.svg.
std::string study_markdown(const std::vector<Finding>& findings, const std::string& pictures);

/// The charts of a claim, one below the other, as a file of their own.
std::string study_svg(const Finding& finding);

}  // namespace regard::claims
