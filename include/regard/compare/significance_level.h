#pragma once

namespace regard::compare {

/// A difference is called significant if its p-value is below this, in every sentence and mark.
inline constexpr double kSignificant = 0.05;

}  // namespace regard::compare
