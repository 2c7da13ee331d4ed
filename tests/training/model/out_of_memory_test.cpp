#include "base/machine.h"

#include <gtest/gtest.h>
#include <torch/types.h>

#include <new>

namespace regard {
namespace {

TEST(OutOfMemory, IsToldFromOtherErrors) {
  EXPECT_TRUE(is_out_of_memory(std::bad_alloc()));
  EXPECT_TRUE(is_out_of_memory(c10::OutOfMemoryError(c10::SourceLocation{}, "CUDA")));
  EXPECT_FALSE(is_out_of_memory(std::runtime_error("out of luck")));
}

TEST(OutOfMemory, IsWhatLibTorchThrowsWhereTheMachineHasNoMore) {
  constexpr int64_t kMoreThanAnyMachineHas = int64_t{1} << 55;
  try {
    torch::empty({kMoreThanAnyMachineHas}, torch::kUInt8);
    FAIL() << "there is more memory than thought";
  } catch (const std::exception& error) {
    EXPECT_TRUE(is_out_of_memory(error)) << error.what();
  }
}

}  // namespace
}  // namespace regard
