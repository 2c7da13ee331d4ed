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

/// SHA-256 of texts, to tell whether one has changed.
class TextHashes {
 public:
  /// Reads the file unless that was done before. Throws Error if it cannot be read twice or not at
  /// all.
  const std::string& of(const std::string& path);

  /// Hashes of the texts that training learns from and selects weights by (data.train, data.valid),
  /// in the format of `sha256sum`. A text that is not a regular file can be read only once and is
  /// left out.
  std::string list(const config::DataOptions& data);

 private:
  std::map<std::string, std::string> hashes_;  // by path
};

/// The files with other hashes in one list than in another; files that one of them lacks are not
/// compared.
std::vector<std::string> changed_texts(std::string_view before, std::string_view now);

/// A set of 64-bit hashes in a table that keeps at least a third of its places free: 12 to 24 bytes
/// per hash.
class FingerprintSet {
 public:
  /// False if it was there already.
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

  /// Its place, or the free place where it belongs. Hashes are random already: their last bits give
  /// the first place to try.
  uint64_t& place_of(uint64_t fingerprint) {
    const size_t last = places_.size() - 1;  // all ones: the size is a power of two
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

/// Parallel texts in three parts, each of files of tab-separated pairs.
struct HeldOut {
  std::vector<config::ParallelText> train;  ///< of each text, with its weight
  config::ParallelText valid, test;
  int64_t train_pairs = 0, valid_pairs = 0, test_pairs = 0;
  int64_t left_out = 0;  ///< further translations of a sentence to validate or test
};

/// Writes train.tsv (of further texts train-2.tsv and so on), valid.tsv and test.tsv into a folder,
/// which is made: a twentieth of the pairs, at most a thousand, to validate and the same number to
/// test. The part of a pair follows from its source sentence alone: the same pairs are divided
/// alike, and all pairs of a sentence are in one part. Pairs with a blank side are left out, of
/// those to validate and test also second ones of a source, and texts of which nothing is left to
/// train on. Reads the texts twice. Throws Error if there are too few pairs.
HeldOut hold_out(std::span<const config::ParallelText> texts, const std::string& folder);

}  // namespace regard::corpus
