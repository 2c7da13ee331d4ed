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
            "Probability that both sides of a pair are in capitals, or that its source is in lower "
            "case. A tokenizer trained in the run also sees lines in capitals.");
    v.field("end_mark", &O::end_mark, from_to_below(0.0, 1.0),
            "Probability that both sides lack the final punctuation mark.");
    v.field("typo", &O::typo, from_to_below(0.0, 1.0),
            "Probability that a letter in the source is missing, doubled, replaced, or swapped "
            "with the next letter.");
    v.field("spacing", &O::spacing, from_to_below(0.0, 1.0),
            "Probability that the source lacks a space, or has a space before a punctuation mark.");
  }
};

/// The files of a corpus, plain or .gz. A parallel corpus has two files with corresponding lines or
/// one file of tab-separated pairs; a language model's corpus has one file.
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
            "File of target sentences: line n is the translation of line n of `source`.");
    v.field("tsv", &O::tsv, anything<std::string>(),
            "One file of source<TAB>target lines, instead of `source` and `target`; further "
            "columns are ignored.");
    v.field("text", &O::text, anything<std::string>(),
            "For a language model, instead of the other keys: one file of plain text, read line by "
            "line; blank lines are skipped.");
    v.field("weight", &O::weight, more_than(0.0),
            "How often an epoch sees each pair of a training text. 2: twice; 0.5: half of the "
            "pairs, drawn again for each epoch. See also data.mix.");
    v.field("tag", &O::tag, anything<std::string>(),
            "Token to put before each source sentence, e.g. <bt> for back-translated text (Caswell "
            "et al., 2019, arXiv:1906.06442), or <law> for a domain. A tokenizer trained in the "
            "run learns the tags of the training texts as symbols. A validation or test text "
            "without a tag gets search.tag.");
    v.field("name", &O::name, anything<std::string>(),
            "Name of the text in the log. Default: for a training text, its file; for one of "
            "several validation sets, the file's name without its suffixes.");
    v.field("skip", &O::skip, count_of(0),
            "Skip the first N pairs, or lines, e.g. for a validation set that starts where the "
            "training set ends.");
    v.field("first", &O::first, count_of(0),
            "Read only the first N pairs, or lines, after those skipped. 0 reads all.");
  }
};

/// Options for mixing the training corpora in an epoch (corpus/mix.h).
struct MixOptions {
  double temperature = 1.0;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = MixOptions;
    v.field(
        "temperature", &O::temperature, more_than(0.0),
        "T: an epoch draws pairs from a text in proportion to weight * pairs^(1/T) (Arivazhagan et "
        "al., 2019, arXiv:1907.05019). 1 keeps the proportions of the texts; a large T draws "
        "equally many pairs from each. The number of pairs per epoch does not change.");
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
            "Probability per epoch that a pair is joined with the pairs on the next lines of its "
            "text, so that the model also learns to read several sentences at once.");
    v.field("sentences", &O::sentences, count_of(2),
            "Maximum number of pairs to join: from 2 to this many, within max_length.");
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
            "Validation set, which selects the best weights, or a list of sets, each of which is "
            "also measured separately. The loss of a list is the mean over the target tokens of "
            "all sets; its BLEU and chrF are means over the sets. Without this key, there is "
            "no validation, and the last weights are kept.");
    v.field("test", &O::test,
            "Test set to translate and score once, after training; for a language model, only "
            "its perplexity is measured. Optional.");
    v.field("preprocess", &O::preprocess,
            "Preprocessing of a line before tokenization: none, or d2l, as in the book (lower "
            "case, spaces before punctuation marks).");
    v.field(
        "max_length", &O::max_length, count_of(1),
        "Drop training pairs with more tokens than this on either side, end of sentence included.");
    v.field("max_length_ratio", &O::max_length_ratio, at_least(0.0),
            "Drop training pairs whose longer side has more than this many times the tokens of the "
            "shorter side. 0 keeps all.");
    v.field("drop_duplicates", &O::drop_duplicates,
            "Drop training pairs that repeat both source and target of an earlier pair.");
    v.field("drop_identical", &O::drop_identical,
            "Drop training pairs whose target equals the source.");
    v.field("cache", &O::cache, anything<std::string>(),
            "Cache folder for tokenized training texts and their tokenizers, so that the next run "
            "on the same text starts at once. It may be deleted at any time. auto: `.regard-cache` "
            "next to the run directory; none: no cache.");
  }
};

}  // namespace regard::config
