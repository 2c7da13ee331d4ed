#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "claims/claim.h"
#include "claims/trial_file.h"
#include "draw/picture.h"

namespace regard::claims {

/// A claim, its trials and what they say.
struct Finding {
  const Claim* claim;
  std::vector<Trial> trials;
  Verdict verdict;
};

struct StudyOptions {
  std::filesystem::path folder = "claims";  ///< folder of NAME.jsonl, NAME.svg and index.html
  std::string markdown = {};                ///< a file for the same as Markdown; empty: none
  std::vector<std::string> names = {};      ///< none: all claims
  int64_t seeds = 0;                        ///< trials of each claim; 0: as many as it asks for
};

/// Makes the trials that the folder lacks, and writes the page, and the Markdown, of all claims
/// that have trials there. Each trial is kept when it is finished: after Ctrl-C, which throws
/// Interrupted, the same call continues. Throws Error for an unknown name and for files that are
/// none of its own.
void study(const StudyOptions& options);

/// What the folder has, in the order of the book. Claims without trials are left out.
std::vector<Finding> findings_in(const std::filesystem::path& folder);

/// The page: a table of verdicts, then the claims. Without network or script.
std::string study_page(const std::vector<Finding>& findings);

/// Verdicts, charts and remarks as Markdown, with pictures `pictures`/NAME.svg. Only the page has
/// the experiments and checks.
std::string study_markdown(const std::vector<Finding>& findings, const std::string& pictures);

/// The charts of a claim, one below the other, as a file of their own.
std::string study_svg(const Finding& finding);

// What the page and the Markdown both say.

inline constexpr auto kStudyTitle = "What the book claims, tried";

/// What the page is, how often and how long was measured, and how to read it; a paragraph each.
std::vector<std::string> introduction(const std::vector<Finding>& findings);

/// A line of a claim's table.
struct CheckTexts {
  std::string statement;
  std::string quantity;
  std::string measured;  ///< "0.12 [0.08, 0.16]"
  std::string bounds;    ///< "above 0"
  std::string answer;    ///< "yes", "no" or "open"
};
std::vector<CheckTexts> check_texts(const Finding& finding);

/// "5 seeds, 12 s".
std::string effort_text(const Finding& finding);

draw::Picture charts_of(const Finding& finding);

}  // namespace regard::claims
