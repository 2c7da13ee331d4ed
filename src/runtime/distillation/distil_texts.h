#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "config/data_options.h"
#include "distillation/distil_options.h"
#include "distillation/line_selection.h"
#include "regard/config/generation_options.h"
#include "regard/config/search_options.h"
#include "translate/translation_model.h"

namespace regard::distillation {

/// Sequence-level knowledge distillation (Kim and Rush, 2016, arXiv:1606.07947): a student learns
/// from its teacher's translations, which are simpler and more regular than human translations.
struct Distillation {
  std::vector<std::string> teachers;        ///< model directories of the ensemble
  std::vector<config::ParallelText> texts;  ///< texts to translate, parallel or plain
  DistilOptions options = {};
  config::SearchOptions search = {};
  config::GenerationOptions sampling = {};
  std::string computing = {};  ///< the teachers' numeric mode, which affects translations
  size_t lines_of_part = 2048;
};

/// Throws Error for a text that cannot be read to its end or that is in `folder`, the output
/// folder.
void check_texts(const Distillation& distillation, const std::string& folder);

/// Everything that the distilled texts depend on, key by key, with hashes of the teachers' weights
/// and of the texts. Throws Error if a file cannot be read.
std::string recipe_of(const Distillation& distillation);

/// Throws Error naming the differences unless the recipes are equal. `where` is the file of the
/// recipe `before`.
void check_same_recipe(const std::string& before, const std::string& now, const std::string& where);

/// The file of distilled text `text`, counted from 0: line, translation and score, separated by
/// tabs.
std::string distilled_text(const std::string& folder, size_t text);

/// The file with the table of kept pairs, which is written last.
std::string table_of_texts(const std::string& folder);

/// Whether the folder contains translations, which a new distillation would replace.
bool holds_translations(const std::string& folder);

/// Removes the files that distil_texts() writes.
void remove_distillation(const std::string& folder);
/// Removes files that a killed run may have left next to the complete texts: parts and unfinished
/// files.
void remove_leftovers(const std::string& folder);

/// Translates the texts into the folder, part by part; existing parts are kept. Then selects the
/// pairs of each text (DistilOptions::keep) and writes them with the table. The files are identical
/// for any number of threads and after any interruption. `before_step` is called before each step
/// of the teacher; it may throw to stop the work.
std::vector<Tally> distil_texts(
    const translate::TranslationModel& teacher, const Distillation& distillation,
    const std::string& folder, const std::function<void()>& before_step = [] {});

}  // namespace regard::distillation
