#pragma once
#include <string>

#include "corpus/hold_out.h"
#include "trainer/train.h"

namespace regard::train {

/// The user's own pairs, cleaned and divided.
struct PreparedPairs {
  CleanedPairs cleaned;  ///< its texts no longer exist: they have been divided
  corpus::HeldOut held;
  bool were_kept = false;  ///< whether the pairs come from an earlier run
};

/// Cleans the pairs and divides them into a new folder, or copies into it the result that an
/// earlier run with the same pairs left in the folder `cache`. Stores a new result there, unless
/// `cache` or the key of the pairs is empty. Throws Error if too few pairs are good.
PreparedPairs prepare_pairs(const OwnPairs& pairs, const std::string& folder,
                            const std::string& cache);

}  // namespace regard::train
