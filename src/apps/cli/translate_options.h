#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/translated_files.h"
#include "cli/translation_text.h"
#include "documents/document_options.h"
#include "regard/config/check.h"
#include "regard/config/search_options.h"
#include "regard/text/glossary.h"
#include "regard/translate/translator_options.h"

namespace CLI {
class App;
}

namespace regard::cli {

/// The options of `regard translate`.
struct TranslateOptions {
  std::string model;
  bool is_bundled = false;         ///< no model is named, so `model` is a bundled one
  std::vector<std::string> texts;  ///< in place of `input`
  TranslatedFiles files;           ///< in place of both
  std::string input = "-";
  std::string output = "-";
  Format format = Format::text;
  Alignment alignment = Alignment::none;
  std::string attention;
  bool bilingual = false;
  bool confidence = false;
  bool review = false;
  int64_t n_best = 1;
  bool text = false;
  bool sample = false;
  int64_t least_risk = 0;
  std::string prefix;
  int64_t alternatives = 0;
  std::string glossary;
  std::string memory;
  std::vector<std::string> keep;
  translate::TranslatorOptions translator = {};
  documents::DocumentOptions documents = {};

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = TranslateOptions;
    v.field("input", &O::input, config::file(),
            "Text to translate, plain or .gz; - is standard input. A terminal shows a prompt: the "
            "arrow keys edit a line and recall earlier lines, and Ctrl-D ends. Each input line "
            "gives one output line; its sentences are translated one by one, unless --no-split is "
            "given. Line ends and a byte order mark are kept.");
    v.field("output", &O::output, config::file(),
            "Output file, which appears when it is complete; - is standard output. For FILEs: a "
            "directory, in which each file keeps its name, or, for a single FILE, a file of the "
            "same format.");
    v.field("format", &O::format,
            "text: one line per input line. nbest: one line per candidate, as in Moses and Marian: "
            "number of the input line from 0 ||| text ||| F0= log-probability ||| score; Cut= 1 "
            "follows the log-probability of a candidate that was cut off at the maximum length; "
            "||| in a text is written &#124;&#124;&#124;. jsonl: one object per line, with line, "
            "source, text, score, log_prob, tokens, alternatives, seconds, unfinished if the text "
            "was cut off, and prefix_cut if its prefix was. html, xml, markdown: the input, or "
            "each TEXT, is a page in this markup, whose tags are kept on the corresponding words.");
    v.field("alignment", &O::alignment,
            "Append the alignment after |||. hard: the source word that each target word attended "
            "to most, as 0-0 1-2. soft: the weights of all source words, as 0.9,0.1 0.2,0.8.");
    v.field("attention", &O::attention, config::file(),
            "Write a page with the attention of every layer and head of the first model, for the "
            "first 50 lines that are one sentence of at most 128 tokens. The page is at most 20 "
            "MB.");
    describe_more(v);
  }

 private:
  template <class Visitor>
  static void describe_more(Visitor& v) {
    using config::anything, config::count_of;
    using O = TranslateOptions;
    v.field("bilingual", &O::bilingual,
            "For FILEs: also write NAME.bilingual.html, a page for proofreading with each text "
            "next to its translation, and NAME.bilingual.tmx, a translation memory (TMX 1.4).");
    v.field("confidence", &O::confidence,
            "With --format jsonl: probabilities that translations and their words are right, and "
            "flags for likely errors. Also written to XLIFF and HTML FILEs.");
    v.field("review", &O::review,
            "List the translations of lines or FILEs with confidence and flags, worst first.");
    v.field("n_best", &O::n_best, count_of(1, limits::kBeam),
            "Candidates per line; more than 1 implies --format nbest.");
    v.field("text", &O::text,
            "The input is running text: sentences may span the line breaks of wrapped paragraphs; "
            "other line breaks, lists, fenced code, subtitle times, keys of YAML, JSON and .po "
            "files, placeholders and addresses are kept. A sentence longer than those in training "
            "(data.max_length) is split into clauses, with a warning.");
    v.field("sample", &O::sample,
            "Draw translations at random instead of searching for the best, e.g. for "
            "back-translation; see temperature, top_k, top_p, epsilon and seed.");
    v.field("least_risk", &O::least_risk, count_of(0, limits::kBeam),
            "Draw N translations of each line and select the one most similar to the others by "
            "chrF (minimum Bayes risk).");
    v.field("prefix", &O::prefix, anything<std::string>(),
            "Text that every translation starts with. A prefix of several sentences covers several "
            "sentences of the line; a list mark or an emoji that also starts the line is written "
            "once.");
    v.field("alternatives", &O::alternatives, count_of(0, limits::kBeam),
            "Return N continuations of the prefix, as with --format nbest: the best translation "
            "for each of the most likely next subwords, without duplicates.");
    v.field("glossary", &O::glossary, config::file(),
            "Terms and their translations: lines of term<TAB>translation, .csv or .tbx. \"mouse | "
            "mice\" lists the forms of a term, \"disk*\" also matches its regular plural, and = in "
            "place of a translation keeps the term. Warns if a translation lacks a term.");
    v.field(
        "memory", &O::memory, config::file(),
        "Translation memory: .tmx, .tsv, .xliff, .po. A line in the memory gets its stored "
        "translation. Similar entries, with scores from 70 to 100, are listed with --format jsonl "
        "and in XLIFF files.");
  }
};

/// Throws Error for options that cannot be combined.
void check(const TranslateOptions& options);

/// Throws Error for an option that has no effect without another one.
void check_effect(const CLI::App& command, const TranslateOptions& options);

/// Throws Error for texts in --keep that translations would not keep.
void check_kept(const TranslateOptions& options, const config::SearchOptions& search,
                const std::optional<text::Glossary>& glossary);

/// A text with everything that the translations of files depend on, except the files.
std::string key_of(const TranslateOptions& options, const config::SearchOptions& search);

}  // namespace regard::cli
