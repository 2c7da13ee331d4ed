#include "cli_training/commands.h"

#include <gtest/gtest.h>

#include "support/base/thrown_error.h"

namespace regard::cli {
namespace {

using Strings = std::vector<std::string>;

Strings names(const Strings& axes) {
  Strings names;
  for (const auto& point : grid_points(axes)) names.push_back(point.name);
  return names;
}

TEST(Grid, HasEveryCombinationTheLastAxisFastest) {
  const Strings axes = {"model.dropout=0.1,0.2", "training.warmup=10,20"};
  EXPECT_EQ(names(axes), (Strings{"dropout=0.1,warmup=10", "dropout=0.1,warmup=20",
                                  "dropout=0.2,warmup=10", "dropout=0.2,warmup=20"}));
  EXPECT_EQ(grid_points(axes)[2].overrides, (Strings{"model.dropout=0.2", "training.warmup=10"}));
}

TEST(Grid, NamesKeysThatEndAlikeInFull) {
  EXPECT_EQ(names({"data.train.0.weight=1", "data.train.1.weight=2"}),
            Strings{"data.train.0.weight=1,data.train.1.weight=2"});
}

TEST(Grid, MakesNamesThatDirectoriesCanHave) {
  EXPECT_EQ(names({"training.init_from=runs/a,runs/b"}),
            (Strings{"init_from=runs_a", "init_from=runs_b"}));
  EXPECT_EQ(grid_points({"training.init_from=runs/a"})[0].overrides,
            Strings{"training.init_from=runs/a"});
}

TEST(Grid, RefusesMalformedAxes) {
  for (const char* axis :
       {"model.dropout", "=1", "model.dropout=", "model.dropout=1,,2", "model.dropout=1,1"}) {
    EXPECT_NE(test::thrown_error([&] { grid_points({axis}); }).remedy(), "") << axis;
  }
  test::thrown_error([] { grid_points({"model.dropout=1", "model.dropout=2"}); });
}

}  // namespace
}  // namespace regard::cli
