#pragma once
#include "trainer/run_directory.h"

namespace regard::train {

/// What the user says about a run that is there already.
struct Wish {
  bool resume = false;
  bool overwrite = false;
};

/// Throws Error if a run must not, or cannot, be written: where one is and the user does not say
/// what to do with it; where a model would be replaced although its training cannot go on; where
/// files are not those of a run; through links that another user may have made.
void check_may_write(const RunDirectory& directory, Wish wish);

}  // namespace regard::train
