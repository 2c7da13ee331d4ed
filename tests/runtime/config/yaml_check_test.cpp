#include "config/yaml_check.h"

#include <gtest/gtest.h>

#include "regard/base/error.h"
#include "support/base/thrown_error.h"

namespace regard::config {
namespace {

TEST(YamlCheck, TakesAnyNumberOfDocuments) {
  for (const std::string yaml :
       {"", "# a\n", "a: b\na: c\n", "%YAML 1.2\n---\na\n...\n---\n- &x b\n- *x\n",
        "? [a, b]\n: {c: d}\n", "a: !t b\n", "- |\n  text\n- >-\n  text\n"}) {
    EXPECT_NO_THROW(check_yaml(yaml, "a.yaml")) << yaml;
  }
}

TEST(YamlCheck, NamesThePlaceOfAnError) {
  const auto place = [](const std::string& yaml) {
    return test::thrown_error([&] { check_yaml(yaml, "a.yaml"); }).where();
  };
  EXPECT_EQ(place("a: b\nc: [d\n"), "a.yaml:3:1");
  EXPECT_EQ(place("a: b\n---\nc: 'd\n").substr(0, 8), "a.yaml:4");
  EXPECT_EQ(place("a: b: c\n"), "a.yaml:1:5");
  EXPECT_EQ(place(std::string(100, '[')).substr(0, 9), "a.yaml:1:");
}

}  // namespace
}  // namespace regard::config
