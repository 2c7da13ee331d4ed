#include "module_search/searchers.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include <memory>

namespace regard::translate {
namespace {

class OneThreadOf : public testing::Test {
 protected:
  OneThreadOf() { at::set_num_threads(3); }
  ~OneThreadOf() override { at::set_num_threads(before_); }

 private:
  int before_ = at::get_num_threads();
};

TEST_F(OneThreadOf, SeveralComputesWhileItLives) {
  {
    const OneThread one;
    EXPECT_EQ(at::get_num_threads(), 1);
  }
  EXPECT_EQ(at::get_num_threads(), 3);
}

TEST_F(OneThreadOf, SeveralLeavesTheirNumberInAnyOrder) {
  auto first = std::make_unique<OneThread>();
  auto second = std::make_unique<OneThread>();
  first.reset();
  second.reset();
  EXPECT_EQ(at::get_num_threads(), 3);
}

}  // namespace
}  // namespace regard::translate
