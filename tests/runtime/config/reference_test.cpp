#include "config/reader.h"

#include <gtest/gtest.h>

namespace regard::config {
namespace {

struct InnerOptions {
  bool deep = true;

  template <class Visitor>
  static void describe(Visitor& v) {
    v.field("deep", &InnerOptions::deep, "Deep.");
  }
};

enum class Fruit { apple, pear };
constexpr auto names_of(Fruit) { return std::array{"apple", "pear"}; }

struct Options {
  int64_t size = 3;
  double rate = 1e-3;
  bool flag = false;
  std::string kind = "a|b";
  Fruit fruit = Fruit::pear;
  std::string path;
  std::vector<std::string> words;
  std::vector<InnerOptions> many;
  InnerOptions inner;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = Options;
    v.field("size", &O::size, count_of(1), "A size.");
    v.field("rate", &O::rate, more_than(0.0), "A rate < 1, `<x>`.");
    v.field("flag", &O::flag, "A flag.");
    v.field("kind", &O::kind, "A kind.");
    v.field("fruit", &O::fruit, "A fruit.");
    v.field("path", &O::path, "A path.");
    v.field("words", &O::words, "Words.");
    v.field("many", &O::many, "Several.");
    v.field("inner", &O::inner, "One.");
  }
};

TEST(Reference, IsATableWithTheDefaultsOfTheStruct) {
  EXPECT_EQ(markdown_table(reference_rows<Options>()),
            "| key | type | default | allowed | meaning |\n"
            "| --- | --- | --- | --- | --- |\n"
            "| `size` | whole number | `3` | at least 1 | A size. |\n"
            "| `rate` | number | `0.001` | more than 0 | A rate &lt; 1, `<x>`. |\n"
            "| `flag` | true or false | `false` | | A flag. |\n"
            "| `kind` | text | `a\\|b` | | A kind. |\n"
            "| `fruit` | text | `pear` | one of apple, pear | A fruit. |\n"
            "| `path` | text | | | A path. |\n"
            "| `words` | list of text | | | Words. |\n"
            "| `many` | list of sections | | | Several. |\n"
            "| `inner` | section | | | One. |\n");
}

struct ServedOptions {
  int64_t beam = 5;
  double rate = 1.0;
  bool flag = false;
  std::string path;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = ServedOptions;
    v.field("beam", &O::beam, count_of(1), "A beam.",
            {.by_request = true, .least = 1, .most = 100, .to_beam_limit = true});
    v.field("rate", &O::rate, "A rate.", {.by_request = true, .least = 0.01, .most = 10.0});
    v.field("flag", &O::flag, "A flag.", {.by_request = true});
    v.field("path", &O::path, "A path.");
  }
};

TEST(Reference, HasAColumnForWhatRequestsMaySet) {
  EXPECT_EQ(markdown_table(reference_rows<ServedOptions>()),
            "| key | type | default | allowed | in a request | meaning |\n"
            "| --- | --- | --- | --- | --- | --- |\n"
            "| `beam` | whole number | `5` | at least 1 | from 1 to --beam-limit | A beam. |\n"
            "| `rate` | number | `1.0` | | from 0.01 to 10 | A rate. |\n"
            "| `flag` | true or false | `false` | | any | A flag. |\n"
            "| `path` | text | | | | A path. |\n");
}

}  // namespace
}  // namespace regard::config
