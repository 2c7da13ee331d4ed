#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "claims/claim.h"
#include "claims/trial_file.h"
#include "draw/picture.h"
#include "words/language.h"

namespace regard::claims {

/// A claim, its trials and the verdict on it.
struct Finding {
  const Claim* claim;
  std::vector<Trial> trials;
  Verdict verdict;
};

struct StudyOptions {
  std::filesystem::path folder = "claims";  ///< folder of NAME.jsonl, NAME.svg and index.html
  std::string markdown = {};                ///< file for the page as Markdown; empty: none
  std::vector<std::string> names = {};      ///< names of claims; none: all
  int64_t seeds = 0;                        ///< trials per claim; 0: as many as the claim requires
  words::Language language = words::Language::en;  ///< language of page, pictures and Markdown
};

/// Runs the trials missing from the folder, and writes the page and the Markdown of all claims that
/// have trials in it. Each finished trial is saved, so the same call continues after Ctrl-C, which
/// throws Interrupted. Throws Error for an unknown name, or a file with lines that are not trials.
void study(const StudyOptions& options);

/// The findings in the folder, in the order of the book, without claims that have no trials.
std::vector<Finding> findings_in(const std::filesystem::path& folder);

/// The page: a table of verdicts, then the claims. It needs no network or script.
std::string study_page(const std::vector<Finding>& findings,
                       words::Language language = words::Language::en);

/// Verdicts, charts and remarks as Markdown, with pictures `pictures`/NAME.svg, or NAME.zh.svg.
/// Only the page describes the experiments and checks.
std::string study_markdown(const std::vector<Finding>& findings, const std::string& pictures,
                           words::Language language = words::Language::en);

/// The charts of a claim, one below the other, as an SVG file.
std::string study_svg(const Finding& finding, words::Language language = words::Language::en);

// Texts shared by the page and the Markdown, in the language of this thread's pictures.

std::string study_title();
/// The title and the verdict: "A Transformer needs warm-up: depends on what counts as a need".
std::string heading_of(const Finding& finding);

/// Paragraphs on the page's purpose, on the number and duration of trials, and on how to read it.
std::vector<std::string> introduction(const std::vector<Finding>& findings);

/// A row in a claim's table.
struct CheckTexts {
  std::string statement;
  std::string quantity;
  std::string measured;  ///< "0.12 [0.08, 0.16]"
  std::string bounds;    ///< "above 0"
  std::string answer;    ///< "yes", "no" or "undecided"
};
std::vector<CheckTexts> check_texts(const Finding& finding);

/// The number of seeds and the time of the trials: "5 seeds, 12 s".
std::string effort_text(const Finding& finding);

draw::Picture charts_of(const Finding& finding);

}  // namespace regard::claims
