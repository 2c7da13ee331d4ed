#pragma once
#include <string>

#include "corpus/hold_out.h"
#include "trainer/train.h"

namespace regard::train {

/// The user's own pairs, cleaned and divided.
struct PreparedPairs {
  CleanedPairs cleaned;  ///< its texts no longer exist: they are divided
  corpus::HeldOut held;
  bool were_kept = false;  ///< by an earlier run
};

/// Cleans the pairs and divides them into a folder, which is made; or copies into it what an
/// earlier run made of the same pairs and left in the folder `cache`. Leaves them there, unless
/// `cache` or the key of the pairs is empty. Throws Error if too few pairs are good.
PreparedPairs prepare_pairs(const OwnPairs& pairs, const std::string& folder,
                            const std::string& cache);

}  // namespace regard::train
