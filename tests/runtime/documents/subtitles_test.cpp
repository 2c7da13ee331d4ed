#include "documents/subtitles.h"

#include <gtest/gtest.h>

#include "base/atomic_file.h"
#include "documents/document_properties.h"
#include "documents/subtitle_cuts.h"
#include "regard/base/error.h"
#include "text/sentences.h"

namespace regard::documents {
namespace {

using namespace std::string_literals;

const auto kFilm =
    "1\r\n00:00:01,000 --> 00:00:03,000\r\nThe old man who lives\r\nnext door\r\n\r\n"
    "2\r\n00:00:03,100 --> 00:00:05,000\r\n<i>has a dog.</i>\r\n\r\n"
    "3\r\n00:01:00,000 --> 00:01:02,000\r\n- Where is it?\r\n- I don't know.\r\n\r\n"
    "4\r\n00:01:10,000 --> 00:01:12,000\r\n{\\an8}Here, <b>my dog</b>!\r\n"s;

TEST(Subtitles, ShareASentence) {
  const auto document = open_document({"film.srt", kFilm});
  EXPECT_EQ(texts_of(*document),
            (std::vector<std::string>{"The old man who lives next door has a dog.",
                                      "- Where is it?", "- I don't know.", "Here, my dog!"}));
}

TEST(Subtitles, WithoutAMarkEndBeforeACapitalAfterAPause) {
  const auto cues = [](const std::string& time) {
    return texts_of(*open_document({"a.srt", "1\n00:00:01,000 --> 00:00:02,000\nI saw\n\n2\n" +
                                                 time + " --> 00:00:04,000\nPeter here.\n"}));
  };
  EXPECT_EQ(cues("00:00:02,100"), (std::vector<std::string>{"I saw Peter here."}));
  EXPECT_EQ(cues("00:00:02,900"), (std::vector<std::string>{"I saw", "Peter here."}));
}

TEST(Subtitles, KeepTimesAndCodes) {
  expect_keeps_bytes("film.srt", kFilm);
  EXPECT_EQ(shouted("film.srt", kFilm),
            "1\r\n00:00:01,000 --> 00:00:03,000\r\nTHE OLD MAN WHO LIVES NEXT DOOR\r\n\r\n"
            "2\r\n00:00:03,100 --> 00:00:05,000\r\n<i>HAS A DOG.</i>\r\n\r\n"
            "3\r\n00:01:00,000 --> 00:01:02,000\r\n- WHERE IS IT?\r\n- I DON'T KNOW.\r\n\r\n"
            "4\r\n00:01:10,000 --> 00:01:12,000\r\n{\\an8}HERE, <b>MY DOG</b>!\r\n");
}

TEST(Subtitles, HaveDashesWithoutABlankThatAreNoPartOfTheText) {
  const auto film =
      "1\n00:00:01,000 --> 00:00:03,000\n-Where is <b>it</b>?\n-<i>I don't</i> know.\n-No!\n\n"
      "2\n00:00:03,100 --> 00:00:05,000\n<i>-Yes, my\ndog.</i>\n\n"
      "3\n00:00:05,100 --> 00:00:07,000\n-5 degrees.\n"s;
  EXPECT_EQ(texts_of(*open_document({"film.srt", film})).back(), "-5 degrees.");
  EXPECT_EQ(texts_of(*open_document({"film.srt", film}))[3], "Yes, my dog.");
  expect_keeps_bytes("film.srt", film);
  EXPECT_EQ(shouted("film.srt", film),
            "1\n00:00:01,000 --> 00:00:03,000\n-WHERE IS <b>IT</b>?\n-<i>I DON'T</i> "
            "KNOW.\n-NO!\n\n"
            "2\n00:00:03,100 --> 00:00:05,000\n<i>-YES, MY DOG.</i>\n\n"
            "3\n00:00:05,100 --> 00:00:07,000\n-5 DEGREES.\n");
}

TEST(Subtitles, KeepSpeechesApartThatGoOnOverLines) {
  const auto cue = [](const std::string& text) {
    return "1\n00:00:01,000 --> 00:00:09,000\n" + text + "\n";
  };
  const auto film = cue("- Yes, I have a\ndog.\n- No.");
  EXPECT_EQ(texts_of(*open_document({"a.srt", film})),
            (std::vector<std::string>{"- Yes, I have a dog.", "- No."}));
  expect_keeps_bytes("a.srt", film);
  EXPECT_EQ(shouted("a.srt", film), cue("- YES, I HAVE A DOG.\n- NO."));
  EXPECT_EQ(
      shouted("a.srt", cue("- Yes, I am here and I have a dog and\na cat in the garden.\n- No.")),
      cue("- YES, I AM HERE AND I HAVE\nA DOG AND A CAT IN THE GARDEN.\n- NO."));
  EXPECT_EQ(shouted("a.srt", cue("Is it here?\n- No.")), cue("IS IT HERE?\n- NO."));
  EXPECT_EQ(shouted("a.srt", cue("It is the\n- so to say - end.")),
            cue("IT IS THE - SO TO SAY - END."));
}

TEST(Subtitles, HaveALineForEachSpeakerAndSound) {
  for (const std::string text :
       {"JOHN: Come in.\nMARY: Thank you.", "John: Come in.\nMary: Thank you.",
        "[DOOR OPENS]\nWho is it?", "Who is it?\n(A dog barks)", "Come in.\nMARY: Thank you."}) {
    const auto cue = "1\n00:00:01,000 --> 00:00:04,000\n" + text + "\n";
    EXPECT_EQ(texts_of(*open_document({"a.srt", cue})).size(), 2U) << text;
    EXPECT_EQ(folded(shouted("a.srt", cue)), folded(cue));
    EXPECT_EQ(std::ranges::count(shouted("a.srt", cue), '\n'), 4) << text;
  }
  const auto voices = "WEBVTT\n\n00:01.000 --> 00:04.000\n<v John>Come in.\n<v Mary>Thank you.\n"s;
  EXPECT_EQ(shouted("a.vtt", voices),
            "WEBVTT\n\n00:01.000 --> 00:04.000\n<v John>COME IN.\n<v Mary>THANK YOU.\n");
  EXPECT_EQ(texts_of(*open_document({"a.srt",
                                     "1\n00:00:01,000 --> 00:00:04,000\nHe said\n"
                                     "one thing: no.\n"})),
            std::vector<std::string>{"He said one thing: no."});
}

TEST(Subtitles, HaveATextForEachVoiceOfALine) {
  const auto cue = [](const std::string& text) {
    return "WEBVTT\n\n00:01.000 --> 00:02.000\n" + text + "\n";
  };
  EXPECT_EQ(shouted("a.vtt", cue("<v Ann>Who is it?</v> <v Bob>Me.</v>")),
            cue("<v Ann>WHO IS IT?</v> <v Bob>ME.</v>"));
  const auto document = open_document({"a.vtt", cue("<v Ann>Who is it?</v> <v Bob>Me.</v>")});
  EXPECT_EQ(document->units().size(), 2);
}

TEST(Subtitles, HaveLineEndsOfHtml) {
  const auto cue = [](const std::string& text) {
    return "1\n00:00:01,000 --> 00:00:02,000\n" + text + "\n";
  };
  EXPECT_EQ(shouted("a.srt", cue("A cat<br/>sleeps.")), cue("A CAT SLEEPS."));
  EXPECT_EQ(shouted("a.srt", cue("- A cat.<BR>- A dog.")), cue("- A CAT.<BR>- A DOG."));
}

TEST(Subtitles, SayWhereTheirTextsAreDamaged) {
  const auto time = "00:00:01,000 --> 00:00:04,000\n"s;
  const auto document =
      open_document({"a.srt", "1\n" + time +
                                  "The man\n\nThe dog is here.\n\n2\n00:00:0x,000 --> "
                                  "00:00:09,000\nThe cat\n"});
  EXPECT_EQ(texts_of(*document),
            (std::vector<std::string>{"The man", "The dog is here.", "The cat"}));
  const auto warnings = document->write({}).warnings;
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_EQ(warnings[0], "line 5 follows a blank line within a subtitle");
  EXPECT_EQ(warnings[1], "line 8 has no readable times");
  const auto vtt = open_document({"a.vtt",
                                  "WEBVTT\n\n00:01.000 --> 00:02.000\nThe man\n\nThe dog "
                                  "is here.\n\nNOTE a\n\nb\n00:03.000 --> 00:04.000\nYes\n"});
  EXPECT_EQ(texts_of(*vtt), (std::vector<std::string>{"The man", "The dog is here.", "Yes"}));
  EXPECT_EQ(vtt->write({}).warnings.size(), 1U);
}

TEST(Subtitles, KeepReadingsOfWords) {
  const auto cue = [](const std::string& text, const std::string& word) {
    return "WEBVTT\n\n00:01.000 --> 00:04.000\n" + text + " <ruby>" + word +
           "<rt>reading</rt></ruby>.\n";
  };
  EXPECT_EQ(shouted("a.vtt", cue("This is a", "word")), cue("THIS IS A", "WORD"));
}

TEST(Subtitles, HaveTwoLinesOfEqualLengthWhereOneIsTooShort) {
  const auto cue =
      "1\n00:00:01,000 --> 00:00:09,000\nA man and a woman walk along the river, and "
      "their dog follows them.\n"s;
  EXPECT_EQ(shouted("a.srt", cue),
            "1\n00:00:01,000 --> 00:00:09,000\nA MAN AND A WOMAN WALK ALONG THE RIVER,\nAND THEIR "
            "DOG FOLLOWS THEM.\n");
}

TEST(Subtitles, ClosePairsOfCodesBetweenCues) {
  const auto cues =
      "1\n00:00:01,000 --> 00:00:02,000\nThis is <i>a very long\n\n"
      "2\n00:00:02,000 --> 00:00:03,000\nsentence</i> of mine.\n"s;
  const auto document = open_document({"a.srt", cues});
  EXPECT_EQ(document->write({}).bytes, cues);
  const auto written = shouted("a.srt", cues);
  EXPECT_EQ(folded(written), folded(cues));
}

TEST(Subtitles, WarnOfCuesThatNobodyCanRead) {
  const auto cue = "1\n00:00:01,000 --> 00:00:02,000\nNo!\n"s;
  const auto document = open_document({"a.srt", cue});
  const auto written =
      document->write(std::vector<TranslatedText>{{.text = std::string(100, 'x')}});
  ASSERT_EQ(written.warnings.size(), 2U);
  EXPECT_NE(written.warnings[0].find("1 subtitle with more than 17 letters per second, the first "
                                     "at 0:00:01; the original has 0"),
            std::string::npos);
}

TEST(Subtitles, OfWebVttHaveReferencesNotesAndVoices) {
  const auto cues =
      "WEBVTT - A film\n\nSTYLE\n::cue { color: red }\n\nNOTE a note\n\nintro\n"
      "00:01.000 --> 00:02.000 align:start\n<v Bob>Fish &amp; chips\n\n"
      "00:02.000 --> 00:03.000\n<c.loud>Yes!</c>\n"s;
  expect_keeps_bytes("a.vtt", cues);
  EXPECT_EQ(shouted("a.vtt", cues),
            "WEBVTT - A film\n\nSTYLE\n::cue { color: red }\n\nNOTE a note\n\nintro\n"
            "00:01.000 --> 00:02.000 align:start\n<v Bob>FISH &amp; CHIPS\n\n"
            "00:02.000 --> 00:03.000\n<c.loud>YES!</c>\n");
}

TEST(Subtitles, OfWebVttKeepWordsInTheTargetLanguage) {
  const auto cue = [](const std::string& says) {
    return "WEBVTT\n\n00:01.000 --> 00:04.000\n" + says +
           " <lang fr-CA>Bonjour <i>madame</i></lang>\n";
  };
  const DocumentOptions options = {.source_language = "en", .target_language = "fr"};
  EXPECT_EQ(shouted("a.vtt", cue("He says"), options), cue("HE SAYS"));
}

TEST(Subtitles, OfSubStationAreTheLastFieldsOfEvents) {
  const auto events =
      "[Script Info]\nTitle: A film\n\n[Events]\n"
      "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
      "Comment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,a note\n"
      "Dialogue: 0,0:00:01.00,0:00:02.50,Default,Bob,0,0,0,,{\\i1}Hello, {\\i0}my\\Nfriend.\n"
      "Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,{\\p1}m 0 0 l 100 0{\\p0}\n"
      "Dialogue: 0,0:00:05.00,0:00:06.00,Default,,0,0,0,,{\\pos(1,2)\\p2}m 0 0{\\p0}The end.\n"s;
  expect_keeps_bytes("a.ass", events);
  const auto written = shouted("a.ass", events);
  EXPECT_NE(written.find(",,{\\i1}HELLO, {\\i0}MY FRIEND.\n"), std::string::npos) << written;
  EXPECT_NE(written.find(",,{\\p1}m 0 0 l 100 0{\\p0}\n"), std::string::npos);
  EXPECT_NE(written.find(",,{\\pos(1,2)\\p2}m 0 0{\\p0}THE END.\n"), std::string::npos);
  EXPECT_NE(written.find("a note"), std::string::npos);
}

TEST(Subtitles, AreRefusedWithoutTimes) {
  EXPECT_THROW(open_document({"a.srt", "hello\n"}), Error);
  EXPECT_THROW(open_document({"a.vtt", "00:01.000 --> 00:02.000\nhello\n"}), Error);
  EXPECT_THROW(open_document({"a.ass", "[Events]\n"}), Error);
}

TEST(Subtitles, EndWhereAnotherSpeaks) {
  const auto cue = [](int number, const std::string& text) {
    return std::to_string(number) + "\n00:00:0" + std::to_string(number) + ",000 --> 00:00:0" +
           std::to_string(number) + ",900\n" + text + "\n\n";
  };
  EXPECT_EQ(texts_of(*open_document(
                {"a.srt", cue(1, "BOB: I think that") + cue(2, "MARY: you are wrong.")})),
            (std::vector<std::string>{"BOB: I think that", "MARY: you are wrong."}));
  EXPECT_EQ(texts_of(*open_document({"a.vtt",
                                     "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>I think that\n\n"
                                     "00:02.000 --> 00:03.000\n<v Bob>no, he is.\n"})),
            (std::vector<std::string>{"I think that", "no, he is."}));
}

TEST(SubtitleCuts, AreAtTheirAnchorsBetweenWords) {
  const auto text = "one two three four five six"s;
  const std::vector<CueRoom> cues = {{13, 2.0}, {14, 2.0}};
  EXPECT_EQ(cut_for_cues(text, {14}, cues, {}), (std::vector<size_t>{14}));
  EXPECT_EQ(cut_for_cues(text, {8}, cues, {}), (std::vector<size_t>{8}));
}

TEST(SubtitleCuts, AreAfterAMarkRatherThanAfterAnArticle) {
  const auto text = "when he came, the house was empty"s;
  EXPECT_EQ(cut_for_cues(text, {18}, {{15, 2.0}, {15, 2.0}}, {}), (std::vector<size_t>{14}));
}

TEST(SubtitleCuts, LeaveLastPiecesEmptyIfWordsAreFew) {
  EXPECT_EQ(cut_for_cues("one", {0, 0}, {{3, 1.0}, {3, 1.0}, {3, 1.0}}, {}),
            (std::vector<size_t>{3, 3}));
}

/// The text of a subtitle file, without cue numbers and times.
std::string said(std::string_view file) {
  std::string text;
  for (const auto line : text::lines_with_ends(file)) {
    const bool is_number = line.find_first_not_of("0123456789\r\n") == std::string_view::npos;
    if (!is_number && line.find("-->") == std::string_view::npos) text += line;
  }
  return folded(text);
}

TEST(Subtitles, OfRealFilesLoseNothing) {
  const auto files = real_files(".srt.vtt.ass");
  if (files.empty()) GTEST_SKIP() << "no files of other projects";
  for (const auto& path : files) {
    const auto bytes = read_file(path);
    expect_keeps_bytes(path, bytes);
    EXPECT_EQ(difference(said(shouted(path, bytes)), said(bytes)), "") << path;
  }
}

}  // namespace
}  // namespace regard::documents
