#pragma once
#include <string>

#include "regard/compare/comparison.h"

namespace regard::compare {

/// All facts of a comparison as one JSON object, a line of text that ends in "\n". Its keys stay as
/// they are; new ones may come. They are the names of the structs' members, whose headers say what
/// they mean; what is absent is null:
///
///     text           source, reference, sentences, source_words, reference_words
///     systems        [name, file, model: directory, architecture, options, parameters,
///                     source_flops, target_flops, source_vocabulary, target_vocabulary, seed,
///                     steps, minutes, joules, tokens, valid_loss, valid_bleu, ended, search,
///                     curves, decoding]
///     verdict        better, other (indices of systems), significant, which, order, where,
///                     ranking: [system, best_place, worst_place]
///     warnings       [kind, sentence]
///     notes          [sentence]
///     metrics        [name, signature, higher_is_better, scores, intervals, pairs]
///     breakdowns     [by, meaning, overlapping, slices: [name, sentences, systems]]
///     words          training_text, training_words, buckets: [name, reference_words, systems]
///     ngrams         by system [text, reference, matches]
///     traits         by system, and last of the reference
///     sentences      [source, reference, kinds, source_words, systems: [hypothesis, bleu, chrf,
///                     ter, against_reference, against_first, log_prob, score, n_best, attention]]
///     biggest_wins   by system [sentence, lead]
///     seeds          groups, tests, sentence
///     calibrations, search_errors, beam_curves    by system
///
/// A difference of words is a list of [kind, text]; attention has its weights row by row.
std::string to_json(const Comparison& comparison);

}  // namespace regard::compare
