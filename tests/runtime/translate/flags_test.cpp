#include "translate/flags.h"

#include <gtest/gtest.h>

namespace regard::translate {
namespace {

using Flags = std::vector<Flag>;

/// What counts as a name in these tests.
bool is_name(std::string_view word) { return word != "Minister" && word != "Monday"; }

Flags flags(std::string_view source, std::string_view text) {
  return flags_of_texts(source, text, is_name);
}

TEST(Flags, AreEmptyForAGoodTranslation) {
  for (const auto& [source, text] : std::vector<std::pair<const char*, const char*>>{
           {"On Monday, Mary paid $1,000.50 in Paris.", "Lundi, Mary a payé 1 000,50 $ à Paris."},
           {"I saw 2 dogs. Then I left.", "J'ai vu deux chiens. Puis je suis parti."},
           {"Germany won.", "L'Allemagne a gagné."},
           {"He works in Germany.", "Il travaille en Allemagne."},
           {"The Minister met Marie and Peter's sons.",
            "Le ministre a vu les fils de Pierre et de Marie."},
           {"We go from Germany to Austria.", "Nous allons de l'Allemagne à l’Autriche."},
           {"Open the New Layer Dialog", "Ouvrir la fenêtre du calque"},
           {"THE LAW OF CANADA", "LA LOI DU CANADA"},
           {"No way!", "Pas question !"},
           {"ho ho ho ho", "ho ho ho ho"},
           {"", ""}}) {
    EXPECT_EQ(flags(source, text), Flags()) << source;
  }
}

TEST(Flags, NameALostNumber) {
  EXPECT_EQ(flags("It costs 35 dollars.", "Cela coûte 53 dollars."), Flags{Flag::lost_number});
  EXPECT_EQ(flags("Room 1,000 of 2", "Salle 1 000"), Flags{Flag::lost_number});
}

TEST(Flags, NameALostName) {
  EXPECT_EQ(flags("Yesterday Peter called.", "Hier, il a appelé."), Flags{Flag::lost_name});
  EXPECT_EQ(flags("I saw Cléo and Tom there.", "J'y ai vu Cleo."), Flags{Flag::lost_name});
}

TEST(Flags, NameRepeats) {
  EXPECT_EQ(flags("I like it.", "je je je l'aime."), Flags{Flag::repeats});
  EXPECT_EQ(flags("I like it.", "je dis, je dis, je dis"), Flags{Flag::repeats});
  EXPECT_EQ(flags("We sit down.", "nous nous asseyons"), Flags());
}

TEST(Flags, NameAnImplausibleLength) {
  const std::string line = "This sentence has more than forty characters and says a lot.";
  EXPECT_EQ(flags(line, "Cette phrase."), Flags{Flag::too_short});
  EXPECT_EQ(flags("Short.", "Cette phrase en dit bien plus que sa source."), Flags{Flag::too_long});
}

TEST(Flags, NameWhatIsNotTranslated) {
  EXPECT_EQ(flags("the cat sleeps here", "the cat sleeps ici"), Flags{Flag::untranslated});
  EXPECT_EQ(flags("Table 1: Paris", "Table 1: Paris"), Flags());
}

TEST(Flags, NameUnknownWords) { EXPECT_EQ(flags("a b", "a ⁇ b"), Flags{Flag::unknown_words}); }

TEST(Flags, ComeFromTheSearchToo) {
  Translation translation;
  translation.text = "un chat";
  translation.unknown = {"ß"};
  translation.repeats = translation.is_short = true;
  add_flags("a cat", "fr", is_name, nullptr, translation);
  EXPECT_EQ(translation.flags, (Flags{Flag::unknown_words, Flag::repeats, Flag::too_short}));
  add_flag(Flag::wrong_language, translation.flags);
  add_flag(Flag::repeats, translation.flags);
  EXPECT_EQ(translation.flags,
            (Flags{Flag::unknown_words, Flag::wrong_language, Flag::repeats, Flag::too_short}));
}

TEST(Flags, NameATranslationInTheOtherLanguage) {
  const auto flagged = [](const std::string& text, const std::string& language) {
    Translation translation;
    translation.text = text;
    add_flags("die Katze auf der Matte", language, is_name, nullptr, translation);
    return std::ranges::count(translation.flags, Flag::wrong_language) == 1;
  };
  const std::string english = "She has been there with them since the morning.";
  const std::string french = "Elle est avec eux depuis ce matin et elle les aime.";
  EXPECT_TRUE(flagged(english, "fr"));
  EXPECT_FALSE(flagged(english, "en"));
  EXPECT_TRUE(flagged(french, "en-GB"));
  EXPECT_FALSE(flagged(french, "fr"));
  EXPECT_FALSE(flagged(english, "de"));
  EXPECT_FALSE(flagged("with them", "fr")) << "too few words";
  EXPECT_FALSE(flagged("Il a dit: the end, my friend", "fr"));
}

TEST(Flags, AreNotOfWhatAGlossaryGives) {
  const text::Glossary glossary(
      {{"Peter", "Pierrot"}, {"Windows 11", "Fenêtres"}, {"big old hard disk", "="}});
  const auto flags_with = [&](const text::Glossary* of) {
    Translation translation;
    translation.text = "Pierrot et Fenêtres : big old hard disk";
    translation.unknown = {"Peter"};
    add_flags("See Peter and Windows 11: big old hard disk", "fr", is_name, of, translation);
    return translation.flags;
  };
  EXPECT_EQ(flags_with(&glossary), Flags());
  EXPECT_EQ(flags_with(nullptr),
            (Flags{Flag::unknown_words, Flag::lost_number, Flag::lost_name, Flag::untranslated}));
}

}  // namespace
}  // namespace regard::translate
