// The answers of each adapter, compared with the command line's translator.
#include "serve/adapters.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "base/atomic_file.h"
#include "base/digest.h"
#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/translate/translator.h"
#include "serve/no_responder.h"
#include "serve/service.h"
#include "support/base/temporary_folder.h"
#include "support/tiny_model.h"

namespace regard::serve {
namespace {

using nlohmann::json;

class AdaptersTest : public testing::Test {
 protected:
  AdaptersTest() {
    test::tiny_model("transformer").save(transformer_);
    test::tiny_model("rnn_attention").save(rnn_);
  }

  ServeOptions options() const {
    return {.models = {"en-fr=" + transformer_, "rnn=" + rnn_},
            .compute = translate::Compute::float32,
            .threads = 2,
            .char_limit = 1000,
            .batch_limit = 20,
            .beam_limit = 8};
  }

  Service& service() {
    if (!service_) service_ = std::make_unique<Service>(chosen_ ? *chosen_ : options());
    return *service_;
  }

  /// The answer of a route, or its refusal.
  HttpResponse ask(const HttpRequest& request) {
    for (const auto& route : api_routes()) {
      const bool is_open = route.path.ends_with('*');
      const auto path = route.path.substr(0, route.path.size() - (is_open ? 1 : 0));
      const bool fits = is_open ? request.path.starts_with(path) : request.path == path;
      if (!fits || route.method != request.method) continue;
      try {
        NoResponder responder;
        return whole(*route.answer(service(), request, responder), parts_);
      } catch (const Refusal& refusal) {
        return {.status = refusal.status(), .body = json({{"error", refusal.what()}}).dump()};
      } catch (const Error& error) {
        return {.status = 400, .body = json({{"error", error.what()}}).dump()};
      }
    }
    return {.status = 404};
  }

  static HttpRequest request_of(const std::string& path, const json& body,
                                std::vector<Header> headers = {
                                    {"Content-Type", "application/json"}}) {
    return {.method = "POST", .path = path, .headers = std::move(headers), .body = body.dump()};
  }
  HttpResponse post(const std::string& path, const json& body,
                    std::vector<Header> headers = {{"Content-Type", "application/json"}}) {
    return ask(request_of(path, body, std::move(headers)));
  }
  json posted(const std::string& path, const json& body) {
    const auto answer = post(path, body);
    EXPECT_EQ(answer.status, 200) << answer.body;
    return json::parse(answer.body);
  }
  std::string error(const std::string& path, const json& body) {
    const auto answer = post(path, body);
    EXPECT_EQ(answer.status, 400) << answer.body;
    return json::parse(answer.body).value("error", "");
  }

  test::TemporaryFolder folder_;
  std::string transformer_ = folder_ / "transformer", rnn_ = folder_ / "rnn";
  std::optional<ServeOptions> chosen_;
  std::unique_ptr<Service> service_;
  int parts_ = 0;  // number of answers sent in parts
};

json asked(const json& q) { return {{"q", q}, {"source", "en"}, {"target", "fr"}}; }

TEST_F(AdaptersTest, GiveTheTranslationsOfTheTranslator) {
  const auto lines = test::tiny_lines();
  const translate::Translator translator(transformer_);
  const auto expected = translator.translate(lines);
  const auto found = posted("/translate", asked(lines));
  EXPECT_EQ(found["translatedText"], json(expected));
  for (size_t line = 0; line < lines.size(); ++line) {
    EXPECT_EQ(posted("/translate", asked(lines[line]))["translatedText"], expected[line]);
  }
  const auto deepl =
      posted("/v2/translate", {{"text", lines}, {"target_lang", "FR"}, {"source_lang", "EN"}});
  const auto own = posted("/v1/translate", {{"text", lines}});
  for (size_t line = 0; line < lines.size(); ++line) {
    EXPECT_EQ(deepl["translations"][line]["text"], expected[line]);
    EXPECT_EQ(own["translations"][line]["text"], expected[line]);
  }
}

TEST_F(AdaptersTest, TranslateATextOfSeveralLinesLineByLine) {
  const translate::Translator translator(transformer_);
  const auto expected = translator.translate("the cat") + "\n\n" + translator.translate("a dog");
  EXPECT_EQ(posted("/translate", asked("the cat\n\na dog"))["translatedText"], expected);
}

TEST_F(AdaptersTest, AnswerFromTheCacheWhatWasAskedBefore) {
  const auto first = posted("/translate", asked("the cat sees a dog"));
  EXPECT_EQ(service().cache.counts().hits, 0);
  EXPECT_EQ(posted("/translate", asked("the cat sees a dog")), first);
  EXPECT_EQ(service().cache.counts().hits, 1);
  posted("/v1/translate", {{"text", "the cat sees a dog"}, {"beam_size", 3}});
  posted("/v1/translate", {{"text", "the cat sees a dog"}, {"model", "rnn"}});
  EXPECT_EQ(service().cache.counts().hits, 1) << "another beam or model is another question";
}

TEST_F(AdaptersTest, OfLibreTranslateRefuseInItsWordsAndOrder) {
  EXPECT_EQ(error("/translate", json::object()), "Invalid request: missing q parameter");
  EXPECT_EQ(error("/translate", {{"q", ""}, {"source", "en"}, {"target", "fr"}}),
            "Invalid request: missing q parameter");
  EXPECT_EQ(error("/translate", {{"q", "a"}}), "Invalid request: missing source parameter");
  EXPECT_EQ(error("/translate", {{"q", "a"}, {"source", "en"}}),
            "Invalid request: missing target parameter");
  auto all = asked("a");
  all["alternatives"] = "many";
  EXPECT_EQ(error("/translate", all), "Invalid request: alternatives parameter is not a number");
  all["alternatives"] = 8;
  EXPECT_EQ(error("/translate", all), "Invalid request: alternatives parameter must be <= 7");
  EXPECT_EQ(error("/translate", asked(std::vector<std::string>(21, "a"))),
            "Invalid request: request (21) exceeds text limit (20)");
  EXPECT_EQ(error("/translate", asked(std::string(1001, 'a'))),
            "Invalid request: request (1001) exceeds text limit (1000)");
  EXPECT_EQ(error("/translate", {{"q", "a"}, {"source", "xx"}, {"target", "fr"}}),
            "xx is not supported");
  EXPECT_EQ(error("/translate", {{"q", "a"}, {"source", "en"}, {"target", "xx"}}),
            "xx is not supported");
  EXPECT_EQ(error("/translate", {{"q", "a"}, {"source", "fr"}, {"target", "en"}}),
            "English (en) is not available as a target language from French (fr)");
  all = asked("a");
  all["format"] = "odt";
  EXPECT_EQ(error("/translate", all), "odt format is not supported");
}

TEST_F(AdaptersTest, OfLibreTranslateHaveItsShapes) {
  auto question = asked("the cat");
  EXPECT_EQ(posted("/translate", question).size(), 1) << "the text alone";
  question["source"] = "auto";
  question["q"] = {"The cat sees the dog and the house.", "I have seen the old house."};
  question["alternatives"] = 2;
  const auto answer = posted("/translate", question);
  ASSERT_EQ(answer["translatedText"].size(), 2);
  ASSERT_EQ(answer["alternatives"].size(), 2);
  EXPECT_LE(answer["alternatives"][0].size(), 2);
  EXPECT_EQ(answer["detectedLanguage"][0]["language"], "en");
  EXPECT_GT(answer["detectedLanguage"][0]["confidence"], 50);
  const auto languages = json::parse(ask({.method = "GET", .path = "/languages"}).body);
  EXPECT_EQ(languages, json::parse(R"([{"code":"en","name":"English","targets":["fr","en"]},
                                       {"code":"fr","name":"French","targets":["fr"]}])"));
}

TEST_F(AdaptersTest, KeepTheTagsOfHtml) {
  auto question = asked("<p>the <b>cat</b> sees</p><p>a dog</p>");
  question["format"] = "html";
  const auto html = posted("/translate", question)["translatedText"].get<std::string>();
  EXPECT_TRUE(html.starts_with("<p>")) << html;
  for (const auto* tag : {"<b>", "</b>"}) {
    EXPECT_EQ(html.find(tag), html.rfind(tag)) << html;
    EXPECT_NE(html.find(tag), std::string::npos) << html;
  }
}

TEST_F(AdaptersTest, OfLibreTranslateTranslateAFileToFetch) {
  const std::string body =
      "--x\r\nContent-Disposition: form-data; name=\"source\"\r\n\r\nen\r\n"
      "--x\r\nContent-Disposition: form-data; name=\"target\"\r\n\r\nfr\r\n"
      "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n"
      "the cat\n\na dog\r\n--x--\r\n";
  const auto answer =
      ask({.method = "POST",
           .path = "/translate_file",
           .headers = {{"Content-Type", "multipart/form-data; boundary=x"}, {"Host", "here"}},
           .body = body});
  ASSERT_EQ(answer.status, 200) << answer.body;
  const auto url = json::parse(answer.body)["translatedFileUrl"].get<std::string>();
  ASSERT_TRUE(url.starts_with("http://here/download_file/")) << url;
  const auto file = ask({.method = "GET", .path = url.substr(std::string("http://here").size())});
  const translate::Translator translator(transformer_);
  const auto expected =
      translator.translate_text({"the cat", "", "a dog"}, translator.search_options());
  EXPECT_EQ(file.body, expected[0] + "\n\n" + expected[2]);
  EXPECT_EQ(ask({.method = "GET", .path = "/download_file/other.txt"}).status, 404);
}

TEST_F(AdaptersTest, OfDeepLTellTheLanguageInCapitals) {
  const auto answer = posted("/v2/translate", {{"text", {"The cat sees the old house."}},
                                               {"target_lang", "FR"},
                                               {"show_billed_characters", true}});
  EXPECT_EQ(answer["translations"][0]["detected_source_language"], "EN");
  EXPECT_EQ(answer["translations"][0]["billed_characters"], 27);
  EXPECT_EQ(error("/v2/translate", {{"text", {"a"}}, {"target_lang", "XX"}}),
            "Value for 'target_lang' not supported.");
}

TEST_F(AdaptersTest, OfDeepLUseGlossaries) {
  const auto made = post("/v2/glossaries", {{"name", "mine"},
                                            {"source_lang", "en"},
                                            {"target_lang", "fr"},
                                            {"entries", "cat\thouse"},
                                            {"entries_format", "tsv"}});
  ASSERT_EQ(made.status, 201) << made.body;
  const std::string id = json::parse(made.body)["glossary_id"];
  const auto answer = posted("/v2/translate", {{"text", {"the cat sees"}},
                                               {"source_lang", "EN"},
                                               {"target_lang", "FR"},
                                               {"glossary_id", id}});
  EXPECT_NE(answer["translations"][0]["text"].get<std::string>().find("house"), std::string::npos)
      << answer;
  EXPECT_EQ(ask({.method = "GET", .path = "/v2/glossaries/" + id + "/entries"}).body, "cat\thouse");
  EXPECT_EQ(ask({.method = "DELETE", .path = "/v2/glossaries/" + id}).status, 204);
  EXPECT_EQ(ask({.method = "GET", .path = "/v2/glossaries/" + id}).status, 404);
}

TEST_F(AdaptersTest, OfItsOwnGiveCandidatesScoresAndAttention) {
  const auto answer = posted("/v1/translate", {{"text", "the cat sees a dog"},
                                               {"n_best", 3},
                                               {"attention", true},
                                               {"alignment", true},
                                               {"token_scores", true}});
  EXPECT_EQ(answer["model"], "en-fr");
  const auto& translation = answer["translations"][0];
  EXPECT_EQ(translation["source_words"], json({"the", "cat", "sees", "a", "dog"}));
  ASSERT_EQ(translation["candidates"].size(), 3);
  double before = 0.0;
  for (const auto& candidate : translation["candidates"]) {
    EXPECT_LE(candidate["score"], before);
    before = candidate["score"];
    EXPECT_EQ(candidate["attention"].size(), candidate["words"].size());
    EXPECT_EQ(candidate["alignment"].size(), candidate["words"].size());
    double sum = 0.0;
    for (const auto& token : candidate["tokens"]) sum += token["log_prob"].get<double>();
    EXPECT_NEAR(sum, candidate["log_prob"], 1e-9);
  }
}

TEST_F(AdaptersTest, OfItsOwnGiveConfidencesIfAskedTo) {
  const auto answer = posted("/v1/translate", {{"text", "the cat"}, {"confidence", true}});
  const auto& candidate = answer["translations"][0]["candidates"][0];
  EXPECT_EQ(candidate["confidence"], answer["translations"][0]["confidence"]);
  EXPECT_EQ(candidate["word_confidences"].size(), words_in(candidate["text"].get<std::string>()));
}

TEST_F(AdaptersTest, OfItsOwnRefuseAnUnknownFieldAndNameTheNearest) {
  EXPECT_NE(error("/v1/translate", {{"text", "a"}, {"n_bset", 2}}).find("n_bset"),
            std::string::npos);
  EXPECT_EQ(post("/v1/translate", {{"text", "a"}, {"model", "other"}}).status, 404);
}

TEST_F(AdaptersTest, OfItsOwnSendTextsAsTheyAreDone) {
  const auto lines = test::tiny_lines();
  const auto answer = post("/v1/translate", {{"text", lines}, {"stream", true}});
  EXPECT_GT(parts_, 2);
  const auto done = answer.body.find("event: done");
  EXPECT_NE(done, std::string::npos) << answer.body;
  for (size_t line = 0; line < lines.size(); ++line) {
    EXPECT_LT(answer.body.find("\"index\":" + std::to_string(line)), done) << answer.body;
  }
}

TEST_F(AdaptersTest, OfItsOwnEndAStreamWithWhatWentWrong) {
  auto request = request_of("/v1/translate", {{"text", "the cat"}, {"stream", true}});
  request.received -= std::chrono::hours(1);
  const auto answer = ask(request);
  EXPECT_EQ(answer.status, 200) << "it has begun";
  EXPECT_TRUE(answer.body.starts_with("event: error\ndata: ")) << answer.body;
}

TEST_F(AdaptersTest, OfItsOwnTakeJsonLines) {
  const auto answer = ask({.method = "POST",
                           .path = "/v1/translate",
                           .query = "n_best=2",
                           .headers = {{"Content-Type", "application/jsonl"}},
                           .body = "{\"text\": \"the cat\"}\n\"a dog\"\n"});
  const auto end = answer.body.find('\n');
  const translate::Translator translator(transformer_);
  const auto first = json::parse(answer.body.substr(0, end));
  EXPECT_EQ(first["text"], translator.translate("the cat"));
  EXPECT_EQ(first["candidates"].size(), 2);
  EXPECT_EQ(json::parse(answer.body.substr(end + 1))["text"], translator.translate("a dog"));
}

TEST_F(AdaptersTest, GiveUpWhenTheTimeIsOver) {
  auto own = request_of("/v1/translate", {{"text", "the cat"}, {"timeout_ms", 2'000}});
  auto other = request_of("/translate", asked("the cat"));
  other.headers.push_back({"X-Timeout-Ms", "2000"});
  for (auto* request : {&own, &other}) {
    EXPECT_EQ(ask(*request).status, 200);
    request->received -= std::chrono::seconds(3);
    EXPECT_EQ(ask(*request).status, 504);
  }
}

TEST_F(AdaptersTest, AskForAKeyWhereOneIsNeeded) {
  chosen_ = options();
  chosen_->keys = folder_.write("keys", sha256("open sesame") + " ali 2\n");
  chosen_->require_key = true;
  const std::string json_type = "application/json";
  const auto with = [&](const std::string& key) {
    return post("/translate", asked("the cat"),
                {{"Content-Type", json_type}, {"Authorization", "Bearer " + key}})
        .status;
  };
  EXPECT_EQ(post("/translate", asked("the cat")).status, 400);
  EXPECT_EQ(with("open barley"), 403);
  EXPECT_EQ(with("open sesame"), 200);
  auto in_body = asked("the cat");
  in_body["api_key"] = "open sesame";
  EXPECT_EQ(post("/translate", in_body).status, 200);
  EXPECT_EQ(with("open sesame"), 429) << "two a minute";
}

TEST_F(AdaptersTest, ServeANewModelThatTookThePlaceOfTheOldOne) {
  const auto before = posted("/translate", asked("the cat sees a dog"));
  auto& model = *service().models.named("en-fr");
  model.refresh();
  EXPECT_EQ(model.generation(), 1) << "nothing has changed";
  test::tiny_model("rnn_attention").save(transformer_);
  model.refresh();
  EXPECT_EQ(model.generation(), 2);
  const translate::Translator translator(transformer_);
  EXPECT_EQ(posted("/translate", asked("the cat sees a dog"))["translatedText"],
            translator.translate("the cat sees a dog"));
  write_file_atomically(transformer_ + "/model.safetensors", "broken");
  model.refresh();
  EXPECT_EQ(model.generation(), 2) << "the one before is still served";
  EXPECT_EQ(post("/translate", asked("my house")).status, 200);
}

}  // namespace
}  // namespace regard::serve
