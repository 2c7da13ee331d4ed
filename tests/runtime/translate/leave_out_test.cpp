#include "translate/translate_lines.h"

#include <gtest/gtest.h>

#include <string>

namespace regard::translate {
namespace {

/// The part of a sentence that a model reads, and the items left out: "Hello!
/// {name}".
std::string read(std::string_view sentence) {
  const auto reading = leave_out(sentence, text::copied_items(sentence));
  std::string result = reading.text;
  for (const auto& one : reading.left_out) result += " | " + one.text;
  return result;
}

TEST(LeaveOut, LeavesASentenceAsIfTheItemHadNeverBeenThere) {
  EXPECT_EQ(read("Hello {name}!"), "Hello! | {name}");
  EXPECT_EQ(read("Hello %1$s, where is it?"), "Hello, where is it? | %1$s");
  EXPECT_EQ(read("O\u00F9 est le chat %s ?"), "O\u00F9 est le chat ? | %s");
  EXPECT_EQ(read("No items."), "No items.");
}

TEST(LeaveOut, AlsoRemovesMarksThatWouldBeLeftAlone) {
  EXPECT_EQ(read("Hello, {name}."), "Hello. | , {name}");
  EXPECT_EQ(read("The cat (%s) sleeps."), "The cat sleeps. | (%s)");
  EXPECT_EQ(read("{name}, where is it?"), "Where is it? | {name},");
  EXPECT_EQ(read("Name: %s"), "Name: | %s");
  EXPECT_EQ(read("See \"%s\"."), "See. | \"%s\"");
}

TEST(LeaveOut, KeepsBracketsAroundEachItem) {
  EXPECT_EQ(read("(%s) %d: text"), "Text | (%s) %d:");
  EXPECT_EQ(read("\"%s\", the cat"), "The cat | \"%s\",");
}

TEST(LeaveOut, ReadsAWordThatTouchesAnItem) {
  EXPECT_EQ(read("Hello%s"), "Hello | %s");
  EXPECT_EQ(read("%sHello"), "Hello | %s");
  EXPECT_EQ(read("Open file{n} here."), "Open file here. | {n}");
  EXPECT_EQ(read("Hello<br>friend."), "Hello friend. | <br>");
  EXPECT_EQ(read("Hello&nbsp;friend."), "Hello friend. | &nbsp;");
  EXPECT_EQ(read("<b>Hel</b>lo."), "Hello. | <b> | </b>");
  const std::string sentence = "cat{n} sees";
  const auto item = leave_out(sentence, text::copied_items(sentence)).left_out.front();
  EXPECT_TRUE(item.touches_before);
  EXPECT_FALSE(item.touches_after);
}

TEST(LeaveOut, RemovesAdjacentItemsTogether) {
  EXPECT_EQ(read("I see %s, %s and {x}."), "I see and. | %s, %s | {x}");
  EXPECT_EQ(read("Call +33 6 12 34 56 78."), "Call. | +33 6 12 34 56 78");
}

TEST(LeaveOut, KnowsWhichWordsBelongToAnItem) {
  EXPECT_EQ(read("{name}'s book"), "Book | {name}");
  EXPECT_EQ(read("a 42-year-old car"), "a year-old car | 42");
  EXPECT_EQ(read("le livre qu'%s lit"), "le livre que lit | %s");
  EXPECT_EQ(read("the {n}th day"), "the day | {n}th");
  EXPECT_EQ(read("a<b>b</b>c"), "abc | <b> | </b>");
}

TEST(LeaveOut, TakesNoWordForAPartOfATagInBraces) {
  EXPECT_EQ(read("See {b}a cat{/b}."), "See a cat. | {b} | {/b}");
  EXPECT_EQ(read("See {n}th cat."), "See cat. | {n}th") << "a placeholder has no partner";
}

TEST(LeaveOut, LeavesTheCaseOfAWordBehindATag) {
  EXPECT_EQ(read("{b}black cat{/b}"), "black cat | {b} | {/b}");
  EXPECT_EQ(read("[b]black cat[/b]"), "black cat | [b] | [/b]");
  EXPECT_EQ(read("<b>black cat</b>"), "black cat | <b> | </b>");
  EXPECT_EQ(read("{n} cats"), "Cats | {n}") << "the placeholder begins the sentence";
}

TEST(IsPairedTag, NeedsItsPartner) {
  const std::string sentence = "{b}a{/b} [i]b[/i] {0} {c} [d] {/e}";
  for (const auto* tag : {"{b}", "{/b}", "[i]", "[/i]"}) {
    EXPECT_TRUE(is_paired_tag(tag, sentence)) << tag;
  }
  for (const auto* other : {"{0}", "{c}", "[d]", "{/e}", "{", "[1]"}) {
    EXPECT_FALSE(is_paired_tag(other, sentence)) << other;
  }
}

}  // namespace
}  // namespace regard::translate
