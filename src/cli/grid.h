#pragma once
#include <string>
#include <vector>

namespace regard::cli {

/// One combination of a grid's values.
struct GridPoint {
  std::string name;                    ///< "dropout=0.1,warmup=400", fit for a directory
  std::vector<std::string> overrides;  ///< "model.dropout=0.1", "training.warmup=400"
};

/// All combinations of the values of axes "key=a,b,c", the last axis running fastest. A name has
/// the last words of the keys, or all of a key where two end alike. Throws Error for an axis that
/// is no such thing and for a key or value that comes twice.
std::vector<GridPoint> grid_points(const std::vector<std::string>& axes);

}  // namespace regard::cli
