#include <algorithm>
#include <string>
#include <vector>

#include "bitext/read_pairs.h"
#include "support/base/thrown_error.h"

namespace regard::bitext {
namespace {

using State = Pair::State;

using TmxReader = test::ReadPairs;

constexpr auto kTmx = R"(<?xml version="1.0"?>
<!-- <tu> -->
<tmx version="1.4"><header srclang="en" segtype="sentence"/><body>
<tu><tuv xml:lang="fr"><seg>Le <hi>chat</hi> &amp; moi</seg></tuv>
<tuv xml:lang="en-US"><seg>The <bpt i="1">&lt;b></bpt>cat<ept i="1"/> &amp; me</seg></tuv></tu>
<tu><tuv xml:lang="de"><seg>Hund</seg></tuv></tu>
<tu><tuv xml:lang="EN"><seg>dog</seg></tuv></tu>
<tu><tuv xml:lang="en"><seg>bad & worse</tuv></tu>
</body></tmx>)";

TEST_F(TmxReader, TmxHasUnitsInLanguages) {
  const auto pairs = read({folder_.write("a.tmx", kTmx)});
  EXPECT_EQ(listed(pairs), "4 The cat & me|Le chat & moi; 6 |; 7 dog|; 8 |");
  EXPECT_EQ(pairs[1].state, State::lacks_language);
  EXPECT_EQ(pairs[1].raw, "de: Hund");
  EXPECT_EQ(pairs[2].note, "without fr");
  EXPECT_EQ(pairs[3].state, State::malformed);
}

TEST_F(TmxReader, XmlThatIsCutOffOrNotUtf8IsRefused) {
  const std::string whole = kTmx;
  const auto cut = folder_.write("a.tmx", whole.substr(0, whole.find("</tu>")));
  const auto error = test::thrown_error([&] { read({cut}); });
  EXPECT_EQ(error.problem(), "ends in the middle of an element or a tag");
  const auto between =
      folder_.write("c.tmx", whole.substr(0, whole.find("<tu><tuv xml:lang=\"de")));
  const auto end = test::thrown_error([&] { read({between}); });
  EXPECT_EQ(end.problem(), "ends before </tmx>");
  EXPECT_EQ(end.where(), between + ":6");
  const auto other = folder_.write("b.tmx", "<?xml version=\"1.0\" encoding='ISO-8859-1'?><tmx/>");
  EXPECT_EQ(test::thrown_error([&] { read({other}); }).problem(),
            "is ISO-8859-1, but must be UTF-8");
}

TEST_F(TmxReader, TmxGivesTheNamedLanguages) {
  EXPECT_EQ(listed("a.tmx", kTmx, {.source_language = "fr", .target_language = "en"}).substr(0, 31),
            "4 Le chat & moi|The cat & me; 6");
}

/// A translation memory with units such as "de=Hund en=dog".
std::string memory(const std::string& head, const std::vector<std::string>& units) {
  std::string text = "<tmx version=\"1.4\">" + head + "<body>\n";
  for (const auto& unit : units) {
    text += "<tu>";
    for (size_t at = 0; at < unit.size();) {
      const size_t equals = unit.find('=', at), end = std::min(unit.find(' ', at), unit.size());
      text += "<tuv xml:lang=\"" + unit.substr(at, equals - at) + "\"><seg>" +
              unit.substr(equals + 1, end - equals - 1) + "</seg></tuv>";
      at = end + 1;
    }
    text += "</tu>\n";
  }
  return text + "</body></tmx>\n";
}

TEST_F(TmxReader, OfThreeLanguagesTheTwoOfMostUnitsAreRead) {
  const std::vector<std::string> units = {"de=Hund en=dog", "en-US=cat fr=chat de=Katze",
                                          "de=Haus fr=maison EN-gb=house", "fr-CA=eau en=water"};
  for (const std::string head : {"", "<header srclang=\"*all*\"/>", "<header srclang=\"en\"/>"}) {
    EXPECT_EQ(listed("a.tmx", memory(head, {units[0], units[1], units[2], units[3], "en=x fr=y"})),
              "2 dog|; 3 cat|chat; 4 house|maison; 5 water|eau; 6 x|y")
        << head;
  }
  EXPECT_EQ(listed("a.tmx", memory("", units), {.source_language = "de"}),
            "2 Hund|dog; 3 Katze|cat; 4 Haus|house; 5 |water");
  EXPECT_EQ(listed("a.tmx", memory("", units), {.target_language = "de-AT"}),
            "2 dog|Hund; 3 cat|Katze; 4 house|Haus; 5 water|");
  EXPECT_EQ(open_pairs({folder_.write("b.tmx", memory("", {"en=x fr=y de=z", "fr=b en=a"}))})
                ->files()
                .at(0)
                .note,
            "reads en and fr; has also de (1 unit): --from-language and --to-language select two");
}

TEST_F(TmxReader, TheNamedVariantComesBeforeOthersOfItsLanguage) {
  const auto text = memory("", {"en=a pt-PT=b pt-BR=c", "en=d pt-PT=e"});
  EXPECT_EQ(listed("a.tmx", text, {.source_language = "en", .target_language = "pt_BR"}),
            "2 a|c; 3 d|e");
}

TEST_F(TmxReader, FurtherVariantsOfALanguageInAUnitAreCounted) {
  const auto note = [&](const std::vector<std::string>& units) {
    return open_pairs({folder_.write("a.tmx", memory("", units))})->files().at(0).note;
  };
  EXPECT_EQ(note({"en-US=a en-GB=b fr=c", "en=d fr=e"}),
            "leaves out 1 further variant of en or fr");
  EXPECT_EQ(note({"en-US=a fr=c", "en-GB=d fr=e"}), "");
}

TEST_F(TmxReader, EntitiesOfTheDoctypeAreResolved) {
  const auto with = [](const std::string& declarations, const std::string& text) {
    return "<?xml version=\"1.0\"?>\n<!DOCTYPE tmx SYSTEM \"tmx14.dtd\" [<!-- don't > -->\n" +
           declarations + "]>\n<tmx><body><tu><tuv lang=\"en\"><seg>" + text +
           "</seg></tuv><tuv lang=\"fr\"><seg>b</seg></tuv></tu></body></tmx>";
  };
  EXPECT_EQ(listed("a.tmx", with("<!ENTITY name 'A &#38;amp; B'><!ENTITY all \"<hi>&name;</hi>!\">",
                                 "&all; &lt;&name;")),
            "4 A & B! <A & B|b");
  const auto is_malformed = [&](const std::string& content) {
    return read({folder_.write("b.tmx", content)}).at(0).state == State::malformed;
  };
  EXPECT_TRUE(is_malformed(with("<!ENTITY file SYSTEM \"/etc/passwd\">", "&file;")));
  EXPECT_TRUE(is_malformed(with("<!ENTITY a '&b;'><!ENTITY b '&a;'>", "&a;")));
  std::string laughs = "<!ENTITY l0 'ha'>";
  for (int i = 1; i < 15; ++i) {
    const auto before = "&l" + std::to_string(i - 1) + ";";
    std::string many;
    for (int time = 0; time < 10; ++time) many += before;
    laughs += "<!ENTITY l" + std::to_string(i) + " '" + many + "'>";
  }
  EXPECT_TRUE(is_malformed(with(laughs, "&l14;")));
}

TEST_F(TmxReader, CodesLeaveNoTwoSpaces) {
  const auto unit = [](const std::string& text) {
    return "<tmx><tu><tuv lang=\"en\"><seg>" + text +
           "</seg></tuv><tuv lang=\"fr\"><seg>b</seg></tuv></tu></tmx>";
  };
  EXPECT_EQ(listed("a.tmx", unit("<ph>x</ph> a <bpt i='1'/> <hi>b</hi><ept i='1'>]</ept> c<ph "
                                 "type='lb'/>d  e")),
            "1 a b c d  e|b");
}

}  // namespace
}  // namespace regard::bitext
