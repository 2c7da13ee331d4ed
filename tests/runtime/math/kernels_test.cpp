#include "math/kernels.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "support/base/thrown_error.h"

namespace regard::math {
namespace {

/// Sets REGARD_ISA, and restores it on destruction.
class ChosenSet {
 public:
  explicit ChosenSet(const char* name) {
    if (const char* before = std::getenv("REGARD_ISA")) before_ = before;
    setenv("REGARD_ISA", name, 1);
  }
  ~ChosenSet() { setenv("REGARD_ISA", before_.c_str(), 1); }
  ChosenSet(const ChosenSet&) = delete;
  ChosenSet& operator=(const ChosenSet&) = delete;

 private:
  std::string before_;
};

std::vector<std::string> names() {
  std::vector<std::string> found;
  for (const auto* kernels : all_kernels()) found.emplace_back(kernels->name);
  return found;
}

TEST(Kernels, EndWithPlainCode) { EXPECT_EQ(names().back(), "plain"); }

TEST(Kernels, AreTheBestThatTheProcessorHas) {
  EXPECT_EQ(kernels().name, all_kernels().front()->name);
}

TEST(Kernels, OfANamedSetAreThoseOfItAndOfLesserSets) {
  const auto all = names();
  for (size_t i = 0; i < all.size(); ++i) {
    const ChosenSet chosen(all[i].c_str());
    EXPECT_EQ(names(), std::vector<std::string>(all.begin() + static_cast<int64_t>(i), all.end()));
  }
}

#ifdef __x86_64__
TEST(Kernels, AreNeverMoreThanTheProcessorHas) {
  const auto all = names();
  const ChosenSet best("avx512_bf16");
  EXPECT_EQ(names(), all);
}
#endif

TEST(Kernels, OfASetThatDoesNotExistAreAnErrorThatNamesThoseThatDo) {
  const ChosenSet chosen("sse9");
  const auto error = test::thrown_error([] { all_kernels(); });
  EXPECT_EQ(error.where(), "REGARD_ISA");
  EXPECT_NE(std::string(error.problem()).find("sse9"), std::string::npos);
  EXPECT_NE(std::string(error.problem()).find("plain"), std::string::npos);
}

TEST(UseKernels, RestoresThePreviousOnes) {
  const Kernels& before = kernels();
  const Kernels& plain = *all_kernels().back();
  {
    const UseKernels use(plain);
    EXPECT_EQ(&kernels(), &plain);
  }
  EXPECT_EQ(&kernels(), &before);
}

}  // namespace
}  // namespace regard::math
