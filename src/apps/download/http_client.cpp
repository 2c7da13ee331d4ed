#include "download/http_client.h"

#include <curl/curl.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <exception>
#include <string_view>
#include <thread>
#include <utility>

#include "base/log.h"
#include "base/readable.h"
#include "base/terminal.h"
#include "base/version.h"
#include "download/partial_file.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::download {
namespace {

constexpr int64_t kConnectSeconds = 30;
constexpr int64_t kRedirects = 5;
constexpr long kPart = 206, kNothingLeft = 416;

/// The first byte of "bytes 100-199/200"; nullopt for other values.
std::optional<uint64_t> begin_of_range(std::string_view value) {
  constexpr std::string_view kUnit = "bytes ";
  value.remove_prefix(std::min(value.find_first_not_of(' '), value.size()));
  if (!value.starts_with(kUnit)) return std::nullopt;
  value.remove_prefix(kUnit.size());
  uint64_t begin = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), begin);
  if (error != std::errc() || end == value.data() + value.size() || *end != '-') return {};
  return begin;
}

bool is_worth_retrying(CURLcode result, long status) {
  constexpr std::array kLost = {
      CURLE_COULDNT_CONNECT, CURLE_OPERATION_TIMEDOUT, CURLE_PARTIAL_FILE,      CURLE_RECV_ERROR,
      CURLE_SEND_ERROR,      CURLE_GOT_NOTHING,        CURLE_SSL_CONNECT_ERROR, CURLE_HTTP2,
      CURLE_HTTP2_STREAM};
  constexpr std::array kBusy = {408L, 429L, 500L, 502L, 503L, 504L};
  return std::ranges::find(kBusy, status) != kBusy.end() ||
         std::ranges::find(kLost, result) != kLost.end();
}

}  // namespace

struct HttpClient::Impl {
  Impl(const Options& chosen, const InterruptGuard& guard) : options(chosen), interrupt(guard) {
    static const CURLcode kReady = ::curl_global_init(CURL_GLOBAL_DEFAULT);
    if (kReady == CURLE_OK) curl.reset(::curl_easy_init());
    if (curl == nullptr) fail("cannot be used");
    prepare();
  }

  template <class Value>
  void set(CURLoption option, Value value) {
    const CURLcode result = ::curl_easy_setopt(curl.get(), option, value);
    if (result != CURLE_OK) {
      fail(::curl_easy_strerror(result));
    }
  }

  [[noreturn]] static void fail(const std::string& what) {
    throw Error("libcurl: " + what, {},
                "reinstall it; on Debian: apt-get install --reinstall libcurl4", ExitCode::failure);
  }

  void prepare();
  void allow_protocols();
  std::optional<std::string> attempt(const std::string& url, bool& again);
  void begin_answer();
  void wait(int64_t seconds) const;
  long status() const;

  // Callbacks of libcurl: none lets an exception escape.
  static size_t on_header(char* bytes, size_t, size_t size, void* impl);
  static size_t on_body(char* bytes, size_t, size_t size, void* impl);
  static int on_progress(void* impl, curl_off_t, curl_off_t, curl_off_t, curl_off_t);

  Options options;
  const InterruptGuard& interrupt;
  std::unique_ptr<CURL, void (*)(CURL*)> curl{nullptr, ::curl_easy_cleanup};
  std::array<char, CURL_ERROR_SIZE> reason = {};
  // State of the file that is being fetched:
  PartialFile* file = nullptr;
  ProgressBar* bar = nullptr;
  // State of the server's answer:
  std::optional<uint64_t> range_begin;
  bool has_begun = false;
  bool is_other_range = false;
  std::exception_ptr failure;
};

void HttpClient::Impl::prepare() {
  set(CURLOPT_ERRORBUFFER, reason.data());
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_FOLLOWLOCATION, 1L);
  set(CURLOPT_MAXREDIRS, static_cast<long>(kRedirects));
  allow_protocols();
  set(CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  set(CURLOPT_CONNECTTIMEOUT, static_cast<long>(std::min(kConnectSeconds, options.silence)));
  set(CURLOPT_LOW_SPEED_LIMIT, 1L);
  set(CURLOPT_LOW_SPEED_TIME, static_cast<long>(options.silence));
  set(CURLOPT_USERAGENT, str("regard/", kVersion).c_str());
  set(CURLOPT_HEADERFUNCTION, &on_header);
  set(CURLOPT_HEADERDATA, this);
  set(CURLOPT_WRITEFUNCTION, &on_body);
  set(CURLOPT_WRITEDATA, this);
  set(CURLOPT_NOPROGRESS, 0L);
  set(CURLOPT_XFERINFOFUNCTION, &on_progress);
  set(CURLOPT_XFERINFODATA, this);
}

void HttpClient::Impl::allow_protocols() {
#if LIBCURL_VERSION_NUM >= 0x075500
  const char* allowed = options.allow_http ? "http,https" : "https";
  set(CURLOPT_PROTOCOLS_STR, allowed);
  set(CURLOPT_REDIR_PROTOCOLS_STR, allowed);
#else
  const long allowed = CURLPROTO_HTTPS | (options.allow_http ? CURLPROTO_HTTP : 0);
  set(CURLOPT_PROTOCOLS, allowed);
  set(CURLOPT_REDIR_PROTOCOLS, allowed);
#endif
}

long HttpClient::Impl::status() const {
  long value = 0;
  ::curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &value);
  return value;
}

size_t HttpClient::Impl::on_header(char* bytes, size_t, size_t size, void* impl) {
  auto& self = *static_cast<Impl*>(impl);
  const std::string_view line(bytes, size);
  constexpr std::string_view kName = "content-range:";
  if (line.starts_with("HTTP/")) self.range_begin.reset();  // after a redirect
  if (size > kName.size() && ::curl_strnequal(bytes, kName.data(), kName.size()) != 0) {
    self.range_begin = begin_of_range(line.substr(kName.size()));
  }
  return size;
}

/// Prepares the file for an answer: a server may send it whole although a range was requested.
void HttpClient::Impl::begin_answer() {
  if (has_begun) return;
  has_begun = true;
  if (status() != kPart) {
    file->empty();
  } else if (range_begin != file->size()) {
    is_other_range = true;
  }
}

size_t HttpClient::Impl::on_body(char* bytes, size_t, size_t size, void* impl) {
  auto& self = *static_cast<Impl*>(impl);
  const long status = self.status();
  if (status < 200 || status >= 300) return 0;  // a page about the failure: not read
  try {
    self.begin_answer();
    if (self.is_other_range) return 0;
    self.file->append({bytes, size});
    return size;
  } catch (...) {
    self.failure = std::current_exception();
    return 0;
  }
}

int HttpClient::Impl::on_progress(void* impl, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  auto& self = *static_cast<Impl*>(impl);
  const auto done = self.file->size();
  if (done > 0) {
    self.bar->update(static_cast<int64_t>(done),
                     str(fixed(static_cast<double>(done) / 1e6, 1), " MB"));
  }
  return self.interrupt.requested() ? 1 : 0;
}

/// Makes one request. Returns why it failed, and sets `again` if it is worth another attempt.
std::optional<std::string> HttpClient::Impl::attempt(const std::string& url, bool& again) {
  const auto range = file->size() > 0 ? str(file->size(), '-') : std::string();
  set(CURLOPT_URL, url.c_str());
  set(CURLOPT_RANGE, range.empty() ? nullptr : range.c_str());
  set(CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(options.most_bytes));
  range_begin.reset();
  has_begun = is_other_range = false;
  reason = {};
  const CURLcode result = ::curl_easy_perform(curl.get());
  if (failure) std::rethrow_exception(std::exchange(failure, nullptr));
  interrupt.stop_if_requested();
  const long answered = status();
  if (answered == kNothingLeft && !range.empty()) return std::nullopt;
  again = is_worth_retrying(result, answered) || is_other_range;
  if (is_other_range) {
    file->empty();
    return "the server sent a different part of the file than requested";
  }
  if (answered >= 400) return str("the server answered ", answered);
  if (result == CURLE_FILESIZE_EXCEEDED) {
    return str("the file exceeds the limit of ", options.most_bytes, " bytes");
  }
  if (result != CURLE_OK) {
    return std::string(reason[0] != '\0' ? reason.data() : ::curl_easy_strerror(result));
  }
  if (answered >= 300) return str("the server answered ", answered);
  begin_answer();  // for an empty file, no data arrives
  return std::nullopt;
}

void HttpClient::Impl::wait(int64_t seconds) const {
  constexpr std::chrono::milliseconds kMoment(100);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  while (std::chrono::steady_clock::now() < end) {
    interrupt.stop_if_requested();
    std::this_thread::sleep_for(kMoment);
  }
}

HttpClient::HttpClient(const Options& options, const InterruptGuard& interrupt)
    : impl_(std::make_unique<Impl>(options, interrupt)) {}

HttpClient::~HttpClient() = default;

std::optional<std::string> HttpClient::fetch(const std::string& url,
                                             const std::filesystem::path& part, uint64_t bytes) {
  PartialFile file(part, impl_->options.most_bytes);
  ProgressBar bar(static_cast<int64_t>(bytes), url.substr(url.rfind('/') + 1));
  impl_->file = &file;
  impl_->bar = &bar;
  int64_t pause = 1;
  for (int64_t tries = 0;; ++tries, pause *= 2) {
    bool again = false;
    const auto wrong = impl_->attempt(url, again);
    bar.finish();
    if (!wrong) {
      file.sync();
      return std::nullopt;
    }
    if (!again || tries >= impl_->options.retries) return wrong;
    log_warning(url, ": ", printable(*wrong), "; trying again in ", pause, " s");
    impl_->wait(pause);
  }
}

}  // namespace regard::download
