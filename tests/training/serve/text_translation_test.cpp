#include "serve/text_translation.h"

#include <gtest/gtest.h>

#include "regard/translate/translator.h"
#include "serve/http_message.h"
#include "support/base/temporary_folder.h"
#include "support/tiny_model.h"

namespace regard::serve {
namespace {

class TextTranslation : public testing::Test {
 protected:
  TextTranslation() { test::tiny_model("transformer").save(model_); }

  std::string translated(TextRequest request) {
    if (!service_) {
      ServeOptions options;
      options.models = {"en-fr=" + model_};
      options.compute = translate::Compute::float32;  // as alone() computes
      options.threads = 1;
      service_ = std::make_unique<Service>(options);
    }
    request.source = "en";
    request.target = "fr";
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(5);
    return translate_texts(*service_, request, {.time = deadline, .gone = {}}).front().text;
  }

  std::string alone(const std::string& line) const {
    return translate::Translator(model_).translate(line);
  }

  test::TemporaryFolder folder_;
  std::string model_ = folder_ / "model";
  std::unique_ptr<Service> service_;
};

TextRequest text_request(const std::string& text) {
  return {.texts = {text}, .source = {}, .target = {}};
}

TEST_F(TextTranslation, KeepsLineEndsIndentsAndMarks) {
  EXPECT_EQ(translated(text_request("  - the cat\r\n\t* a dog  \n\n42")),
            "  - " + alone("the cat") + "\r\n\t* " + alone("a dog") + "  \n\n42");
}

TEST_F(TextTranslation, JoinsLinesWhereTheirEndsAreSpaces) {
  auto request = text_request("the cat\nsees a dog\n\na house");
  for (const auto splitting : {Splitting::marks, Splitting::none}) {
    request.splitting = splitting;
    EXPECT_EQ(translated(request), alone("the cat sees a dog") + "\n\n" + alone("a house"));
  }
}

TEST_F(TextTranslation, TranslatesEachElementOfXml) {
  auto request = text_request("<a><b>the cat</b><b>a dog</b></a>");
  request.markup = Markup::xml;
  EXPECT_EQ(translated(request),
            "<a><b>" + alone("the cat") + "</b><b>" + alone("a dog") + "</b></a>");
  request.texts = {"<a>the cat</b>"};
  EXPECT_THROW(translated(request), Refusal);
}

TEST_F(TextTranslation, CopiesElementsThatAreIgnored) {
  auto request = text_request("the house sees <x id=\"1\">the cat</x>");
  request.rules.ignored = {"x"};
  for (const auto markup : {Markup::html, Markup::xml}) {
    request.markup = markup;
    EXPECT_NE(translated(request).find("<x id=\"1\">the cat</x>"), std::string::npos);
  }
}

}  // namespace
}  // namespace regard::serve
