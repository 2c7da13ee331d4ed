// Clients that send what proxies send, clients that disconnect, and clients that do not read.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <future>
#include <string>
#include <thread>

#include "serve/http_server_fixture.h"

namespace regard::serve {
namespace {

using HttpClients = HttpServerTest;

TEST_F(HttpClients, AnswersAClientThatHasClosedItsSendingSide) {
  start([](const Request& request, const Answer& answer) {
    std::thread([request, answer] {
      std::this_thread::sleep_for(milliseconds(100));  // the server meanwhile checks the connection
      echo(request, answer);
    }).detach();
  });
  HttpClient client(port_);
  client.send(kGet);
  client.end_side();
  const auto answers = client.receive();
  EXPECT_NE(answers.find("GET /a b=c ."), std::string::npos) << answers;
  EXPECT_EQ(count_of(answers, "HTTP/1.1 200 OK"), 1) << answers;
}

TEST_F(HttpClients, NoticesThatAClientWithMoreRequestsHasDisconnected) {
  for (const std::string& more :
       {std::string("G"), kGet + kGet, std::string(60'000, 'x'), std::string(1 << 20, 'x')}) {
    std::promise<void> gone;
    start([&](const Request& request, const Answer& answer) {
      std::thread([&gone, request, answer] {
        while (!request->gone.stop_requested()) std::this_thread::yield();
        gone.set_value();
      }).detach();
    });
    {
      HttpClient client(port_);
      client.send_what_fits(kGet + more);
      std::this_thread::sleep_for(milliseconds(30));
    }
    EXPECT_EQ(gone.get_future().wait_for(milliseconds(500)), std::future_status::ready) << more[0];
    TearDown();
    server_.reset();
  }
}

TEST_F(HttpClients, LetsNobodyWaitForAClientThatDoesNotRead) {
  std::promise<bool> taken;
  std::atomic<bool> goes_on{false};
  start([&](const Request&, const Answer& answer) {
    answer->begin({.content_type = "text/plain"});
    for (int part = 0; part < 50; ++part) answer->write(std::string(1 << 20, 'z'));
    taken.set_value(answer->is_taken([&, answer] {
      goes_on = true;
      answer->end();
    }));
  });
  HttpClient client(port_);
  client.send(kLast);
  EXPECT_FALSE(taken.get_future().get());
  EXPECT_FALSE(goes_on);
  EXPECT_EQ(count_of(client.receive(), "z"), 50 << 20);
  EXPECT_TRUE(goes_on);
}

TEST_F(HttpClients, ClosesTheConnectionAfterAnAnswerThatWentWrong) {
  start([](const Request&, const Answer& answer) {
    answer->begin({.content_type = "text/plain"});
    answer->write("one");
    answer->end(true);
  });
  const auto answer = answer_to(kGet + kGet);
  EXPECT_EQ(count_of(answer, "HTTP/1.1 200"), 1) << answer;
  EXPECT_TRUE(answer.ends_with("0\r\n\r\n")) << answer;
}

TEST_F(HttpClients, AcceptsTheTargetsThatProxiesReceive) {
  start();
  for (const std::string& target : {std::string("http://x/a?b=c"), std::string("HTTP://x:80/a?b=c"),
                                    std::string("https://x/a?b=c")}) {
    EXPECT_NE(answer_to("GET " + target + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                  .find("GET /a b=c ."),
              std::string::npos)
        << target;
  }
  EXPECT_NE(
      answer_to("GET http://x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").find("GET /  ."),
      std::string::npos);
  EXPECT_NE(answer_to("GET http://x?b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                .find("GET / b ."),
            std::string::npos);
}

TEST_F(HttpClients, RefusesAFoldedHeader) {
  start();
  for (const std::string& folded : {std::string("Content-Length:\r\n 2\r\n"),
                                    std::string("X: y\r\n\tz\r\nContent-Length: 2\r\n")}) {
    EXPECT_TRUE(answer_to("POST / HTTP/1.1\r\nHost: x\r\n" + folded + "\r\nab")
                    .starts_with("HTTP/1.1 400 "))
        << folded;
  }
}

TEST_F(HttpClients, SendsNo100ContinueToAnHttp10Client) {
  start();
  const auto answer =
      answer_to("POST / HTTP/1.0\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\nab");
  EXPECT_TRUE(answer.starts_with("HTTP/1.1 200 ")) << answer;
}

TEST_F(HttpClients, LimitsBytesAroundChunks) {
  start(HttpLimits{.header_bytes = 1000});
  const std::string
      head =
          "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n",
      few(500, 'a'), many(1100, 'a');
  const auto extended = [&](const std::string& extension) {
    return head + "1;a=" + extension + "\r\nb\r\n0\r\n\r\n";
  };
  const auto trailed = [&](const std::string& trailer) {
    return head + "1\r\nb\r\n0\r\nX: " + trailer + "\r\n\r\n";
  };
  EXPECT_NE(answer_to(extended(few)).find("200 OK"), std::string::npos);
  EXPECT_TRUE(answer_to(extended(many)).starts_with("HTTP/1.1 431 "));
  EXPECT_NE(answer_to(trailed(few)).find("200 OK"), std::string::npos);
  EXPECT_TRUE(answer_to(trailed(many)).starts_with("HTTP/1.1 431 "));
  std::string many_chunks = head;
  for (int chunk = 0; chunk < 100; ++chunk) many_chunks += "1;a=0123456789\r\nb\r\n";
  EXPECT_TRUE(answer_to(many_chunks + "0\r\n\r\n").starts_with("HTTP/1.1 431 "));
}

TEST_F(HttpClients, ShowsItsRefusals) {
  std::atomic<int> status{0};
  server_ = std::make_unique<HttpServer>(HttpLimits{.grace = milliseconds(50)}, echo,
                                         [&](HttpResponse& response, const HttpRequest& request) {
                                           status = response.status;
                                           response.body = request.method + " " + request.path +
                                                           " " + response.body;
                                           response.headers.push_back({"X-Seen", request.address});
                                           EXPECT_FALSE(request.id.empty());
                                         });
  port_ = server_->listen("127.0.0.1", 0);
  thread_ = std::jthread([this] { server_->run(); });
  EXPECT_NE(answer_to("nonsense\r\n\r\n").find("X-Seen: 127.0.0.1\r\n"), std::string::npos);
  EXPECT_EQ(status, 400);
  EXPECT_NE(answer_to("POST /v2/a?b HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n")
                .find("POST /v2/a a request may have at most"),
            std::string::npos);
  EXPECT_EQ(status, 413);
}

TEST_F(HttpClients, AreRefusedIfTheirBodiesAreTooLargeTogether) {
  server_ = std::make_unique<HttpServer>(
      HttpLimits{.all_body_bytes = 1000, .grace = milliseconds(50)}, echo);
  port_ = server_->listen("127.0.0.1", 0);
  thread_ = std::jthread([this] { server_->run(); });
  const auto status_of = [&](size_t bytes) {
    return answer_to("POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: " +
                     std::to_string(bytes) + "\r\n\r\n" + std::string(bytes, 'a'))
        .substr(9, 3);
  };
  EXPECT_EQ(status_of(1001), "503");
  for (int request = 0; request < 3; ++request) EXPECT_EQ(status_of(900), "200");
}

TEST_F(HttpClients, ListensOnlyOnADescriptorOfATcpSocket) {
  HttpServer server({}, echo);
  const int file = ::open("/dev/null", O_RDONLY), datagrams = ::socket(AF_INET, SOCK_DGRAM, 0),
            silent = ::socket(AF_INET, SOCK_STREAM, 0), local = ::socket(AF_UNIX, SOCK_STREAM, 0);
  for (const int descriptor : {file, datagrams, silent, local}) {
    EXPECT_THROW(server.listen(descriptor), std::exception);
    ::close(descriptor);
  }
}

}  // namespace
}  // namespace regard::serve
