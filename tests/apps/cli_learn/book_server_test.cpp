#include "cli_learn/book_server.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "regard/base/error.h"
#include "regard/base/str.h"
#include "support/base/http_client.h"
#include "words/language.h"

namespace regard::cli {
namespace {

class BookServerTest : public testing::Test {
 protected:
  BookServerTest() : thread_([this] { server_.run(); }) {}
  ~BookServerTest() override { server_.stop(); }

  uint16_t port() const {
    const auto& address = server_.address();
    return static_cast<uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
  }
  std::string answer(const std::string& line, const std::string& head = "",
                     const std::string& body = "", const std::string& host = "127.0.0.1") const {
    test::HttpClient client(port());
    client.send(str(line, " HTTP/1.1\r\nHost: ", host, ':', port(), "\r\nConnection: close\r\n",
                    head, "Content-Length: ", body.size(), "\r\n\r\n", body));
    return client.receive();
  }
  static bool has(const std::string& answer, const std::string& part) {
    return answer.find(part) != std::string::npos;
  }

  BookServer server_{
      [](const std::string& file, const std::string& text) -> std::optional<std::string> {
        if (file == "index.html") return "<p>contents</p>";
        if (file == "text.html") return str('[', text, ']');
        if (file == "slow.html") std::this_thread::sleep_for(std::chrono::seconds(2));
        return std::nullopt;
      },
      [](const std::string& request) -> std::string {
        if (request == "{}") throw Error("text must be a text");
        return request;
      },
      0};
  std::jthread thread_;
};

const std::string kJson = "Content-Type: application/json\r\n";

TEST_F(BookServerTest, ServesPagesThatLoadNothingFromOtherHosts) {
  const auto contents = answer("GET /");
  EXPECT_TRUE(contents.starts_with("HTTP/1.1 200"));
  EXPECT_TRUE(has(contents, "<p>contents</p>"));
  EXPECT_TRUE(has(contents, "Content-Security-Policy: default-src 'none'; connect-src 'self';"));
  EXPECT_EQ(server_.address(), str("http://127.0.0.1:", port(), '/'));
}

TEST_F(BookServerTest, MakesPagesForTheTextOfTheQuery) {
  EXPECT_TRUE(has(answer("GET /text.html?text=O%C3%B9+%26%3F"), "\r\n\r\n[Où &?]"));
  EXPECT_TRUE(has(answer("GET /text.html"), "\r\n\r\n[]"));
}

TEST_F(BookServerTest, SaysOnAPageWhyAPageIsMissing) {
  const auto wrong = answer("GET /text.html?text=%FF"), none = answer("GET /none.html");
  EXPECT_TRUE(wrong.starts_with("HTTP/1.1 400")) << wrong;
  EXPECT_TRUE(has(wrong, "is not valid UTF-8")) << wrong;
  EXPECT_TRUE(none.starts_with("HTTP/1.1 404")) << none;
  EXPECT_TRUE(has(none, "<p role=\"alert\">no such page</p>")) << none;
  for (const auto& page : {wrong, none}) {
    EXPECT_TRUE(has(page, "Content-Type: text/html; charset=utf-8")) << page;
    EXPECT_TRUE(has(page, "<a href=\"index.html\">")) << page;
  }
}

TEST_F(BookServerTest, AnswersHeadAsGetWithoutThePage) {
  const auto head = answer("HEAD /");
  EXPECT_TRUE(head.starts_with("HTTP/1.1 200")) << head;
  EXPECT_FALSE(has(head, "<p>contents</p>")) << head;
}

TEST_F(BookServerTest, AnswersRequests) {
  EXPECT_TRUE(has(answer("POST /answers", kJson, "[1]"), "\r\n\r\n[1]"));
}

TEST_F(BookServerTest, AnswersWhileAPageIsBeingMade) {
  std::atomic<bool> is_made = false;
  const std::jthread reader([&] {
    answer("GET /slow.html");
    is_made = true;
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_TRUE(has(answer("POST /answers", kJson, "[1]"), "[1]"));
  EXPECT_FALSE(is_made);
}

TEST_F(BookServerTest, SaysWhatIsWrongWithARequest) {
  const auto wrong = answer("POST /answers", kJson, "{}");
  EXPECT_TRUE(wrong.starts_with("HTTP/1.1 400")) << wrong;
  EXPECT_TRUE(has(wrong, "text must be a text")) << wrong;
  EXPECT_TRUE(answer("GET /../etc/passwd").starts_with("HTTP/1.1 404"));
  const auto put = answer("PUT /"), got = answer("GET /answers");
  EXPECT_TRUE(put.starts_with("HTTP/1.1 405")) << put;
  EXPECT_TRUE(has(put, "\r\nAllow: GET, HEAD\r\n")) << put;
  EXPECT_TRUE(got.starts_with("HTTP/1.1 405")) << got;
  EXPECT_TRUE(has(got, "\r\nAllow: POST\r\n")) << got;
  EXPECT_TRUE(
      answer("POST /answers", kJson, std::string(1 << 17, ' ')).starts_with("HTTP/1.1 413"));
}

TEST_F(BookServerTest, RefusesInTheLanguageOfTheSite) {
  const draw::Phrases& chinese = *words::phrases_of(words::Language::zh);
  for (const auto* why :
       {"only requests for 127.0.0.1 are answered", "only pages of this server may send requests",
        "the request must be application/json", "request answers with POST", "read pages with GET",
        "too many requests are waiting", "no such page"}) {
    EXPECT_EQ(chinese.unknown(why), std::vector<std::string>()) << why;
  }
  BookServer server([](const std::string&, const std::string&) { return std::nullopt; },
                    [](const std::string& request) { return request; }, 0, words::Language::zh);
  const std::jthread thread([&] { server.run(); });
  const auto& address = server.address();
  test::HttpClient client(static_cast<uint16_t>(std::stoi(address.substr(address.rfind(':') + 1))));
  client.send("GET /none.html HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  const auto refused = client.receive();
  EXPECT_TRUE(has(refused, "没有这个页面")) << refused;
  server.stop();
}

TEST_F(BookServerTest, AnswersNoRequestOfAForeignPage) {
  for (const auto* origin : {"http://evil.example", "null", "http://127.0.0.1:1"}) {
    const auto refused = answer("POST /answers", str(kJson, "Origin: ", origin, "\r\n"), "[1]");
    EXPECT_TRUE(refused.starts_with("HTTP/1.1 403")) << refused;
  }
  EXPECT_TRUE(
      has(answer("POST /answers", str(kJson, "Origin: http://127.0.0.1:", port(), "\r\n"), "[1]"),
          "\r\n\r\n[1]"));
}

TEST_F(BookServerTest, AnswersNoPageOfAnotherOrigin) {
  EXPECT_TRUE(answer("GET /", "", "", "evil.example").starts_with("HTTP/1.1 403"));
  EXPECT_TRUE(answer("GET /", "", "", "127.0.0.1.evil.example").starts_with("HTTP/1.1 403"));
  EXPECT_TRUE(answer("GET /", "", "", "localhost").starts_with("HTTP/1.1 200"));
  EXPECT_TRUE(
      answer("POST /answers", "Content-Type: text/plain\r\n", "[1]").starts_with("HTTP/1.1 415"));
}

}  // namespace
}  // namespace regard::cli
