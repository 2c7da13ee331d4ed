#include "serve/languages.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace regard::serve {
namespace {

constexpr size_t kMost = 8192;

std::string words(std::string_view text) { return natural_text(text, kMost); }

TEST(NaturalText, IsTheTextWithoutTags) {
  EXPECT_EQ(words("<p>Where is <b>the cat</b>?</p><p>I&#39;m here.</p>"),
            "Where is the cat? I'm here.");
  EXPECT_EQ(words("<code>if (a) b;</code> <span translate=\"no\">the</span>"), "");
  EXPECT_EQ(words("a < b and c"), "a b and c") << "not a tag";
}

TEST(NaturalText, IsTheTextWithoutPartsInNoLanguage) {
  for (const std::string other :
       {"@alice", "@alice@example.org", "#cooking", "https://example.org/a?b=c", "www.example.org",
        "example.org/a", "mail@example.org", "12:30", "report.txt", "%s", "{name}", "{{count}}",
        "${x}", "`let a = b`", "snake_case", "call()", "a=b", "std::sort"}) {
    EXPECT_EQ(words("Good " + other + " morning"), "Good morning") << other;
    EXPECT_EQ(words(other), "") << other;
  }
}

TEST(NaturalText, HasTheWordsOfLanguages) {
  for (const std::string text : {"J'ai faim, et toi?", "A week-end in Paris, he said.", "et/ou",
                                 "e.g. this", "«\u00a0Bonjour\u00a0!\u00a0»", "日本語"}) {
    EXPECT_EQ(words(text), text);
  }
}

TEST(NaturalText, IsTheBeginningOfALongText) {
  std::string text;
  while (text.size() < 20 * kMost) text += "<b>word</b> ";
  EXPECT_LE(words(text).size(), kMost);
  EXPECT_GT(words(text).size(), kMost / 4);
}

TEST(NaturalText, IsNoLongerThanRequestedForAnyBytes) {
  std::mt19937 random(11);
  const std::vector<std::string> pieces = {"`", "```",  "<b>",  "{",        "}}",  "%(",
                                           "@", "&#x;", "\xc3", "\xf0\x9f", "://", " ",
                                           "a", ".",    "-",    "\n",       "</"};
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (auto left = random() % 60; left > 0; --left) text += pieces[random() % pieces.size()];
    EXPECT_LE(natural_text(text, 50).size(), 50U) << text;
  }
}

}  // namespace
}  // namespace regard::serve
