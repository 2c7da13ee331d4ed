// The tag that a request names (search.tag).
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "regard/translate/translator.h"
#include "serve/adapters.h"
#include "serve/no_responder.h"
#include "serve/service.h"
#include "support/base/temporary_folder.h"
#include "support/tiny_model.h"

namespace regard::serve {
namespace {

using nlohmann::json;

class RequestTag : public testing::Test {
 protected:
  RequestTag() {
    test::tiny_model("transformer", 1, config::TokenizerType::word, {"<law>"}).save(model_);
    ServeOptions options;
    options.models = {"en-fr=" + model_};
    options.compute = translate::Compute::float32;
    options.threads = 1;
    service_ = std::make_unique<Service>(options);
  }

  json answer(const json& body) {
    NoResponder responder;
    const HttpRequest request{.method = "POST", .path = "/v1/translate", .body = body.dump()};
    return json::parse(native_routes().front().answer(*service_, request, responder)->body);
  }

  /// The answer of one of the other APIs.
  HttpResponse answer(const std::vector<Route>& routes, const std::string& path, const json& body) {
    NoResponder responder;
    const HttpRequest request{.method = "POST",
                              .path = path,
                              .headers = {{"Content-Type", "application/json"}},
                              .body = body.dump()};
    try {
      return *find_route(routes, "POST", path).answer(*service_, request, responder);
    } catch (const Refusal& refusal) {
      return {.status = refusal.status(), .body = refusal.what()};
    }
  }

  test::TemporaryFolder folder_;
  std::string model_ = folder_ / "model";
  std::unique_ptr<Service> service_;
};

TEST_F(RequestTag, StandsBeforeTheSource) {
  const std::vector<std::string> lines = {"the cat sees a dog"};
  const translate::Translator translator(model_);
  for (const std::string tag : {"", "<law>"}) {
    const auto expected = translator.translate(lines, {.beam_size = 2, .tag = tag});
    const auto found = answer({{"text", lines}, {"beam_size", 2}, {"tag", tag}, {"n_best", 1}});
    EXPECT_EQ(found["translations"][0]["text"], expected.front().text) << tag;
  }
}

TEST_F(RequestTag, IsRefusedUnlessTheModelHasIt) {
  try {
    answer({{"text", "the cat"}, {"tag", "<laws>"}});
    FAIL() << "it was not refused";
  } catch (const Refusal& refusal) {
    const std::string why = refusal.what();
    EXPECT_EQ(refusal.status(), 400);
    EXPECT_EQ(why.find("tag is <laws>, which is not a symbol"), 0U) << why;
    EXPECT_TRUE(why.ends_with("; use one of its symbols: <law>")) << why;
  }
}

TEST_F(RequestTag, CountsInTheInterfacesOfOthers) {
  const std::string line = "the cat sees a dog";
  const translate::Translator translator(model_);
  for (const std::string tag : {"", "<law>", "<laws>"}) {
    const std::vector<std::pair<std::vector<Route>, json>> requests = {
        {libretranslate_routes(), {{"q", line}, {"source", "en"}, {"target", "fr"}}},
        {libretranslate_routes(), {{"text", line}, {"source_lang", "EN"}, {"target_lang", "FR"}}},
        {deepl_routes(), {{"text", {line}}, {"target_lang", "FR"}, {"source_lang", "EN"}}},
        {chat_routes(), {{"messages", {{{"role", "user"}, {"content", line}}}}}}};
    const std::vector<std::string> paths = {"/translate", "/translate", "/v2/translate",
                                            "/v1/chat/completions"};
    for (size_t i = 0; i < requests.size(); ++i) {
      auto [routes, body] = requests[i];
      body["tag"] = tag;
      const auto found = answer(routes, paths[i], body);
      const bool is_known = tag != "<laws>";
      EXPECT_EQ(found.status, is_known ? 200 : 400) << paths[i] << tag;
      const auto expected =
          is_known ? json(translator.translate(std::vector{line}, {.tag = tag}).front().text).dump()
                   : "tag is <laws>, which is not a symbol";
      EXPECT_NE(found.body.find(expected), std::string::npos) << paths[i] << tag << found.body;
    }
  }
}

}  // namespace
}  // namespace regard::serve
