#include "translate/sources.h"

#include <gtest/gtest.h>

#include "text/tokenizer.h"

namespace regard::translate {
namespace {

text::TokenizerPair tokenizers() {
  config::TokenizerOptions options;
  options.type = config::TokenizerType::character;
  options.symbols = {"<it>", "<2fr>", "<url>"};
  const auto trained = text::train_tokenizer({"Ba Do, Fi Ga.", "Hu."}, options);
  return {trained, trained, text::Preprocess::none};
}

std::vector<std::string> sources(const std::string& line, int64_t longest = 0) {
  config::SearchOptions options;
  options.longest_source = longest;
  return Sources(tokenizers(), std::span(&line, 1), options).texts;
}

using Texts = std::vector<std::string>;

TEST(Sources, GiveTheLanguageOfALineToEachSentence) {
  EXPECT_EQ(sources("<it> Ba Do. Fi Ga."), (Texts{"<it> Ba Do.", "<it> Fi Ga."}));
  EXPECT_EQ(sources("<2fr>Ba Do. Fi Ga."), (Texts{"<2fr>Ba Do.", "<2fr>Fi Ga."}));
  EXPECT_EQ(sources("<it> Ba. <2fr> Do. Hu."), (Texts{"<it> Ba.", "<2fr> Do.", "<2fr> Hu."}));
}

TEST(Sources, GiveTheLanguageOfALineToEachClause) {
  EXPECT_EQ(sources("<it> Ba Do, Fi Ga.", 12), (Texts{"<it> Ba Do,", "<it> Fi Ga."}));
}

TEST(Sources, KeepTheBlanksAroundAClauseThatIsCopied) {
  const std::string line = "Ba Do Fi Ga, 12345, 67890, Fi Ga Ba Do.";
  config::SearchOptions options;
  options.longest_source = 12;
  const Sources found(tokenizers(), std::span(&line, 1), options);
  std::string whole;
  for (size_t i = 0; i < found.texts.size(); ++i) {
    const bool is_joined = i > 0 && found.before[i].empty();
    whole += (is_joined ? " " : found.before[i]) + found.texts[i];
  }
  EXPECT_EQ(whole + found.behind[0], line);
}

TEST(Sources, LeaveTheLanguageOfALineToTheModel) {
  const std::string line = "<it> Ba Do. Fi Ga.";
  for (const auto& reading : Sources(tokenizers(), std::span(&line, 1)).readings) {
    EXPECT_TRUE(reading.text.starts_with("<it> ")) << reading.text;
    EXPECT_TRUE(reading.left_out.empty()) << reading.text;
  }
}

TEST(Sources, EndAtAMarkBeforeAnInvisibleCharacter) {
  EXPECT_EQ(sources("Ba Do. \u200bFi Ga."), (Texts{"Ba Do.", "Fi Ga."}));
  EXPECT_EQ(sources("Ba\u00ad Do.\u2060 Fi Ga."), (Texts{"Ba Do.", "Fi Ga."}));
}

TEST(Sources, HaveASpaceBeforeAQuestionMarkInFrenchAlone) {
  const auto read = [](const std::string& language, const std::string& line) {
    const auto trained =
        text::train_tokenizer({"Ba Do?!"}, {.type = config::TokenizerType::character});
    text::TokenizerPair pair(trained, trained, text::Preprocess::none);
    pair.set_source_language(language);
    return Sources(pair, std::span(&line, 1)).readings.front().text;
  };
  for (const auto* line : {"Ba Do ?", "Ba Do\u00A0?", "Ba Do \u202F?"}) {
    EXPECT_EQ(read("en", line), "Ba Do?");
    EXPECT_EQ(read("fr", line), line);
    EXPECT_EQ(read("", line), line);
  }
  EXPECT_EQ(read("en", "Ba Do ?!"), "Ba Do?!");
}

TEST(Sources, LeaveOutMarksThatTheVocabularyLacks) {
  const std::string line = "\"Ba (Do)\" & Fi; \u00ABHu\u00BB/Ga.";
  const auto reading = Sources(tokenizers(), std::span(&line, 1)).readings.front();
  EXPECT_EQ(reading.text.find_first_of("\"()&;/"), std::string::npos) << reading.text;
  std::string left_out;
  for (const auto& item : reading.left_out) left_out += item.text;
  for (const std::string mark : {"(", ")", "&", ";", "\u00AB", "\u00BB", "/"}) {
    EXPECT_NE(left_out.find(mark), std::string::npos) << mark << " in " << left_out;
  }
}

/// The text that a model reads if its vocabulary has every character of the line.
std::string readable_text(const std::string& line) {
  const auto trained = text::train_tokenizer({line}, {.type = config::TokenizerType::character});
  const text::TokenizerPair pair(trained, trained, text::Preprocess::none);
  return Sources(pair, std::span(&line, 1)).readings.front().text;
}

TEST(Sources, LeaveOutMarksThatTouchWords) {
  EXPECT_EQ(readable_text("<i>Where are you?</i>"), "Where are you?");
  EXPECT_EQ(readable_text("The *black* cat sleeps."), "The black cat sleeps.");
  EXPECT_EQ(readable_text("{1}Where are you?{2}"), "Where are you?");
  EXPECT_EQ(readable_text("{1}I see it.{2}"), "I see it.");
  EXPECT_EQ(readable_text("&lt;b&gt;Save&lt;/b&gt; the cat."), "Save the cat.");
}

TEST(Sources, ReadMarksThatTouchNoWords) {
  for (const std::string line : {"See {name} here.", "The {n}th cat.", "The message(s) arrived.",
                                 "The cat <br/> sleeps.", "diff($array1[0], $array2[0])"}) {
    EXPECT_EQ(readable_text(line), line);
  }
}

TEST(Sources, ReadEscapedApostrophesAsApostrophes) {
  const auto trained =
      text::train_tokenizer({"Ba'Do. Fi"}, {.type = config::TokenizerType::character});
  const text::TokenizerPair pair(trained, trained, text::Preprocess::none);
  const std::vector<std::string> lines = {"Ba\\'Do. Fi.", "Ba'Do.", "'Fi Ba\\'Do'"};
  const auto readings = Sources(pair, lines).readings;
  ASSERT_EQ(readings.size(), 4);
  EXPECT_EQ(readings[0].text, "Ba'Do.");
  EXPECT_TRUE(readings[0].escapes_apostrophes);
  EXPECT_TRUE(readings[1].escapes_apostrophes);  // on the same line
  EXPECT_FALSE(readings[2].escapes_apostrophes);
  EXPECT_EQ(readings[3].text, "Fi Ba'Do");
  ASSERT_EQ(readings[3].left_out.size(), 2);
  EXPECT_EQ(readings[3].left_out[0].text + readings[3].left_out[1].text, "''");
}

/// A vocabulary that writes other characters as bytes.
text::TokenizerPair with_byte_fallback() {
  const auto trained =
      text::train_tokenizer({"She said the dog's bone is in \"the house\".", "It's 5, is it?"},
                            {.type = config::TokenizerType::bpe, .byte_fallback = true});
  return {trained, trained, text::Preprocess::none};
}

TEST(Sources, LeaveOutWordsThatAVocabularyHasAsBytesAlone) {
  const auto pair = with_byte_fallback();
  const auto read = [&](const std::string& line) {
    const auto reading = Sources(pair, std::span(&line, 1)).readings.front();
    std::string result = reading.text;
    for (const auto& item : reading.left_out) result += " | " + item.text;
    return result;
  };
  EXPECT_EQ(read("She is in \u6771\u4EAC."), "She is in. | \u6771\u4EAC");
  EXPECT_EQ(read("She is in Z\u00FCrich."), "She is in. | Z\u00FCrich");
  EXPECT_EQ(read("\u00A1Is it the dog?"), "Is it the dog? | \u00A1");
}

TEST(Sources, HaveNoTextThatAVocabularyHasAsBytesAlone) {
  const auto pair = with_byte_fallback();
  for (const std::string line : {"\u4F60\u597D", "\u041F\u0440\u0438, \u043C\u0438!"}) {
    const Sources sources(pair, std::span(&line, 1));
    EXPECT_TRUE(sources.texts.empty()) << line;
    EXPECT_EQ(sources.behind.front(), line);
  }
}

TEST(Sources, ReadTypographicMarksThatAVocabularyHasAsBytesAsPlainOnes) {
  const auto pair = with_byte_fallback();
  const std::string line = "She said \u201CIt\u2019s the dog\u2019s\u201D.";
  const Sources sources(pair, std::span(&line, 1));
  EXPECT_EQ(sources.readings.front().text, "She said \"It's the dog's\".");
}

TEST(Sources, LeaveOutBreaksAndCommandsThatTouchWords) {
  const auto trained = text::train_tokenizer({"Ba\\tDo <br> {&;}.", "Fi"},
                                             {.type = config::TokenizerType::character});
  const text::TokenizerPair pair(trained, trained, text::Preprocess::none);
  const auto text_of = [&](const std::string& line) {
    return Sources(pair, std::span(&line, 1)).readings.front().text;
  };
  EXPECT_EQ(text_of("Do<br>ba."), "Do ba.");
  EXPECT_EQ(text_of("&bt;Do ba."), "Do ba.");
  EXPECT_EQ(text_of("\\bfb{Do} ba"), "Do ba");
}

TEST(Sources, LeaveOtherSymbolsWhereTheyAre) {
  EXPECT_EQ(sources("<url> Ba Do. Fi Ga."), (Texts{"<url> Ba Do.", "Fi Ga."}));
}

}  // namespace
}  // namespace regard::translate
