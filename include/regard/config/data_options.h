#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "regard/config/check.h"

namespace regard::config {

/// Where a text lies, plain or .gz. A parallel text: two files whose lines belong together, or one
/// file of tab-separated pairs. The text of a language model: one file.
struct ParallelText {
  std::string source = {};
  std::string target = {};
  std::string tsv = {};
  std::string text = {};
  double weight = 1.0;
  std::string tag = {};
  int64_t first = 0;

  bool empty() const { return source.empty() && target.empty() && tsv.empty() && text.empty(); }

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = ParallelText;
    v.field("source", &O::source, anything<std::string>(),
            "File of source sentences, one a line, plain or .gz.");
    v.field("target", &O::target, anything<std::string>(),
            "File of target sentences, line by line the translation of `source`.");
    v.field("tsv", &O::tsv, anything<std::string>(),
            "Instead of `source` and `target`: one file of source<TAB>target lines; further "
            "columns are ignored.");
    v.field("text", &O::text, anything<std::string>(),
            "For a language model, instead of the others: one file of plain text, whose lines are "
            "read one after the other; blank ones are left out.");
    v.field("weight", &O::weight, more_than(0.0),
            "How often an epoch sees each pair: 2 is twice, 0.5 is every second one, drawn anew "
            "each epoch.");
    v.field(
        "tag", &O::tag, anything<std::string>(),
        "Token to put before each source sentence, e.g. <bt> for back-translated text (Caswell et "
        "al., 2019, arXiv:1906.06442); a tokenizer that is trained here learns it as a symbol. "
        "For training texts.");
    v.field("first", &O::first, at_least<int64_t>(0),
            "Read only this many pairs, or lines, from the beginning. 0 reads all.");
  }
};

/// The texts of an experiment and the rules that clean the training text.
struct DataOptions {
  std::string source_language = "en";
  std::string target_language = "fr";
  std::vector<ParallelText> train = {};
  ParallelText valid = {};
  ParallelText test = {};
  std::string preprocess = "none";
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
    v.field("valid", &O::valid,
            "Text that chooses the best weights. Left out: nothing is validated and the "
            "last weights are kept.");
    v.field("test", &O::test,
            "Text that is translated and scored once, after training; of a language model its "
            "perplexity. Left out: none.");
    v.field("preprocess", &O::preprocess, one_of({"none", "d2l"}),
            "What is done to a line before the tokenizer: nothing, or the book's preparation "
            "(lower case, spaces before punctuation marks).");
    v.field("max_length", &O::max_length, at_least<int64_t>(1),
            "Training pairs with more tokens than this on either side, end of sentence included, "
            "are dropped.");
    v.field("max_length_ratio", &O::max_length_ratio, at_least(0.0),
            "Training pairs whose longer side has more than this many times the tokens of the "
            "shorter are dropped. 0 keeps all.");
    v.field("drop_duplicates", &O::drop_duplicates,
            "Drop training pairs that came before with the same source and target.");
    v.field("drop_identical", &O::drop_identical,
            "Drop training pairs whose target is their source.");
    v.field(
        "cache", &O::cache, anything<std::string>(),
        "Folder that keeps the training texts as tokens, and the tokenizers trained on them, so "
        "that the next run with the same ones starts at once; it may be deleted at any time. "
        "auto: `.regard-cache` beside the run directory; none: nothing is kept.");
  }
};

}  // namespace regard::config
