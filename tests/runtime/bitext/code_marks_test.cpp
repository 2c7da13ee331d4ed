#include "bitext/code_marks.h"

#include <gtest/gtest.h>

namespace regard::bitext {
namespace {

using Readings = std::vector<CodedPair>;

/// The readings of a pair whose marks are written as <key>.
Readings read(const std::string& source, const std::string& target) {
  const auto marked = [](const std::string& text) {
    std::string result;
    for (size_t at = 0; at < text.size(); ++at) {
      if (text[at] != '<') {
        result += text[at];
        continue;
      }
      const size_t end = text.find('>', at);
      result += code_mark(text.substr(at + 1, end - at - 1));
      at = end;
    }
    return result;
  };
  return readings_of(marked(source), marked(target));
}

TEST(CodeMarks, AreReadAsPlaceholdersAndLeftOut) {
  EXPECT_EQ(read("Hello <a>, see <b>.", "Vois <b>, <a>."),
            (Readings{{"Hello {0}, see {1}.", "Vois {1}, {0}."}, {"Hello , see .", "Vois , ."}}));
  EXPECT_EQ(read("A {0} cat is <a>", "Un {0} est <a>"),
            (Readings{{"A {0} cat is {1}", "Un {0} est {1}"}, {"A {0} cat is ", "Un {0} est "}}));
}

TEST(CodeMarks, AreOnlyLeftOutIfTheyStandForNoWord) {
  EXPECT_EQ(read("<a>Hello <b>", "<a>Bonjour<b>"), (Readings{{"Hello ", "Bonjour"}}));
  EXPECT_EQ(read("a<a>b is <b> c", "a<a>b est <b> c"),
            (Readings{{"ab is {0} c", "ab est {0} c"}, {"ab is c", "ab est c"}}));
  EXPECT_EQ(read("Hello", "Bonjour"), (Readings{{"Hello", "Bonjour"}}));
}

TEST(CodeMarks, HaveNoReadingIfTheSidesDiffer) {
  EXPECT_EQ(read("One <a> two", "Un <b> deux"), Readings{});
  EXPECT_EQ(read("Drop <a> now", "Lâche <a>. Oui, <a>."), Readings{});
  EXPECT_EQ(read("One <a> two <a> x", "Un <a> deux <a> x"), (Readings{{"One two x", "Un deux x"}}))
      << "a key that is not unique";
}

}  // namespace
}  // namespace regard::bitext
