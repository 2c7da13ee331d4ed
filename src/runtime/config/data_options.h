#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "config/one_or_list.h"
#include "regard/config/check.h"

namespace regard::config {

/// Probabilities of typical human errors that are injected into training sentences (text/noise.h).
struct NoiseOptions {
  double letter_case = 0.0;
  double end_mark = 0.0;
  double typo = 0.0;
  double spacing = 0.0;

  bool any() const { return letter_case > 0 || end_mark > 0 || typo > 0 || spacing > 0; }

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = NoiseOptions;
    v.field("case", &O::letter_case, from_to_below(0.0, 1.0),
            "Probability that a pair is in capitals, both sides, or its source in lower case. A "
            "tokenizer trained here then also sees lines in capitals.");
    v.field("end_mark", &O::end_mark, from_to_below(0.0, 1.0),
            "Probability that both sides lose the mark that ends the sentence.");
    v.field("typo", &O::typo, from_to_below(0.0, 1.0),
            "Probability that a letter in the source is left out, doubled, replaced, or swapped "
            "with the next one.");
    v.field("spacing", &O::spacing, from_to_below(0.0, 1.0),
            "Probability that the source lacks a space, or has one before a mark.");
  }
};

/// The files of a corpus, plain or .gz: a parallel corpus has two files with corresponding lines or
/// one of tab-separated pairs, a language model's corpus one file.
struct ParallelText {
  std::string source = {};
  std::string target = {};
  std::string tsv = {};
  std::string text = {};
  double weight = 1.0;
  std::string tag = {};
  std::string name = {};
  int64_t skip = 0;
  int64_t first = 0;

  bool empty() const { return source.empty() && target.empty() && tsv.empty() && text.empty(); }

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = ParallelText;
    v.field("source", &O::source, anything<std::string>(),
            "File of source sentences, one per line, plain or .gz.");
    v.field("target", &O::target, anything<std::string>(),
            "File of target sentences: line n translates line n of `source`.");
    v.field("tsv", &O::tsv, anything<std::string>(),
            "One file of source<TAB>target lines, instead of `source` and `target`; further "
            "columns are ignored.");
    v.field("text", &O::text, anything<std::string>(),
            "For a language model, instead of the other keys: one file of plain text, read line by "
            "line; blank lines are skipped.");
    v.field("weight", &O::weight, more_than(0.0),
            "How often an epoch sees each pair of a training text: 2 is twice; 0.5 is half of the "
            "pairs, drawn in each epoch. See also data.mix.");
    v.field("tag", &O::tag, anything<std::string>(),
            "Token to put before each source sentence, e.g. <bt> for back-translated text (Caswell "
            "et al., 2019, arXiv:1906.06442), or <law> for a domain. A tokenizer trained here "
            "learns the tags of the training texts as symbols. A validation or test text without a "
            "tag gets search.tag.");
    v.field("name", &O::name, anything<std::string>(),
            "Name of the text in the log. Without it, a training text is named by its file, one of "
            "a list of validation sets by the file's name without its endings.");
    v.field(
        "skip", &O::skip, count_of(0),
        "Leave out the first N pairs, or lines: for a text to validate on that goes on where the "
        "training text ends.");
    v.field("first", &O::first, count_of(0),
            "Read only the first N pairs, or lines, after those skipped. 0 reads all.");
  }
};

/// How an epoch mixes the training corpora (corpus/mix.h).
struct MixOptions {
  double temperature = 1.0;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = MixOptions;
    v.field("temperature", &O::temperature, more_than(0.0),
            "T: an epoch draws pairs of a text in proportion to its weight * pairs^(1/T) "
            "(Arivazhagan et al., 2019, arXiv:1907.05019). 1 leaves the texts as large as they "
            "are; a large T draws as many pairs of each. The pairs of an epoch are as many as "
            "without it.");
  }
};

/// Joins consecutive pairs into short paragraphs (corpus/example_variants.h).
struct JoinOptions {
  double probability = 0.0;
  int64_t sentences = 3;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = JoinOptions;
    v.field("probability", &O::probability, from_to(0.0, 1.0),
            "Probability that a pair is joined in an epoch with those on the next lines of its "
            "text, both sides, so that the model also reads several sentences at once.");
    v.field("sentences", &O::sentences, count_of(2),
            "Maximum number of pairs that are joined; from 2 to this many, as far as max_length "
            "allows.");
  }
};

/// Preprocessing of a line before tokenization (text/tokenizer_pair.h).
enum class Preprocess { none, d2l };
constexpr auto names_of(Preprocess) { return std::array{"none", "d2l"}; }

/// The corpora of an experiment and the rules that clean the training set.
struct DataOptions {
  std::string source_language = "en";
  std::string target_language = "fr";
  std::vector<ParallelText> train = {};
  MixOptions mix = {};
  JoinOptions join = {};
  OneOrList<ParallelText> valid = {};
  ParallelText test = {};
  Preprocess preprocess = Preprocess::none;
  int64_t max_length = 128;
  double max_length_ratio = 0.0;
  bool drop_duplicates = false;
  bool drop_identical = false;
  std::string cache = "auto";

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = DataOptions;
    v.field("source_language", &O::source_language, anything<std::string>(),
            "Code of the language to translate from.");
    v.field("target_language", &O::target_language, anything<std::string>(),
            "Code of the language to translate into.");
    v.field("train", &O::train, "Texts to train on; at least one.");
    v.field("mix", &O::mix, "How an epoch mixes several training texts.");
    v.field("join", &O::join, "How an epoch joins consecutive pairs of a training text.");
    v.field("valid", &O::valid,
            "Text that selects the best weights, or a list of texts, each of which is also "
            "measured by itself. The loss of a list is the mean over the target tokens of all "
            "texts, its BLEU and chrF the mean of the texts'. Without it, nothing is validated and "
            "the last weights are kept.");
    v.field("test", &O::test,
            "Text to translate and score once, after training; for a language model, to measure "
            "perplexity on. Optional.");
    v.field("preprocess", &O::preprocess,
            "Preparation of a line before the tokenizer: none, or the book's (lower case, spaces "
            "before punctuation marks).");
    v.field(
        "max_length", &O::max_length, count_of(1),
        "Drop training pairs with more tokens than this on either side, end of sentence included.");
    v.field("max_length_ratio", &O::max_length_ratio, at_least(0.0),
            "Drop training pairs whose longer side has more than this many times the tokens of the "
            "shorter side. 0 keeps all.");
    v.field("drop_duplicates", &O::drop_duplicates,
            "Drop training pairs that repeat both source and target of an earlier one.");
    v.field("drop_identical", &O::drop_identical,
            "Drop training pairs whose target equals the source.");
    v.field("cache", &O::cache, anything<std::string>(),
            "Folder that keeps training texts as tokens, and the tokenizers trained on them, so "
            "that the next run on the same text starts at once. It may be deleted at any time. "
            "auto: `.regard-cache` next to the run directory; none: keep nothing.");
  }
};

}  // namespace regard::config
