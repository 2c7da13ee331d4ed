#include "bitext/code_marks.h"

#include <gtest/gtest.h>

#include <utility>

namespace regard::bitext {
namespace {

using TextPair = std::pair<std::string, std::string>;

/// A pair whose marks are written as <key>.
TextPair read(const std::string& source, const std::string& target) {
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
  TextPair texts(marked(source), marked(target));
  with_placeholders(texts.first, texts.second);
  return texts;
}

TEST(CodeMarks, ThatStandForWordsArePlaceholdersOnBothSides) {
  EXPECT_EQ(read("Hello <a>, see <b>.", "Vois <b>, <a>."),
            TextPair("Hello {0}, see {1}.", "Vois {1}, {0}."));
  EXPECT_EQ(read("A {0} is <a>", "Un {0} est <a>"), TextPair("A {0} is {1}", "Un {0} est {1}"));
}

TEST(CodeMarks, ThatStandForNoWordAreLeftOut) {
  EXPECT_EQ(read("<a>Hello <b>", "<a>Bonjour"), TextPair("Hello ", "Bonjour"));
  EXPECT_EQ(read("a<a>b is <b> c", "a<a>b est <b> c"), TextPair("ab is {0} c", "ab est {0} c"));
  EXPECT_EQ(read("One <a> two", "Un <b> deux"), TextPair("One two", "Un deux"))
      << "a code that only one side has";
  EXPECT_EQ(read("One <a> two <a> x", "Un <a> deux <a> x"), TextPair("One two x", "Un deux x"))
      << "a key that is not unique";
}

}  // namespace
}  // namespace regard::bitext
