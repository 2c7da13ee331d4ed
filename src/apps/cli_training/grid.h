#pragma once
#include <string>
#include <vector>

namespace regard::cli {

/// One combination of a grid's values.
struct GridPoint {
  std::string name;                    ///< "dropout=0.1,warmup=400", suitable for a directory
  std::vector<std::string> overrides;  ///< "model.dropout=0.1", "training.warmup=400"
};

/// All combinations of the values of axes "key=a,b,c", the last axis varying fastest. A name uses
/// the last words of the keys, or whole keys if two end alike. Throws Error for a malformed axis
/// and for a duplicate key or value.
std::vector<GridPoint> grid_points(const std::vector<std::string>& axes);

}  // namespace regard::cli
