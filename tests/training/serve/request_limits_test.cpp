// The overall limits of a request, including combinations of its fields.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "regard/base/error.h"
#include "serve/adapters.h"
#include "serve/limits.h"
#include "serve/no_responder.h"
#include "serve/service.h"
#include "support/base/temporary_folder.h"
#include "support/tiny_model.h"

namespace regard::serve {
namespace {

using nlohmann::json;

class RequestLimits : public testing::Test {
 protected:
  RequestLimits() { test::tiny_model("rnn_attention").save(model_); }

  int status_of_request(const HttpRequest& request) {
    ServeOptions options{.models = {model_}, .threads = 2, .char_limit = limit_};
    Service service(options);
    NoResponder responder;
    try {
      return native_routes().front().answer(service, request, responder)->status;
    } catch (const Refusal& refusal) {
      return refusal.status();
    } catch (const Error&) {
      return 400;
    }
  }
  int status_of(const json& body) {
    return status_of_request({.method = "POST", .path = "/v1/translate", .body = body.dump()});
  }

  const std::string& model() const { return model_; }

  int64_t limit_ = 1'000;

 private:
  test::TemporaryFolder folder_;
  std::string model_ = folder_ / "model";
};

TEST_F(RequestLimits, CountAPrefixForEachLine) {
  const std::string lines(90, '\n');
  EXPECT_EQ(status_of({{"text", lines}, {"prefix", "Oui"}}), 200);
  EXPECT_EQ(status_of({{"text", lines}, {"prefix", "Oui, il est"}}), 400);
  const json many = std::vector<std::string>(10, "a");
  EXPECT_EQ(status_of({{"text", many}, {"prefix", std::string(100, 'x')}}), 400);
  EXPECT_EQ(status_of_request({.method = "POST",
                               .path = "/v1/translate",
                               .query = "prefix=" + std::string(600, 'x'),
                               .headers = {{"Content-Type", "application/jsonl"}},
                               .body = "\"a\"\n\"b\"\n"}),
            400);
}

TEST_F(RequestLimits, AreThoseOfAGlossaryToo) {
  json terms;
  for (size_t term = 0; term <= bounds::kGlossaryTerms; ++term) {
    terms["w" + std::to_string(term)] = "mot";
  }
  EXPECT_EQ(status_of({{"text", "a"}, {"glossary", terms}}), 400);
  EXPECT_EQ(status_of({{"text", "a"}, {"glossary", {{"a", std::string(2 << 20, 'x')}}}}), 400);
}

TEST_F(RequestLimits, HoldTheMemoryOfAnAnswer) {
  limit_ = 100'000;
  std::string words;
  for (int word = 0; word < 10'000; ++word) words += "a ";
  EXPECT_EQ(status_of({{"text", words}, {"attention", true}}), 400);
  EXPECT_EQ(status_of({{"text", words}, {"timeout_ms", 1}}), 504);
}

TEST_F(RequestLimits, CountTheMemoryOfARequestFromWhenItIsRead) {
  Service service({.models = {model()}, .threads = 1});
  HttpRequest request{.method = "POST", .path = "/translate"};
  const auto bytes_of = [&](const std::string& body) {
    request.body = body;
    const auto part = service.take_memory(request);
    return service.memory.taken();
  };
  const auto text = bytes_of(std::string(1 << 20, 'a')),
             values = bytes_of(std::string(1 << 20, ','));
  EXPECT_GE(text, size_t{2} << 20U);
  EXPECT_GE(values, size_t{64} << 20U) << "each value takes more than its byte";
  EXPECT_EQ(service.memory.taken(), 0);
  std::vector<std::shared_ptr<const void>> parts;
  EXPECT_THROW(while (parts.size() < 1000) parts.push_back(service.take_memory(request)), Refusal);
  EXPECT_LE(service.memory.taken(), bounds::kAllRequestBytes);
}

TEST_F(RequestLimits, AreThoseOfTextsToKeep) {
  const auto kept = [&](size_t count, size_t bytes) {
    return status_of({{"text", "a"}, {"keep", std::vector(count, std::string(bytes, 'x'))}});
  };
  EXPECT_EQ(kept(bounds::kKeptTexts, bounds::kKeptTextBytes), 200);
  EXPECT_EQ(kept(bounds::kKeptTexts + 1, 1), 400);
  EXPECT_EQ(kept(1, bounds::kKeptTextBytes + 1), 400);
}

TEST_F(RequestLimits, AreWholeMilliseconds) {
  for (const json& time : {json(0), json(-1), json(1.5), json("5000"), json(1e15), json(true)}) {
    EXPECT_EQ(status_of({{"text", "a"}, {"timeout_ms", time}}), 400) << time;
  }
}

TEST_F(RequestLimits, HoldForPrefixesAndTermsToo) {
  const std::string null("the\0cat", 7);
  EXPECT_EQ(status_of({{"text", "a"}, {"prefix", null}}), 400);
  EXPECT_EQ(status_of({{"text", "a"}, {"glossary", {{"a", null}}}}), 400);
  EXPECT_EQ(status_of({{"text", "a"}, {"glossary", {{null, "a"}}}}), 400);
}

}  // namespace
}  // namespace regard::serve
