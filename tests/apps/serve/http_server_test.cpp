#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <string>
#include <thread>

#include "serve/http_server_fixture.h"

namespace regard::serve {
namespace {

TEST_F(HttpServerTest, AnswersSeveralRequestsOfAConnection) {
  start();
  HttpClient client(port_);
  for (int time = 0; time < 3; ++time) {
    client.send(kGet);
    const auto answer = client.receive("GET /a b=c .");
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 OK\r\n")) << answer;
    EXPECT_NE(answer.find("Content-Length: 12\r\n"), std::string::npos) << answer;
  }
}

TEST_F(HttpServerTest, AnswersRequestsThatDoNotWaitForEachOtherInTheirOrder) {
  start();
  const auto answers = answer_to(
      "POST /one HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab"
      "POST /two HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: "
      "chunked\r\n\r\n1\r\nc\r\n2\r\nde\r\n0\r\n\r\n" +
      kLast);
  const auto one = answers.find("POST /one  ab."), two = answers.find("POST /two  cde."),
             last = answers.find("GET /z  .");
  EXPECT_LT(one, two) << answers;
  EXPECT_LT(two, last);
  EXPECT_NE(last, std::string::npos);
}

TEST_F(HttpServerTest, AnswersAHeadRequestWithHeadersOnly) {
  start();
  const auto answer = answer_to("HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
  EXPECT_NE(answer.find("Content-Length: 9\r\n"), std::string::npos) << answer;
  EXPECT_TRUE(answer.ends_with("\r\n\r\n")) << answer;
}

TEST_F(HttpServerTest, TellsAClientThatAsksToSendItsBody) {
  start();
  HttpClient client(port_);
  client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_TRUE(client.receive("\r\n\r\n").starts_with("HTTP/1.1 100 "));
  client.send("ab");
  EXPECT_NE(client.receive("ab.").find("POST /  ab."), std::string::npos);
}

TEST_F(HttpServerTest, RefusesRequestsThatAnotherServerCouldReadOtherwise) {
  start();
  const std::string head = "POST / HTTP/1.1\r\nHost: x\r\n", smuggled = "0\r\n\r\n" + kLast;
  for (const std::string& request : {
           head + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
           head + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n",
           head + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n",
           head + "Transfer-Encoding: gzip, chunked\r\n\r\n",
           head + "Content-Length: -1\r\n\r\n",
           head + "Content-Length: 1 2\r\n\r\n",
           head + "Content-Length : 5\r\n\r\n",
           std::string("POST / HTTP/1.1\r\nHost: x\r\nHost: y\r\nContent-Length: 5\r\n\r\n"),
           std::string("POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n"),
           std::string("POST / HTTP/1.1\nHost: x\nContent-Length: 5\n\n"),
       }) {
    const auto answers = answer_to(request + smuggled);
    EXPECT_TRUE(answers.starts_with("HTTP/1.1 400 ") || answers.starts_with("HTTP/1.1 501 "))
        << request << "\n---\n"
        << answers;
    EXPECT_EQ(count_of(answers, "HTTP/1.1 "), 1) << request << "\n---\n" << answers;
  }
}

TEST_F(HttpServerTest, RefusesABrokenChunk) {
  start();
  const auto answer = answer_to(
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n");
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 400 ")) << answer;
}

TEST_F(HttpServerTest, RefusesTooLargeRequests) {
  start(HttpLimits{.header_bytes = 1000, .body_bytes = 100});
  EXPECT_TRUE(answer_to("GET / HTTP/1.1\r\nHost: x\r\nX: " + std::string(2000, 'a') + "\r\n\r\n")
                  .starts_with("HTTP/1.1 431 "));
  EXPECT_TRUE(answer_to("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 101\r\n\r\n")
                  .starts_with("HTTP/1.1 413 "));
  EXPECT_TRUE(answer_to("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n" +
                        std::string(255, 'a') + "\r\n0\r\n\r\n")
                  .starts_with("HTTP/1.1 413 "));
}

TEST_F(HttpServerTest, NamesTheDateOfAnAnswer) {
  start();
  const auto answer = answer_to(kLast);
  const auto begin = answer.find("\r\nDate: ");
  ASSERT_NE(begin, std::string::npos) << answer;
  const std::string_view example = "\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT";
  const auto date = answer.substr(begin, example.size());
  EXPECT_EQ(date.find(','), example.find(',')) << date;
  EXPECT_TRUE(date.ends_with(" GMT")) << date;
}

TEST_F(HttpServerTest, CutsARequestThatDoesNotArrive) {
  start(HttpLimits{.idle = milliseconds(60'000), .request = milliseconds(100)});
  EXPECT_EQ(answer_to("POST / HTTP/1.1\r\nHost: x\r\nContent-Le"), "");
}

TEST_F(HttpServerTest, TellsAClientThatItsBodyIsLate) {
  start(HttpLimits{.idle = milliseconds(60'000), .request = milliseconds(100)});
  for (const std::string body :
       {"Content-Length: 5\r\n\r\nab", "Transfer-Encoding: chunked\r\n\r\n1\r\na\r\n",
        "Transfer-Encoding: chunked\r\n\r\n", "Content-Length: 5\r\n\r\n"}) {
    const auto answer = answer_to("POST / HTTP/1.1\r\nHost: x\r\n" + body);
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 408 ")) << answer;
    EXPECT_NE(answer.find(R"({"error": "the request did not arrive in time)"), std::string::npos);
  }
}

TEST_F(HttpServerTest, GivesABodyInChunksTheTimeOfItsBytes) {
  start(HttpLimits{.request = milliseconds(300)});
  const std::string chunk = "8000\r\n" + std::string(0x8000, 'a') + "\r\n";  // worth 250 ms
  HttpClient client(port_);
  client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
  for (int sent = 0; sent < 8; ++sent) {
    client.send(chunk);
    std::this_thread::sleep_for(milliseconds(100));
  }
  client.send("0\r\n\r\n");
  EXPECT_TRUE(client.receive("a.").starts_with("HTTP/1.1 200 "));
}

TEST_F(HttpServerTest, SkipsAnEmptyLineBeforeARequest) {
  start(HttpLimits{.request = milliseconds(200)});
  EXPECT_TRUE(answer_to("\r\n" + kLast).starts_with("HTTP/1.1 200 "));
  HttpClient client(port_);
  client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab\r");
  EXPECT_NE(client.receive("ab.").find("POST /  ab."), std::string::npos);
  client.send("\n");
  std::this_thread::sleep_for(milliseconds(300));  // the connection is idle
  client.send(kLast);
  EXPECT_TRUE(client.receive("/z  .").starts_with("HTTP/1.1 200 "));
  EXPECT_TRUE(answer_to("\n" + kLast).starts_with("HTTP/1.1 400 "));
  EXPECT_TRUE(answer_to("\r\r\n" + kLast).starts_with("HTTP/1.1 400 "));
}

TEST_F(HttpServerTest, ClosesConnectionsThatAreIdle) {
  start(HttpLimits{.idle = milliseconds(50)});
  EXPECT_EQ(answer_to(""), "");
}

TEST_F(HttpServerTest, MakesRoomForAConnectionWithTheOneThatHasBeenIdleLongest) {
  start(HttpLimits{.connections = 2});
  HttpClient first(port_), second(port_);
  for (auto* client : {&first, &second}) {
    client->send(kGet);
    client->receive("b=c .");
  }
  HttpClient third(port_);
  third.send(kGet);
  EXPECT_NE(third.receive("b=c .").find("200 OK"), std::string::npos);
  EXPECT_EQ(first.receive(), "") << "was closed";
}

TEST_F(HttpServerTest, AnswersAllClientsEvenIfFewerConnectionsMayBeOpen) {
  start(HttpLimits{.connections = 2});
  std::vector<std::unique_ptr<HttpClient>> clients;
  for (int i = 0; i < 8; ++i) clients.push_back(std::make_unique<HttpClient>(port_));
  for (size_t i = 0; i < clients.size(); ++i) {
    clients[i]->send(kGet);
    EXPECT_NE(clients[i]->receive("b=c .").find("200 OK"), std::string::npos) << i;
  }
}

TEST_F(HttpServerTest, SendsAnAnswerInPartsAsTheyCome) {
  start([](const Request&, const Answer& answer) {
    std::thread([answer] {
      answer->begin({.content_type = "text/plain"});
      for (const auto* part : {"one", "two", "three"}) answer->write(part);
      answer->end();
    }).detach();
  });
  const auto answer = answer_to(kLast);
  EXPECT_NE(answer.find("Transfer-Encoding: chunked\r\n"), std::string::npos) << answer;
  EXPECT_TRUE(answer.ends_with("3\r\none\r\n3\r\ntwo\r\n5\r\nthree\r\n0\r\n\r\n")) << answer;
}

TEST_F(HttpServerTest, ReportsThatTheClientHasDisconnected) {
  std::promise<void> gone;
  start([&](const Request& request, const Answer& answer) {
    std::thread([&gone, request, answer] {
      while (!request->gone.stop_requested()) std::this_thread::yield();
      gone.set_value();
    }).detach();
  });
  {
    HttpClient client(port_);
    client.send(kGet);
    std::this_thread::sleep_for(milliseconds(20));
  }
  EXPECT_EQ(gone.get_future().wait_for(milliseconds(50)), std::future_status::ready);
}

TEST_F(HttpServerTest, AnswersARequestThatNobodyAnswered) {
  start([](const Request&, const Answer&) {});
  EXPECT_TRUE(answer_to(kLast).starts_with("HTTP/1.1 503 "));
}

TEST_F(HttpServerTest, ReturnsAValidRequestId) {
  start();
  EXPECT_NE(
      answer_to("GET / HTTP/1.1\r\nHost: x\r\nX-Request-Id: ab-1\r\nConnection: close\r\n\r\n")
          .find("X-Request-Id: ab-1\r\n"),
      std::string::npos);
  EXPECT_EQ(answer_to("GET / HTTP/1.1\r\nHost: x\r\nX-Request-Id: <a>\r\nConnection: close\r\n\r\n")
                .find("<a>"),
            std::string::npos);
}

TEST_F(HttpServerTest, AnswersAcceptedRequestsWhenItDrains) {
  std::atomic<bool> resume_at{false};
  std::atomic<int> asked{0};
  start([&](const Request& request, const Answer& answer) {
    ++asked;
    std::thread([&resume_at, request, answer] {
      while (!resume_at) std::this_thread::yield();
      echo(request, answer);
    }).detach();
  });
  HttpClient one(port_), late(port_);
  one.send(kGet);
  while (asked < 1) std::this_thread::yield();
  server_->drain();
  late.send(kGet);  // the connection was already open
  while (asked < 2) std::this_thread::yield();
  resume_at = true;
  for (auto* client : {&one, &late}) {
    EXPECT_NE(client->receive().find("GET /a b=c ."), std::string::npos);
  }
  thread_.join();
  EXPECT_FALSE(HttpClient(port_).is_connected());
  server_.reset();
}

TEST_F(HttpServerTest, AHostIsAnAddress) {
  HttpServer server({}, echo);
  EXPECT_THROW(server.listen("example", 0), std::exception);
}

}  // namespace
}  // namespace regard::serve
