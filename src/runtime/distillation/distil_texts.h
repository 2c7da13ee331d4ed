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
/// the sentences that its teacher writes, which are simpler and more regular than those of people.
struct Distillation {
  std::vector<std::string> teachers;        ///< the directories of the ensemble
  std::vector<config::ParallelText> texts;  ///< to translate; `text` is plain text
  DistilOptions options = {};
  config::SearchOptions search = {};
  config::GenerationOptions sampling = {};
  std::string computing = {};  ///< how the teachers compute, which changes translations
  size_t lines_of_part = 2048;
};

/// Throws Error for a text that cannot be read to its end, or that lies in `folder`, where the
/// distilled texts go.
void check_texts(const Distillation& distillation, const std::string& folder);

/// Everything that the distilled texts depend on, key by key: the teachers' weights and the texts
/// as their hashes. Throws Error if a file cannot be read.
std::string recipe_of(const Distillation& distillation);

/// Throws Error, which names what is different, unless the recipes are equal. `where` is the file
/// of the one before.
void check_same_recipe(const std::string& before, const std::string& now, const std::string& where);

/// The file of the distilled text number `text`, from 0: pairs of line, translation and score,
/// separated by tabs.
std::string distilled_text(const std::string& folder, size_t text);

/// The file with the table of what was kept, written last.
std::string table_of_texts(const std::string& folder);

/// Whether the folder holds translations, which a new distillation would replace.
bool holds_translations(const std::string& folder);

/// Removes what distil_texts() writes.
void remove_distillation(const std::string& folder);
/// Removes what a kill may have left next to the complete texts: parts, and unfinished files.
void remove_leftovers(const std::string& folder);

/// Translates the texts into the folder, part by part; parts that are there stay. Then
/// chooses the pairs of each text (DistilOptions::keep), and writes them and the table. The files
/// are the same, byte by byte, whatever the number of threads and however often it was interrupted.
/// `before_step` is called before each step of the teacher; it may throw to end the work.
std::vector<Tally> distil_texts(
    const translate::TranslationModel& teacher, const Distillation& distillation,
    const std::string& folder, const std::function<void()>& before_step = [] {});

}  // namespace regard::distillation
