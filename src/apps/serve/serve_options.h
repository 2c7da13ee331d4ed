#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "regard/config/check.h"
#include "regard/config/search_options.h"
#include "regard/translate/translator_options.h"

namespace regard::serve {

/// Options of a server. Everything that a client may request has a limit.
struct ServeOptions {
  std::vector<std::string> models = {};  ///< NAME=DIRECTORY, or DIRECTORY
  std::string host = "127.0.0.1";
  int64_t port = 5000;
  std::string prefix = {};
  std::string echo = {};
  std::string glossary = {}, glossaries = {}, translation_memory = {};
  translate::Compute compute = translate::Compute::automatic;
  bool shortlist = false;
  int64_t threads = 0;
  int64_t sentences = 32;
  int64_t memory = 512;
  int64_t at_once = 128;
  int64_t queue = 256;
  int64_t connections = 10'000;
  int64_t body_limit = 2048;
  int64_t char_limit = 100'000;
  int64_t file_limit = 10'240;
  int64_t file_char_limit = 1'000'000;
  int64_t batch_limit = 1000;
  int64_t beam_limit = 32;
  int64_t timeout_ms = 60'000;
  int64_t file_timeout_ms = 600'000;
  int64_t files_at_once = 4;
  int64_t rate = 0;
  std::string keys = {};
  bool require_key = false;
  bool behind_proxy = false;
  int64_t cache = 32;
  bool preload = false;
  bool watch = true;
  bool page = true;
  bool quiet = false;
  /// Overrides the models' search options for all requests that do not set their own.
  std::function<void(config::SearchOptions&)> override_search = [](config::SearchOptions&) {};

  template <class Visitor>
  static void describe(Visitor& v) {
    describe_models(v);
    describe_terms(v);
    describe_limits(v);
    describe_clients(v);
  }

 private:
  static constexpr int64_t kMany = 1'000'000'000;

  template <class Visitor>
  static void describe_models(Visitor& v) {
    using config::anything, config::count_of;
    using O = ServeOptions;
    v.field("models", &O::models,
            "Models to serve, each as NAME=MODEL or MODEL. A client that names no model gets the "
            "first one for its direction.");
    v.field("host", &O::host, anything<std::string>(),
            "Address to listen on: 127.0.0.1 for this machine only, 0.0.0.0 for all.");
    v.field("port", &O::port, count_of(0, 65'535), "Port to listen on. 0: any free port.");
    v.field("path_prefix", &O::prefix, anything<std::string>(),
            "URL prefix, such as /translator, if the reverse proxy does not strip it.");
    v.field("echo", &O::echo, anything<std::string>(),
            "Languages without a model, such as de,es, for which texts are returned unchanged. "
            "Weblate saves a server only if the server answers a request from English to German.");
    v.field("compute", &O::compute,
            "Number type of matrix multiplications. bf16 (with AVX512-BF16) and int8 are faster "
            "and slightly less exact. auto measures them when a model is loaded and uses the "
            "fastest that agrees with float32; a model from regard quantize always uses int8.");
    v.field("shortlist", &O::shortlist,
            "Search only the tokens of the sentence's shortlist (see regard shortlist), which is "
            "faster and slightly less exact.");
  }

  template <class Visitor>
  static void describe_terms(Visitor& v) {
    using config::file;
    using O = ServeOptions;
    v.field("glossary", &O::glossary, file(),
            "Terms for requests that name no glossary, in the first model's direction: .tsv, .csv "
            "or .tbx, as for regard translate.");
    v.field("glossaries", &O::glossaries, file(),
            "File that stores clients' glossaries across restarts. It is created with the first "
            "glossary.");
    v.field("translation_memory", &O::translation_memory, file(),
            "Translation memory for the first model's direction: .tmx, .tsv, .xliff, .po.");
  }

  template <class Visitor>
  static void describe_limits(Visitor& v) {
    using config::count_of;
    using O = ServeOptions;
    v.field("threads", &O::threads, count_of(0, limits::kThreads),
            "CPU threads of each model. 0: one per core.");
    v.field("sentences", &O::sentences, count_of(1, kMany),
            "Batch slots of a model, shared by all requests. More slots raise throughput; fewer "
            "lower tail latency.");
    v.field("memory", &O::memory, count_of(1, kMany), "Memory limit for hypotheses, in MiB.");
    v.field("at_once", &O::at_once, count_of(1, 10'000),
            "Maximum number of requests translated at the same time.");
    v.field("queue", &O::queue, count_of(0, kMany),
            "Maximum queue length; further requests get 503 with Retry-After.");
    v.field("connections", &O::connections, count_of(1, kMany),
            "Maximum number of open connections; beyond it, the longest-idle connection is "
            "closed.");
    v.field("body_limit", &O::body_limit, count_of(1, 1 << 20),
            "Maximum request size in KiB. docs/server.md lists the other limits.");
    v.field("char_limit", &O::char_limit, count_of(1, kMany),
            "Maximum number of characters in a request's texts.");
    v.field("file_limit", &O::file_limit, count_of(1, 1 << 20),
            "Maximum size of a request with a file, in KiB.");
    v.field("file_char_limit", &O::file_char_limit, count_of(1, kMany),
            "Maximum number of characters in a file to translate.");
    v.field("batch_limit", &O::batch_limit, count_of(1, kMany),
            "Maximum number of texts in a request.");
    v.field("beam_limit", &O::beam_limit, count_of(1, limits::kBeam),
            "Maximum beam size, n-best and alternatives of a request.");
    v.field("timeout_ms", &O::timeout_ms, count_of(1, kMany),
            "Timeout of a request in milliseconds; a request may set a shorter timeout.");
    v.field("file_timeout_ms", &O::file_timeout_ms, count_of(1, kMany),
            "Timeout of a request with a file, in milliseconds.");
    v.field("files_at_once", &O::files_at_once, count_of(1, 10'000),
            "Maximum number of documents that DeepL's API translates at the same time; others are "
            "queued.");
  }

  template <class Visitor>
  static void describe_clients(Visitor& v) {
    using config::count_of, config::file;
    using O = ServeOptions;
    v.field("rate", &O::rate, count_of(0, kMany),
            "Maximum requests per minute from an address, or with a key that has no limit of its "
            "own; further requests get 429. 0: no limit.");
    v.field("keys", &O::keys, file(),
            "File of API keys: on each line the SHA-256 of a key (printf %s KEY | sha256sum), a "
            "name and, optionally, a limit on requests per minute.");
    v.field("require_key", &O::require_key, "Reject requests without a valid key.");
    v.field("behind_proxy", &O::behind_proxy,
            "Use the last entry of X-Forwarded-For, which the reverse proxy writes, as the "
            "client's address. Without a proxy, clients could forge this header.");
    v.field("cache_size", &O::cache, count_of(0, kMany), "Response cache size in MiB.");
    v.field("preload", &O::preload, "Load all models at startup instead of on first use.");
    v.field("watch", &O::watch,
            "Watch the model files: a changed model is reloaded without interrupting requests. "
            "SIGHUP always reloads the models.");
    v.field("page", &O::page, "Serve the page at /.");
    v.field("quiet", &O::quiet, "Log only warnings, not requests.");
  }
};

}  // namespace regard::serve
