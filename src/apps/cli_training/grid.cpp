#include "cli_training/grid.h"

#include <algorithm>

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::cli {
namespace {

struct Axis {
  std::string key;
  std::string name;  // a short one
  std::vector<std::string> values;
};

Axis parse_axis(const std::string& text) {
  const auto fail = [&](const std::string& what) {
    throw Error(str("--grid ", text, what), {},
                "write key=value,value,..., e.g. --grid training.learning_rate=0.001,0.002");
  };
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) fail(" has no key");
  Axis axis{.key = text.substr(0, equals), .name = {}, .values = {}};
  axis.name = axis.key.substr(axis.key.rfind('.') + 1);
  for (size_t begin = equals + 1; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const auto value = text.substr(begin, end - begin);
    if (value.empty()) fail(" has an empty value");
    if (std::find(axis.values.begin(), axis.values.end(), value) != axis.values.end()) {
      fail(str(" has the value ", value, " twice"));
    }
    axis.values.push_back(value);
    begin = end + 1;
  }
  return axis;
}

void make_names_unique(std::vector<Axis>& axes) {
  for (auto& axis : axes) {
    const auto same = [&](auto member) {
      return std::count_if(axes.begin(), axes.end(),
                           [&](const Axis& other) { return other.*member == axis.*member; });
    };
    if (same(&Axis::key) > 1) {
      throw Error(str("--grid names ", axis.key, " twice"), {},
                  str("give all its values at once: --grid ", axis.key, "=A,B"));
    }
    const std::string last = axis.key.substr(axis.key.rfind('.') + 1);
    const auto alike = std::count_if(axes.begin(), axes.end(), [&](const Axis& other) {
      return other.key == last || other.key.ends_with('.' + last);
    });
    axis.name = alike > 1 ? axis.key : last;
  }
}

/// Without characters that directory names must not contain.
std::string file_name(std::string text) {
  std::replace(text.begin(), text.end(), '/', '_');
  return text;
}

}  // namespace

std::vector<GridPoint> grid_points(const std::vector<std::string>& texts) {
  std::vector<Axis> axes;
  for (const auto& text : texts) axes.push_back(parse_axis(text));
  make_names_unique(axes);
  std::vector<GridPoint> points(1);
  for (const auto& axis : axes) {
    std::vector<GridPoint> longer;
    for (const auto& point : points) {
      for (const auto& value : axis.values) {
        longer.push_back(point);
        auto& [name, overrides] = longer.back();
        name += (name.empty() ? "" : ",") + file_name(axis.name + '=' + value);
        overrides.push_back(axis.key + '=' + value);
      }
    }
    points = std::move(longer);
  }
  return points;
}

}  // namespace regard::cli
