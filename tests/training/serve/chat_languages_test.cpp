#include "serve/fields.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "regard/base/str.h"
#include "serve/languages.h"
#include "support/base/temporary_folder.h"
#include "support/tiny_model.h"

namespace regard::serve {
namespace {

class ChatLanguages : public testing::Test {
 protected:
  ChatLanguages() { test::tiny_model("rnn_attention").save(folder_ / "model"); }

  /// The languages that instructions name, as "source>target".
  std::string named(const std::string& instructions) {
    const auto languages = languages_named(instructions, models());
    return languages.source + ">" + languages.target;
  }

  /// A model from English to French.
  const ServedModels& models() {
    if (!models_) {
      models_ = std::make_unique<ServedModels>(ServeOptions{.models = {folder_ / "model"}});
    }
    return *models_;
  }

 private:
  test::TemporaryFolder folder_;
  std::unique_ptr<ServedModels> models_;
};

TEST_F(ChatLanguages, AreThoseThatInstructionsName) {
  for (const std::string text :
       {"You translate from English to French.", "Translate English text into French (France).",
        "English-to-French translator", "en -> fr", "English → French", "translate from en to fr",
        "Source language: English\nTarget language: French", "source: en, target: fr_FR"}) {
    EXPECT_EQ(named(text), "en>fr") << text;
  }
  for (const std::string text :
       {"Translate to language 'fr'.", "Translate it to French", "Translate this in French.",
        "Traduis ce texte en français.", "Traduire vers le français",
        "Polish the text. Translate into fr-CA."}) {
    EXPECT_EQ(named(text), ">fr") << text;
  }
}

TEST_F(ChatLanguages, MayBeThoseThatNoModelHas) {
  for (const std::string text :
       {"Translate to German.", "translate into german", "Translate this to language 'de'",
        "to de-DE", "Target: German", "Translate the text in German", "Übersetze into Deutsch",
        "Traduis en allemand"}) {
    EXPECT_EQ(named(text), ">de") << text;
  }
  EXPECT_EQ(named("Translate from German to French"), "de>fr");
  EXPECT_EQ(named("en to it"), "en>it");
  EXPECT_EQ(named("it -> en"), "it>en");
  EXPECT_EQ(named("Translate to Simplified Chinese"), ">zh");
  EXPECT_EQ(named("Translate from English to Brazilian Portuguese"), "en>pt");
}

TEST_F(ChatLanguages, MayBeAnyByCodeAndByName) {
  for (const auto& code : named_languages()) {
    const auto name = language_name(code);
    for (const std::string& text :
         {str("Translate into ", name), str("translate to ", code), str("Target language: ", name),
          str("Translate from English to ", name, ".\nKeep HTML tags."), str("en -> ", code),
          str("Translate the text to language '", code, "'"), str("target_language: ", code),
          str("Translate this text in ", name, ", please."), str("<target>", name, "</target>"),
          str("Translate to natural, fluent ", name), str("Translate to ", code, "-XX")}) {
      EXPECT_EQ(base_language(languages_named(text, models()).target), code) << text;
    }
  }
}

TEST_F(ChatLanguages, MayBeNamedInFrenchOrInThemselves) {
  const std::pair<std::string, std::string> names[] = {
      {"Traduis en espéranto :", "eo"},
      {"Traduire vers le néerlandais", "nl"},
      {"translate to 日本語", "ja"},
      {"Translate into Русский.", "ru"},
      {"nach Deutsch", "de"},
      {"Übersetze ins Deutsche", "de"},
      {"Target: Euskara", "eu"},
      {"翻译成日语。", "ja"},
      {"to Ελληνικά", "el"},
      {"Translate to euskara", "eu"},
      {"Traduce al castellano", "es"},
      {"Translate to Haitian Creole", "ht"},
      {"Translate into العربية", "ar"},
      {"Translate to Old English", "ang"},
      {"into de", "de"},
      {"Translate to Latin American Spanish", "es"},
      {"translate to deu", "de"},
      {"translate from eng to spa", "es"},
      {"translate from en to it:", "it"},
      {"vers le créole haïtien", "ht"},
      {"Translate to Scottish Gaelic", "gd"},
      {"translate to is", "is"}};
  for (const auto& [text, code] : names) {
    EXPECT_EQ(languages_named(text, models()).target, code) << text;
  }
}

TEST_F(ChatLanguages, AreNoneOfOtherWords) {
  for (const std::string text :
       {"You are a translator.", "Keep it as close to it as you can.", "It has to be short.",
        "Answer no to all, in one line.", "Try to polish the text.", "from there to here", "",
        "Try to keep Latin letters.", "Adapt it to the German market.",
        "Transliterate to Latin script.", "Translate it to us.", "Give it to an expert.",
        "It is up to me or so to say.", "Answer in no more than one line.",
        "Restrict yourself to as-is text."}) {
    EXPECT_EQ(named(text), ">") << text;
  }
}

TEST_F(ChatLanguages, AreThoseOfAModelsName) {
  const auto of = [&](const std::string& name) {
    const auto languages = languages_of_model(name, models());
    return languages.source + ">" + languages.target;
  };
  EXPECT_EQ(of("en-fr"), "en>fr");
  EXPECT_EQ(of("regard/en_fr"), "en>fr");
  EXPECT_EQ(of("en-de"), "en>de");
  EXPECT_EQ(of("opus-mt-en-fr"), "en>fr");
  EXPECT_EQ(of("mt_de_eu"), "de>eu");
  for (const std::string name : {"gpt-4o-mini", "llama3.1:8b", "gemma-2", ""}) {
    EXPECT_EQ(of(name), ">") << name;
  }
}

}  // namespace
}  // namespace regard::serve
