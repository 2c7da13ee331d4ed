#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/data_options.h"
#include "corpus/cleaning.h"

namespace regard::corpus {

/// SHA-256 hashes of files, to detect changes.
class TextHashes {
 public:
  /// Hashes the file on the first call. Throws Error if it is unreadable or can be read only once.
  const std::string& of(const std::string& path);

  /// The hashes of the training and validation corpora (data.train, data.valid), in the format of
  /// `sha256sum`. Files that are not regular can be read only once and are left out.
  std::string list(const config::DataOptions& data);

 private:
  std::map<std::string, std::string> hashes_;  // hash by path
};

/// The files whose hashes differ between two lists; files that only one list has are ignored.
std::vector<std::string> changed_texts(std::string_view before, std::string_view now);

/// A set of 64-bit hashes with open addressing; at least a third of the table stays free. Takes 12
/// to 24 bytes per hash.
class FingerprintSet {
 public:
  /// Adds a hash; false if the set already contains it.
  bool insert(uint64_t fingerprint) {
    if (fingerprint == kFree) ++fingerprint;
    if (3 * (size_ + 1) > 2 * places_.size()) grow();
    auto& place = place_of(fingerprint);
    if (place == fingerprint) return false;
    place = fingerprint;
    ++size_;
    return true;
  }

 private:
  static constexpr uint64_t kFree = 0;

  /// The slot of a hash, or the free slot for it. Hashes are already random, so their low bits give
  /// the first slot to try.
  uint64_t& place_of(uint64_t fingerprint) {
    const size_t last = places_.size() - 1;  // a bit mask: the size is a power of two
    size_t i = fingerprint & last;
    while (places_[i] != kFree && places_[i] != fingerprint) i = (i + 1) & last;
    return places_[i];
  }

  void grow() {
    std::vector<uint64_t> old(places_.empty() ? 1024 : 2 * places_.size(), kFree);
    std::swap(old, places_);
    for (const uint64_t fingerprint : old) {
      if (fingerprint != kFree) place_of(fingerprint) = fingerprint;
    }
  }

  std::vector<uint64_t> places_;
  size_t size_ = 0;
};

/// Parallel corpora split into training, validation and test sets, each in files of tab-separated
/// pairs.
struct HeldOut {
  std::vector<config::ParallelText> train;  ///< one for each corpus, with its weight
  config::ParallelText valid, test;
  int64_t train_pairs = 0, valid_pairs = 0, test_pairs = 0;
  int64_t left_out = 0;  ///< repeated source sentences left out of the validation and test sets
};

/// Creates a folder with train.tsv (train-2.tsv and so on for further corpora), valid.tsv and
/// test.tsv. The validation and test sets each get a twentieth of the pairs, between 10 and 1,000.
/// The set of a pair depends only on its source sentence: a rerun splits the pairs in the same way,
/// and pairs with equal sources are in one set. Leaves out pairs with a blank side, repeated
/// sources in the validation and test sets, and corpora with nothing left to train on. Reads the
/// corpora twice. Throws Error if there are too few pairs.
HeldOut hold_out(std::span<const config::ParallelText> texts, const std::string& folder);

}  // namespace regard::corpus
