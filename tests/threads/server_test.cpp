// The server with many clients at once, some of which disconnect.
#include "serve/server.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "regard/translate/translator.h"
#include "support/base/http_client.h"
#include "support/base/temporary_folder.h"
#include "support/tiny_model.h"
#include "threads/together.h"

namespace regard::serve {
namespace {

using nlohmann::json;

std::string request(const std::string& path, const json& body) {
  const auto text = body.dump();
  return "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" +
         "Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + text;
}

json answer_of(test::HttpClient& client, const std::string& asked) {
  client.send(asked);
  const auto answer = client.receive("}");
  const auto begin = answer.find("\r\n\r\n");
  return begin == std::string::npos ? json()
                                    : json::parse(answer.substr(begin + 4), nullptr, false);
}

TEST(ServerOfThreads, GivesEachClientItsAnswer) {
  const test::TemporaryFolder folder;
  const auto transformer = folder / "transformer", rnn = folder / "rnn";
  test::tiny_model("transformer").save(transformer);
  test::tiny_model("rnn_attention").save(rnn);
  const auto lines = test::tiny_lines(12);
  const auto expected = translate::Translator(transformer).translate(lines);

  ServeOptions options;
  options.models = {transformer, rnn};
  options.port = 0;
  options.compute = translate::Compute::float32;
  options.threads = 2;
  options.quiet = true;
  Server server(options);
  const auto port =
      static_cast<uint16_t>(std::stoi(server.address().substr(server.address().rfind(':') + 1)));
  std::jthread serving([&] { server.run(); });
  test::together([&](size_t thread) {
    for (size_t time = 0; time < 6; ++time) {
      test::HttpClient client(port);
      const size_t number = (thread * 5 + time) % lines.size();
      if (time % 3 == 2) {  // does not wait for the answer
        client.send(
            request("/v1/translate", {{"text", lines}, {"beam_size", 9}, {"model", "rnn"}}));
        continue;
      }
      const auto answer = answer_of(
          client,
          request("/translate", {{"q", lines[number]}, {"source", "en"}, {"target", "fr"}}));
      ASSERT_EQ(answer.value("translatedText", "none"), expected[number]);
    }
    for (const auto& model : server.service().models.all()) model->refresh();
    server.service().metrics.text({});
  });
  server.drain();
}

}  // namespace
}  // namespace regard::serve
