#include "serve/languages.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace regard::serve {
namespace {

const LanguageDetector& detector() {
  static const LanguageDetector result({"en", "fr"});
  return result;
}

const std::map<std::string, std::vector<std::string>> kOtherLanguages = {
    {"de",
     {"Der Zug nach Hamburg fährt heute leider zwanzig Minuten später ab.",
      "Meine Schwester hat gestern einen Kuchen für die Nachbarn gebacken.",
      "Können Sie mir bitte sagen, wo der nächste Bahnhof ist?",
      "Wir haben das Fenster geschlossen, weil es draußen so kalt war.",
      "Die Kinder spielen jeden Nachmittag im Garten hinter dem Haus."}},
    {"es",
     {"El tren a Sevilla sale hoy con veinte minutos de retraso.",
      "Mi hermana preparó ayer un pastel para los vecinos.",
      "¿Puede decirme dónde está la estación más cercana?",
      "Cerramos la ventana porque hacía mucho frío afuera.",
      "Los niños juegan todas las tardes en el jardín de la casa."}},
    {"it",
     {"Il treno per Bologna parte oggi con venti minuti di ritardo.",
      "Mia sorella ieri ha preparato una torta per i vicini.",
      "Mi può dire dove si trova la stazione più vicina?",
      "Abbiamo chiuso la finestra perché fuori faceva molto freddo.",
      "I bambini giocano ogni pomeriggio nel giardino dietro casa."}},
    {"nl",
     {"De trein naar Utrecht vertrekt vandaag twintig minuten later.",
      "Mijn zus heeft gisteren een taart voor de buren gebakken.",
      "Kunt u mij zeggen waar het dichtstbijzijnde station is?",
      "We hebben het raam dichtgedaan omdat het buiten zo koud was.",
      "De kinderen spelen elke middag in de tuin achter het huis."}},
    {"pt",
     {"O comboio para o Porto parte hoje com vinte minutos de atraso.",
      "A minha irmã fez ontem um bolo para os vizinhos.",
      "Pode dizer-me onde fica a estação mais próxima?",
      "Fechámos a janela porque estava muito frio lá fora.",
      "As crianças brincam todas as tardes no jardim atrás da casa."}},
    {"ru",
     {"Поезд в Казань сегодня отправляется на двадцать минут позже.",
      "Моя сестра вчера испекла пирог для соседей.",
      "Скажите, пожалуйста, где находится ближайшая станция?",
      "Мы закрыли окно, потому что на улице было очень холодно.",
      "Дети каждый день играют в саду за домом."}},
    {"pl",
     {"Pociąg do Krakowa odjeżdża dziś dwadzieścia minut później.",
      "Moja siostra upiekła wczoraj ciasto dla sąsiadów.",
      "Czy może mi pan powiedzieć, gdzie jest najbliższa stacja?",
      "Zamknęliśmy okno, bo na dworze było bardzo zimno.",
      "Dzieci bawią się codziennie w ogrodzie za domem."}},
    {"ja",
     {"大阪行きの電車は今日二十分遅れて出発します。",
      "姉は昨日、近所の人たちのためにケーキを焼きました。",
      "一番近い駅はどこにあるか教えていただけますか。", "外がとても寒かったので、窓を閉めました。",
      "子どもたちは毎日午後、家の裏の庭で遊びます。"}},
    {"zh",
     {"今天开往南京的火车晚点二十分钟。", "我姐姐昨天给邻居们做了一个蛋糕。",
      "请问离这里最近的车站在哪里?", "因为外面很冷,所以我们把窗户关上了。",
      "孩子们每天下午都在屋后的花园里玩。"}},
    {"ar",
     {"يتأخر القطار المتجه إلى حلب عشرين دقيقة اليوم.", "خبزت أختي أمس كعكة من أجل الجيران.",
      "هل يمكنك أن تخبرني أين تقع أقرب محطة؟", "أغلقنا النافذة لأن الجو كان باردا جدا في الخارج.",
      "يلعب الأطفال كل يوم بعد الظهر في الحديقة خلف المنزل."}}};

std::string best(const std::string& text) { return detector().detect(text)[0].language; }

TEST(LanguageDetector, DistinguishesTheServedLanguages) {
  EXPECT_EQ(best("The neighbours have painted their garden fence green."), "en");
  EXPECT_EQ(best("Les voisins ont repeint en vert la clôture du jardin."), "fr");
}

TEST(LanguageDetector, KnowsGreetings) {
  for (const auto* text :
       {"Hello", "Thanks!", "Yes.", "good morning", "WHERE ARE YOU?", "I'm here"}) {
    EXPECT_EQ(best(text), "en") << text;
  }
  for (const auto* text : {"Bonjour", "Merci !", "Oui.", "bonne nuit", "OÙ ES-TU ?", "J’ai faim"}) {
    EXPECT_EQ(best(text), "fr") << text;
  }
}

TEST(LanguageDetector, ExpectsAServedLanguageInAWordOrTwo) {
  for (const auto* text : {"Go away!", "Me too."}) EXPECT_EQ(best(text), "en") << text;
  for (const auto* text : {"Enchanté.", "Attends !", "Parle lentement !"}) {
    EXPECT_EQ(best(text), "fr") << text;
  }
}

TEST(LanguageDetector, UsesFunctionWordsIfALineIsShort) {
  EXPECT_EQ(best("My sisters weren't hungry."), "en") << "not Dutch";
  EXPECT_EQ(best("Je crois que non."), "fr") << "not Galician";
  EXPECT_EQ(best("J'adore la mer."), "fr") << "not Norwegian";
}

TEST(LanguageDetector, RecognizesNothingInALanguageThatIsNotServed) {
  for (const auto& [language, texts] : kOtherLanguages) {
    for (const auto& text : texts) {
      const auto guesses = detector().detect(text);
      ASSERT_EQ(guesses.size(), 1U) << text;
      EXPECT_EQ(guesses[0].confidence, 0.0) << text << " is found as " << guesses[0].language;
    }
  }
}

TEST(LanguageDetector, KnowsEachLanguageThatIsServed) {
  for (const auto& [language, texts] : kOtherLanguages) {
    const LanguageDetector of_it({"en", language});
    for (const auto& text : texts) EXPECT_EQ(of_it.detect(text)[0].language, language) << text;
  }
}

TEST(LanguageDetector, DoesNotMistakeShortLinesOfRelatedLanguagesForFrench) {
  for (const auto* text :
       {"Mi hermano es médico.", "Nos vemos en la plaza.", "Ho perso le chiavi di casa.",
        "Quiero un café con leche.", "O menino dorme na cama.", "Tinc dos gats negres a casa."}) {
    EXPECT_EQ(detector().detect(text)[0].confidence, 0.0) << text << " is found as " << best(text);
  }
}

TEST(LanguageDetector, KnowsSingleWords) {
  for (const auto* text : {"Hi", "Coffee", "Hello", "Thanks", "Water", "Dog", "Save", "Cancel",
                           "Settings", "Password", "Monday", "Kitchen", "Happy birthday!", "Wow"}) {
    EXPECT_EQ(best(text), "en") << text;
  }
  for (const auto* text :
       {"Merci", "Bonjour", "Salut", "Eau", "Chien", "Enregistrer", "Annuler", "Paramètres",
        "Mot de passe", "Lundi", "Cuisine", "Joyeux anniversaire !", "Café", "D'accord"}) {
    EXPECT_EQ(best(text), "fr") << text;
  }
}

/// Checks the project's French lines, each inserted in place of the `%` in `shape`.
void expect_french(const std::string& shape) {
  const auto* root = std::getenv("REGARD_SOURCE_DIR");
  ASSERT_NE(root, nullptr);
  std::ifstream file(std::string(root) + "/data/test.fr");
  int lines = 0;
  for (std::string line; std::getline(file, line); ++lines) {
    const auto at = shape.find('%');
    EXPECT_EQ(best(shape.substr(0, at) + line + shape.substr(at + 1)), "fr") << line;
  }
  EXPECT_EQ(lines, 100);
}

TEST(LanguageDetector, ReadsTextNotMarkup) {
  const std::string mention =
      R"(<span class="h-card"><a href="https://social.example/@the" class="u-url mention">@<span>)"
      "the</span></a></span>";
  expect_french("<p>%</p>");
  expect_french("<p>" + mention + " %</p>");
  expect_french(
      R"(<p>% <a href="https://example.org/the/page" rel="nofollow noopener">)"
      R"(<span class="invisible">https://</span><span>example.org/the/page</span></a></p>)");
  expect_french("<div class=\"the-content\" title=\"where is the\">%</div>");
}

TEST(LanguageDetector, ReadsTextNotMentionsLinksAndCode) {
  expect_french("@the_weather@social.example % #WeatherForTheWeek #cooking");
  expect_french("% https://example.org/the/page?of=this&and=that");
  expect_french("% `if (this.is.the_end) return;`");
  expect_french("{name} %s % {{the.count}} %(of)s");
  for (const auto* text : {"@alice", "#the #of", "https://the.example/of/this", "{the_name}",
                           "the@example.org", "<br><b></b>", "`the`"}) {
    EXPECT_EQ(detector().detect(text)[0].confidence, 0.0) << text;
  }
}

TEST(LanguageDetector, ChoosesAmongSomeOfTheLanguages) {
  const std::vector<std::string> both = {"fr", "en"}, french = {"fr"};
  EXPECT_EQ(detector().best_of("Where is the cat?", both).language, "en");
  EXPECT_EQ(detector().best_of("Where is the cat?", french).language, "fr");
  EXPECT_EQ(detector().best_of("Where is the cat?", french).confidence, 0.0);
  EXPECT_EQ(detector().best_of("\U0001F642", both).language, "fr") << "the first";
}

TEST(LanguageDetector, FindsNothingWithoutLetters) {
  for (const auto* text : {"", "   \n", "12 + 34 = 46", "?!…", "🙂🙂", "\xff\xfe\x80"}) {
    const auto guesses = detector().detect(text);
    ASSERT_EQ(guesses.size(), 1U) << text;
    EXPECT_EQ(guesses[0].language, "en") << text;
    EXPECT_EQ(guesses[0].confidence, 0.0) << text;
  }
  EXPECT_EQ(LanguageDetector({"fr", "en"}).detect("...")[0].language, "fr");
}

TEST(LanguageDetector, IsSurerOfASentenceThanOfAWord) {
  const double word = detector().detect("Bonjour")[0].confidence;
  const double sentence =
      detector().detect("Bonjour, où se trouve la gare la plus proche ?")[0].confidence;
  EXPECT_GT(word, 0.0);
  EXPECT_LT(word, 0.6);
  EXPECT_GT(sentence, 0.9);
}

TEST(LanguageDetector, FindsTwoLanguagesInATextOfTwo) {
  std::string english, german;
  for (int line = 0; line < 8; ++line) {
    english += "My brother has read the whole newspaper and then went out for a walk. ";
    german += "Mein Bruder hat die ganze Zeitung gelesen und ging dann spazieren. ";
  }
  std::set<std::string> languages;
  const LanguageDetector with_german({"en", "de"});
  for (const auto& guess : with_german.detect(english + german)) languages.insert(guess.language);
  EXPECT_EQ(languages, (std::set<std::string>{"de", "en"}));
  std::string without_function_words;
  std::string french;
  for (int line = 0; line < 8; ++line) {
    without_function_words += "Big brown dogs chase small grey cats quickly, barking loudly. ";
    french += "Nous avons vu les chats dans le jardin avec vous. ";
  }
  const auto both = detector().detect(without_function_words + without_function_words + french);
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0].language, "en");
  EXPECT_GT(both[0].confidence, 0.6);
  EXPECT_EQ(both[1].language, "fr");
  const auto served = detector().detect(german + german + english);
  ASSERT_EQ(served.size(), 1U);
  EXPECT_EQ(served[0].language, "en");
  EXPECT_LT(served[0].confidence, 0.5);
}

TEST(LanguageDetector, NamesALanguageAsItIsServed) {
  const LanguageDetector brazilian({"pt-BR", "he"});
  EXPECT_EQ(brazilian.detect("As crianças brincam todas as tardes no jardim.")[0].language,
            "pt-BR");
  EXPECT_EQ(brazilian.detect("הילדים משחקים כל יום בגינה שמאחורי הבית.")[0].language, "he");
  const std::string simple = "孩子们每天下午都在屋后的花园里玩耍，他们说这里的树很漂亮。";
  const std::string traditional = "孩子們每天下午都在屋後的花園裡玩耍，他們說這裡的樹很漂亮。";
  std::string chinese;
  for (int line = 0; line < 8; ++line) chinese += simple;
  for (int line = 0; line < 8; ++line) chinese += traditional;
  const auto guesses = LanguageDetector({"zh"}).detect(chinese);
  ASSERT_EQ(guesses.size(), 1U);
  EXPECT_EQ(guesses[0].language, "zh");
  EXPECT_GT(guesses[0].confidence, 0.9);
}

TEST(LanguageDetector, ReadsTheBeginningOfALongText) {
  std::string text;
  while (text.size() < LanguageDetector::kMostBytes) text += "The children play in the garden. ";
  const auto whole = detector().detect(text);
  for (int line = 0; line < 2000; ++line) text += "Les enfants jouent dans le jardin. ";
  const auto longer = detector().detect(text);
  ASSERT_EQ(longer.size(), whole.size());
  EXPECT_EQ(longer[0].language, "en");
  EXPECT_EQ(longer[0].confidence, whole[0].confidence);
}

TEST(LanguageDetector, IsNotConfusedByControlCharacters) {
  EXPECT_EQ(best(std::string("Les enfants\0 jouent\x01 dans\x7f le jardin\xc2\x85 ici.", 45)),
            "fr");
  EXPECT_EQ(best("The children \xef\xbf\xbf play in the garden \xff every day."), "en");
}

TEST(LanguageDetector, GivesDistinctLanguagesForAnyBytes) {
  std::mt19937 random(7);
  const std::vector<std::string> pieces = {
      "the ", "un ",   "der ", "é", "\xc3",         "\xf0\x9f", "日本", "привет ", "\0", "'",
      "<b>",  "&amp;", "a",    " ", "\xe2\x80\x99", "qu",       "ــ",   "\xff",    "\n", "Z"};
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    for (auto left = random() % 40; left > 0; --left) {
      text += random() % 4 == 0 ? std::string(1, static_cast<char>(random()))
                                : pieces[random() % pieces.size()];
    }
    const auto guesses = detector().detect(text);
    ASSERT_GE(guesses.size(), 1U);
    ASSERT_LE(guesses.size(), 3U);
    std::set<std::string> languages;
    double sum = 0.0;
    for (const auto& guess : guesses) {
      EXPECT_TRUE(languages.insert(guess.language).second)
          << guess.language << " twice in " << text;
      EXPECT_GE(guess.confidence, 0.0);
      sum += guess.confidence;
    }
    EXPECT_LE(sum, 1.0 + 1e-9);
  }
}

TEST(LanguageDetector, AnswersThreadsAsItAnswersOne) {
  const std::vector<std::string> texts = {"Where does this road lead?", "Où mène cette route ?",
                                          "Wohin führt diese Straße?", "Coffee"};
  std::vector<std::vector<std::string>> answers(4);
  std::vector<std::thread> threads;
  for (auto& of_thread : answers) {
    threads.emplace_back([&] {
      for (int round = 0; round < 200; ++round) {
        for (const auto& text : texts) of_thread.push_back(best(text));
      }
    });
  }
  for (auto& thread : threads) thread.join();
  for (const auto& of_thread : answers) {
    ASSERT_EQ(of_thread.size(), 200 * texts.size());
    for (size_t at = 0; at < of_thread.size(); ++at) {
      EXPECT_EQ(of_thread[at], (std::vector<std::string>{"en", "fr", "en", "en"})[at % 4]);
    }
  }
}

TEST(LanguageDetector, NeedsALanguage) {
  EXPECT_THROW(LanguageDetector({}), std::invalid_argument);
}

}  // namespace
}  // namespace regard::serve
