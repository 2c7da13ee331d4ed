#include "regard/translate/use_modules.h"

#include <gtest/gtest.h>

namespace regard::test {
namespace {

/// The tests of this program translate by modules too.
class UseModules : public testing::Environment {
 public:
  void SetUp() override { translate::use_modules(); }
};
[[maybe_unused]] const auto* const kUseModules =
    testing::AddGlobalTestEnvironment(new UseModules);  // which GoogleTest deletes

}  // namespace
}  // namespace regard::test
