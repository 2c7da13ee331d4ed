#include "text/sentences.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace regard::text {
namespace {

/// The sentences without trailing white space.
std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> sentences;
  for (const auto sentence : split_sentences(text)) {
    sentences.emplace_back(sentence.substr(0, sentence.find_last_not_of(" \n\t") + 1));
  }
  return sentences;
}

using Texts = std::vector<std::string>;

TEST(SplitSentences, EndsThemAtTheirMarks) {
  EXPECT_EQ(split("He came. She left! Why? Nobody knows"),
            (Texts{"He came.", "She left!", "Why?", "Nobody knows"}));
  EXPECT_EQ(split("Il est venu.\nElle est partie ! Pourquoi ? Qui sait"),
            (Texts{"Il est venu.", "Elle est partie !", "Pourquoi ?", "Qui sait"}));
  EXPECT_EQ(split(""), Texts{});
  EXPECT_EQ(split("What?! No."), (Texts{"What?!", "No."}));
}

TEST(SplitSentences, LeavesAbbreviationsWhole) {
  for (const char* text :
       {"Mr. Smith met Dr. Jones.", "See e.g. Chapter 3.", "It is no. 5 of them.",
        "Cats vs. Dogs is a film.", "J. R. R. Tolkien wrote it.", "M. Dupont et Mme. Durand.",
        "On mange, p. ex. Des pommes.", "Voir art. 12 du code.", "MM. Petit et Grand.",
        "In 44 av. J.-C. Il est mort"}) {
    EXPECT_EQ(split(text).size(), 1U) << text;
  }
}

TEST(SplitSentences, LeavesNumbersAndAddressesWhole) {
  for (const char* text : {"It costs 3.50 or 1.000,5 euros.", "Visit www.example.com/a.b now.",
                           "Write to a.b@example.org today.", "Version 2.0.1 is out."}) {
    EXPECT_EQ(split(text).size(), 1U) << text;
  }
  EXPECT_EQ(split("It was 1999. Then came 2000."), (Texts{"It was 1999.", "Then came 2000."}));
}

TEST(SplitSentences, ContinueBeforeALowerCaseLetter) {
  EXPECT_EQ(split("Well... maybe. \"Where?\" he said. Gone."),
            (Texts{"Well... maybe.", "\"Where?\" he said.", "Gone."}));
  EXPECT_EQ(split("Eh bien… peut-être."), Texts{"Eh bien… peut-être."});
  EXPECT_EQ(split("He waited… Then he left."), (Texts{"He waited…", "Then he left."}));
}

TEST(SplitSentences, KeepsClosingQuotesWithTheirSentence) {
  EXPECT_EQ(split("\"I am here.\" \"So am I.\" (Really.) Good."),
            (Texts{"\"I am here.\"", "\"So am I.\"", "(Really.)", "Good."}));
  EXPECT_EQ(split("« Je suis là. » Il sourit. « Moi aussi. »"),
            (Texts{"« Je suis là. »", "Il sourit.", "« Moi aussi. »"}));
  EXPECT_EQ(split("“Yes.” ‘No.’ Maybe."), (Texts{"“Yes.”", "‘No.’", "Maybe."}));
}

TEST(SplitSentences, KnowsUnicodesSpacesAndEndsOfLines) {
  for (const char* space : {"\u2028", "\u2029", "\u0085", "\v", "\f", "\u2003", "\u00A0", "\u3000",
                            "\u2002", "\u205F", "\t", "\r\n", " \u2028 "}) {
    const auto text = std::string("I love my mother.") + space + "Where is it?";
    const auto found = sentences_of(text);
    ASSERT_EQ(found.sentences.size(), 2U) << space;
    EXPECT_EQ(found.sentences[0].words, "I love my mother.");
    EXPECT_EQ(found.sentences[1].before, space);
    EXPECT_EQ(found.sentences[1].words, "Where is it?");
  }
  EXPECT_EQ(split("Good morning\u2029my mother").size(), 2U) << "paragraphs";
  EXPECT_EQ(split("Good morning\u2028My mother").size(), 2U) << "lines";
  EXPECT_EQ(split("I love\u2028my mother.").size(), 1U) << "a wrapped line";
}

TEST(SplitSentences, LeavesLinksWhole) {
  const std::string link = "[\"What Is \"A Cat\"? p5.js. The End\"](https://a.example/b)";
  EXPECT_EQ(split("See " + link + ". He left."), (Texts{"See " + link + ".", "He left."}));
  EXPECT_EQ(split("He left. [Why? The cat][a-b] Sleep."),
            (Texts{"He left.", "[Why? The cat][a-b] Sleep."}));
  EXPECT_EQ(split("[Why? The cat] sleeps."), (Texts{"[Why?", "The cat] sleeps."}));
}

TEST(SplitSentences, NeedsNoSpaceBeforeAWordThatBeginsOne) {
  EXPECT_EQ(split("A cat \u2022 A dog"), (Texts{"A cat \u2022", "A dog"}));
  EXPECT_EQ(split("The cat.\\NThe dog."), (Texts{"The cat.", "\\N", "The dog."}));
  EXPECT_EQ(split("See example.com.The cat sleeps."),
            (Texts{"See example.com.", "The cat sleeps."}));
  EXPECT_EQ(split("Open a.txt.The cat sleeps."), (Texts{"Open a.txt.", "The cat sleeps."}));
  EXPECT_EQ(split("Hello %s.You are late."), (Texts{"Hello %s.", "You are late."}));
  EXPECT_EQ(split("I see %1$s.The dog"), (Texts{"I see %1$s.", "The dog"}));
  EXPECT_EQ(split("Hello!I love my mother."), (Texts{"Hello!", "I love my mother."}));
  EXPECT_EQ(split("My mother is happy.Where is the station?"),
            (Texts{"My mother is happy.", "Where is the station?"}));
  EXPECT_EQ(split("Hello.Where are you?"), (Texts{"Hello.", "Where are you?"}));
  EXPECT_EQ(split("Où est-il?Je l’aime…Mais non.Elle dort."),
            (Texts{"Où est-il?", "Je l’aime…", "Mais non.", "Elle dort."}));
  EXPECT_EQ(split("(It is mine.)Where is yours?"), (Texts{"(It is mine.)", "Where is yours?"}));
  EXPECT_EQ(split("It was 1999.Then he left."), (Texts{"It was 1999.", "Then he left."}));
  for (const char* text :
       {"See https://example.org/a.Where?Is=A#B.C now", "Read notes.Txt and example.Org today",
        "Use Foo.Bar and foo.Bar() there", "Call a.B.C or x.y.Z", "In the U.S.A it rains",
        "It is v2.13 or 3.14", "Mail a.B@example.org now", "See e.g.Foo there", "Mr.Smith came",
        "J.K.Rowling wrote it", "Open www.Example.Com?Where=There", "Is it a?B:C here",
        "The file my_file.Where is old"}) {
    EXPECT_EQ(split(text).size(), 1U) << text;
  }
}

TEST(SplitSentences, KeepsMarksOfFootnotesAndEmoticonsBehindTheirSentence) {
  for (const char* mark :
       {"[1] ", "[1][2] ", " [a] ", "\u00B9 ", "[citation needed] ", " :) ", " ;-) ",
        " \U0001F642 ", "\U0001F642 ", " \u2764\uFE0F ", " <3 ", " ^^ "}) {
    const auto text = std::string("My mother is happy.") + mark + "Where is it?";
    const auto found = sentences_of(text);
    ASSERT_EQ(found.sentences.size(), 2U) << mark;
    EXPECT_EQ(found.sentences[1].before, mark);
  }
  EXPECT_EQ(split("I love my mother :) Where is it?").size(), 2U) << "without a full stop";
  EXPECT_EQ(sentences_of("I am here.[1]").behind, "[1]");
  EXPECT_EQ(sentences_of("Thanks! \U0001F600\U0001F600").behind, " \U0001F600\U0001F600");
  EXPECT_EQ(sentences_of("It has 10 m\u00B2").behind, "");
}

TEST(SplitSentences, KeepsTheNumberOfAnItemBeforeItsWords) {
  const auto one = sentences_of("1. Hello.");
  ASSERT_EQ(one.sentences.size(), 1U);
  EXPECT_EQ(one.sentences[0].before, "1. ");
  EXPECT_EQ(one.sentences[0].words, "Hello.");
  const auto two = sentences_of("1. Hello. 2. I love my mother.");
  ASSERT_EQ(two.sentences.size(), 2U);
  EXPECT_EQ(two.sentences[1].before, " 2. ");
  EXPECT_EQ(two.sentences[1].words, "I love my mother.");
  EXPECT_EQ(split("II. The cat. III. The dog."), (Texts{"II. The cat.", "III. The dog."}));
}

TEST(SplitSentences, LeavesWhatHasNoLettersOutOfTheWords) {
  for (const char* mark :
       {"- ", "* ",          "• ",    "  ",     "\t",  "12) ", "(a) ", "> ",  "## ", "| ", "- [ ] ",
        "— ", "\U0001F642 ", "1.2. ", "\u3000", "b) ", "- - ", "A: ",  "A. ", "I. ", "a: "}) {
    const auto text = std::string(mark) + "I love her." + "  ";
    const auto found = sentences_of(text);
    ASSERT_EQ(found.sentences.size(), 1U) << mark;
    EXPECT_EQ(found.sentences[0].before, mark);
    EXPECT_EQ(found.sentences[0].words, "I love her.");
    EXPECT_EQ(found.behind, "  ");
  }
  for (const char* text :
       {"", "  ", "42", "***", "1.", "\U0001F642", "| --- | --- |", ":-)", "3.50"}) {
    EXPECT_TRUE(sentences_of(text).sentences.empty()) << text;
    EXPECT_EQ(sentences_of(text).behind, text);
  }
  for (const char* text : {"« Oui », dit-il.", "-5 degrees", "Où ?", "« Oui »", "3.5 metres",
                           "\"Yes\"", "...and then", "It costs 5 €", "1999 was cold",
                           "J. R. Smith sleeps", "C: is a drive", "E. coli is small"}) {
    ASSERT_EQ(sentences_of(text).sentences.size(), 1U) << text;
    EXPECT_EQ(sentences_of(text).sentences[0].words, text);
  }
}

TEST(SplitSentences, KeepsCellsOfATableApart) {
  const auto cells = sentences_of("| Hello | Good morning |");
  ASSERT_EQ(cells.sentences.size(), 2U);
  EXPECT_EQ(cells.sentences[0].before, "| ");
  EXPECT_EQ(cells.sentences[0].words, "Hello");
  EXPECT_EQ(cells.sentences[1].before, " | ");
  EXPECT_EQ(cells.behind, " |");
  EXPECT_EQ(sentences_of("Hello\tGood morning").sentences.size(), 2U);
}

TEST(SplitSentences, EndsBehindMarksOfEmphasis) {
  EXPECT_EQ(split("**Hello.** Good morning."), (Texts{"**Hello.**", "Good morning."}));
  EXPECT_EQ(split("_Hello!_ * An item."), (Texts{"_Hello!_", "* An item."}));
}

TEST(SplitSentences, KnowsAbbreviationsBeforeNames) {
  for (const char* text :
       {"The U.S. Army left.", "Apple Inc. Chairman Cook came.", "Main St. Station is big.",
        "Warner Bros. Pictures made it.", "Rue X, bd. Voltaire", "See Fig. 3 and chap. 4.",
        "Le n° 5, cf. Annexe B."}) {
    EXPECT_EQ(split(text).size(), 1U) << text;
  }
  EXPECT_EQ(split("He lives in the U.S. The army left."),
            (Texts{"He lives in the U.S.", "The army left."}));
  EXPECT_EQ(split("Cats, dogs, etc. They sleep."), (Texts{"Cats, dogs, etc.", "They sleep."}));
}

TEST(SplitSentences, CutsNoCopiedItem) {
  for (const char* text :
       {"See {{ a | b }} and {% if a. B %} here.", "Run `cat. Dog` and ``a. B`` now.",
        "You have {n, plural, one {a cat. Hello!} other {# cats. Hi!}} here.",
        "See <a title=\"One. Two\">the cat</a>.", "Call $t(a.b. C) now.",
        "{n, plural,\n  one {A cat.}\n  other {Many cats.}\n} here.", "a {% x\tY %} b"}) {
    EXPECT_EQ(split(text), Texts{text});
  }
  EXPECT_EQ(split("See {a}. Then `b`. {c} came. <i>Go.</i> @me too."),
            (Texts{"See {a}.", "Then `b`.", "{c} came.", "<i>Go.</i>", "@me too."}));
  EXPECT_EQ(split("One | two | `a | B` | three").size(), 4U);
}

TEST(SplitSentences, EndsAtWrittenBreaks) {
  for (const char* text : {"<br>", "<br/>", "<BR />", "\\n", "\\r\\n", "\\t", " <br> ", "\\n\\n",
                           "</p><p>", "<hr>", "<br><br>"}) {
    for (const char* mark : {".", ""}) {
      const auto whole = std::string("I am late") + mark + text + "He sleeps." + text;
      const auto found = sentences_of(whole);
      ASSERT_EQ(found.sentences.size(), 2U) << text;
      EXPECT_EQ(found.sentences[0].words, std::string("I am late") + mark);
      EXPECT_EQ(found.sentences[1].before, text);
      EXPECT_EQ(found.sentences[1].words, "He sleeps.");
      EXPECT_EQ(found.behind, text);
    }
  }
  for (const char* text : {"the cat<br>sleeps", "Open C:\\new now", "Write \\textbf here",
                           "a <b>Cat</b> here", "See <brand>Cat here"}) {
    EXPECT_EQ(split(text), Texts{text});
  }
}

TEST(SplitSentences, AreSeparatedByPlaceholdersAndTagsWithoutSpaces) {
  EXPECT_EQ(split("I am late.%sHe is late."), (Texts{"I am late.%s", "He is late."}));
  EXPECT_EQ(split("I am late!{0} He is late."), (Texts{"I am late!{0}", "He is late."}));
  EXPECT_EQ(split("<b>I am late.</b>He is late.<i>She too.</i> We go."),
            (Texts{"<b>I am late.</b>", "He is late.", "<i>She too.</i>", "We go."}));
  EXPECT_EQ(split("I am late. {0} He is late."), (Texts{"I am late.", "{0} He is late."}));
}

TEST(SplitSentences, AreSeparatedByItemsBetweenThem) {
  for (const std::string item :
       {"[^1]", "<sup>1</sup>", "&nbsp;", "<a href=\"#fn1\">[1]</a>", "\u00A9"}) {
    EXPECT_EQ(split("I am late." + item + " He is late."),
              (Texts{"I am late." + item, "He is late."}));
  }
  for (const std::string item : {"<img src=\"a.png\">", "<!-- x -->", "`x`", "#tag", "42", "%d%%",
                                 "https://a.example/x", "\u2122", "\u732B"}) {
    const Texts expected = {"I am late!", item + " He is late."};
    EXPECT_EQ(split("I am late! " + item + " He is late."), expected) << item;
  }
}

TEST(SplitSentences, MayBeginWithSmallLetters) {
  EXPECT_EQ(split("I am late. he is late. Are you? it rains."),
            (Texts{"I am late.", "he is late.", "Are you?", "it rains."}));
  EXPECT_EQ(split("i like cats. dogs are fun! birds sing."),
            (Texts{"i like cats.", "dogs are fun!", "birds sing."}));
  EXPECT_EQ(split("Il dort. elle mange. Vrai ? je sors.").size(), 4U);
  EXPECT_EQ(split("I am late.he is late."), (Texts{"I am late.", "he is late."}));
  EXPECT_EQ(split("a) I am late. b) He is late."), (Texts{"a) I am late.", "b) He is late."}));
  for (const char* text :
       {"The approx. size of it", "Use the dept. and go", "Cats, dogs, etc. and so on",
        "mr. smith and dr. jones", "i live in st. james", "The avg. the max. it has",
        "Wait... it rains", "\"Where?\" he said", "Press ? for help", "See example.it is good",
        "Use vs. the other"}) {
    EXPECT_EQ(split(text).size(), 1U) << text;
  }
}

TEST(SplitSentences, AreSeparatedByADashBeforeASubject) {
  EXPECT_EQ(split("I am late \u2014 he is late."), (Texts{"I am late", "\u2014 he is late."}));
  EXPECT_EQ(split("I am late\u2014he sleeps."), (Texts{"I am late", "\u2014he sleeps."}));
  EXPECT_EQ(split("Il dort \u2013 elle mange.").size(), 2U);
  EXPECT_EQ(split("He came -- she left.").size(), 2U);
  EXPECT_EQ(sentences_of("I am late\u2014he sleeps.").sentences[1].words, "he sleeps.");
  for (const char* text : {"The cat \u2014 a big one \u2014 sleeps", "Cats \u2014 and dogs",
                           "My cat \u2014 it is old \u2014 sleeps", "A well-known he-man",
                           "The cat - he sleeps", "Paris\u2013Il"}) {
    EXPECT_EQ(split(text).size(), 1U) << text;
  }
}

TEST(SplitSentences, KnowsTheMarksOfOtherScripts) {
  EXPECT_EQ(split("I am late\u3002He is late\uFF01She too\uFF1F\u4ED6"),
            (Texts{"I am late\u3002", "He is late\uFF01", "She too\uFF1F", "\u4ED6"}));
  EXPECT_EQ(split("I am late\u0964 He is late\u061F She too").size(), 3U);
}

TEST(SplitSentences, LoseNothing) {
  const std::vector<std::string> parts = {
      "a", "B",    ".",      "!",   "?",    "…",  " ",   "\n",         "\"", "»",    "«",
      "3", ",",    "Mr",     "é",   "\xFF", "(",  ")",   "[1]",        ":)", "🙂", "-",
      "|", "\t",   "\u2028", "1. ", "The",  "²",  "\v",  "http://a.B", "* ", "{",    "}",
      "`", "<br>", "\\n",    "—",   "%s",   "he", "<i>", "</i>",       "。"};
  std::mt19937 random(5);
  for (int round = 0; round < 3'000; ++round) {
    std::string text, joined;
    for (int part = 0; part < 30; ++part) text += parts[random() % parts.size()];
    for (const auto sentence : split_sentences(text)) {
      EXPECT_FALSE(sentence.empty());
      joined += sentence;
    }
    EXPECT_EQ(joined, text);
    const auto found = sentences_of(text);
    std::string rebuilt;
    for (const auto& one : found.sentences) {
      EXPECT_FALSE(one.words.empty());
      rebuilt.append(one.before).append(one.words);
    }
    EXPECT_EQ(rebuilt.append(found.behind), text);
  }
}

// Time must grow linearly with the length of a line, not quadratically.
TEST(Sentences, AreFoundInALongLineOfMarks) {
  const std::string dots(250'000, '.');
  EXPECT_EQ(split_sentences(dots).size(), 1U);
  EXPECT_EQ(split_sentences(dots + " small").size(), 1U);
  EXPECT_EQ(split_sentences(dots + " Large").size(), 2U);
  for (const std::string piece :
       {"\n",    ". ",    ".A",  "a.B",   "! ",    ":) ",   "[1]",     "- ",     "🙂",
        "A. ",   "| ",    "1. ", "(",     ". )",   "a.(",   "\u2028a", "...",    "Mr. ",
        "<br>",  "<br",   "\\n", "\\n a", "`",     "``a`",  "—he ",    "-- he ", ".%s",
        ".</b>", ". <b>", "。",  " . a",  "{a | ", "late. "}) {
    std::string line;
    while (line.size() < 100'000) line += piece;
    EXPECT_LE(sentences_of(line + "end").sentences.size(), line.size()) << piece;
  }
}

}  // namespace
}  // namespace regard::text
