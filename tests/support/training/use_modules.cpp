#include "regard/translate/use_modules.h"

#include <gtest/gtest.h>

namespace regard::test {
namespace {

/// Tests of this program also translate with modules.
class UseModules : public testing::Environment {
 public:
  void SetUp() override { translate::use_modules(); }
};
[[maybe_unused]] const auto* const kUseModules =
    testing::AddGlobalTestEnvironment(new UseModules);  // GoogleTest deletes it

}  // namespace
}  // namespace regard::test
