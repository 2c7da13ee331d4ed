#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "config/data_options.h"
#include "corpus/parallel_reader.h"

namespace regard::corpus {

/// A parallel text in three parts, each a file of tab-separated pairs.
struct HeldOut {
  config::ParallelText train, valid, test;
  int64_t train_pairs = 0, valid_pairs = 0, test_pairs = 0;
  int64_t left_out = 0;  ///< further translations of a sentence to validate or test
};

/// Writes train.tsv, valid.tsv and test.tsv into a folder, which is made: a twentieth of the pairs,
/// at most a thousand, to validate and as many to test. Which part a pair goes to follows from its
/// source sentence alone: the same pairs are divided alike, and all pairs of a sentence are in one
/// part. Pairs with a blank side are left out, and of those to validate and test, second ones of a
/// source. Throws Error if there are too few pairs.
HeldOut hold_out(const config::ParallelText& text, const std::string& folder);
/// The same for pairs that are read already, of the file `name`.
HeldOut hold_out(const std::vector<LinePair>& pairs, const std::string& name,
                 const std::string& folder);

}  // namespace regard::corpus
