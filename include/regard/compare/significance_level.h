#pragma once

namespace regard::compare {

/// A difference whose p-value is below it counts as one, wherever a sentence or a mark says so.
inline constexpr double kSignificant = 0.05;

}  // namespace regard::compare
