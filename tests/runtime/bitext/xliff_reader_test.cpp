#include <string>
#include <vector>

#include "bitext/read_pairs.h"

namespace regard::bitext {
namespace {

using State = Pair::State;

using XliffReader = test::ReadPairs;

TEST_F(XliffReader, XliffIsReadInBothVersions) {
  EXPECT_EQ(listed("a.xlf", R"(<xliff version="1.2"><file><body><trans-unit id="1">
<source>Save <g id="1">all</g><x id="2"/></source><seg-source>no</seg-source><target>Tout
enregistrer</target><alt-trans><target>Rien</target></alt-trans></trans-unit>
<trans-unit id="2"><source>new</source></trans-unit></body></file></xliff>)"),
            "1 Save all|Tout\nenregistrer; 4 new|");
  EXPECT_EQ(listed("b.xliff", R"(<xliff version="2.0" srcLang="en" trgLang="fr"><file id="f">
<unit id="u"><segment><source>A<ph id="1"/> b</source><target>C</target></segment><segment>
<source>d</source><target>e</target></segment></unit></file></xliff>)"),
            "2 A b|C; 2 d|e");
}

TEST_F(XliffReader, AnUntranslatedUnitIsADraft) {
  const auto states = [&](const std::string& name, const std::string& text) {
    std::string found;
    for (const auto& pair : read({folder_.write(name, text)})) {
      found += pair.state == State::unfinished ? '-' : '+';
    }
    return found;
  };
  std::string units;
  for (const std::string state :
       {"new", "needs-translation", "needs-review-l10n", "translated", "signed-off", "final"}) {
    units += "<trans-unit id=\"1\" approved=\"no\"><source>a</source><target state=\"" + state +
             "\">b</target></trans-unit>";
  }
  units += "<trans-unit approved='no'><source>a</source><target>b</target></trans-unit>";
  units += "<trans-unit><source>a</source><target>b</target></trans-unit>";
  EXPECT_EQ(states("a.xlf", "<xliff version=\"1.2\">" + units + "</xliff>"), "---+++-+");
  EXPECT_EQ(read({folder_ / "a.xlf"}).at(1).note, "needs-translation");
  std::string segments;
  for (const std::string state : {"initial", "translated", "reviewed", "final"}) {
    segments += "<segment state=\"" + state + "\"><source>a</source><target>b</target></segment>";
  }
  EXPECT_EQ(states("b.xlf", "<xliff version=\"2.1\"><unit>" + segments + "</unit></xliff>"),
            "-+++");
}

TEST_F(XliffReader, TheNamedLanguagesDecideWhichSideIsTheSource) {
  const std::string file =
      "<xliff version=\"1.2\"><file source-language=\"en-US\" target-language=\"fr\">"
      "<trans-unit><source>a</source><target>b</target></trans-unit></file></xliff>";
  EXPECT_EQ(listed("a.xlf", file, {.source_language = "en", .target_language = "fr"}), "1 a|b");
  EXPECT_EQ(listed("a.xlf", file, {.source_language = "fr", .target_language = "en"}), "1 b|a");
}

}  // namespace
}  // namespace regard::bitext
