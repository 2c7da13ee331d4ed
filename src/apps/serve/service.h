#pragma once
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "regard/config/search_options.h"
#include "regard/text/glossary.h"
#include "regard/text/translation_memory.h"
#include "regard/translate/translation.h"
#include "serve/answer_cache.h"
#include "serve/client.h"
#include "serve/document_jobs.h"
#include "serve/glossaries.h"
#include "serve/http_message.h"
#include "serve/languages.h"
#include "serve/limits.h"
#include "serve/memory_limits.h"
#include "serve/metrics.h"
#include "serve/openapi_document.h"
#include "serve/serve_options.h"
#include "serve/served_model.h"

namespace regard::serve {

/// The time at which the translation of a request ends, even if it is incomplete.
struct Deadline {
  std::chrono::steady_clock::time_point time;
  std::stop_token gone;  ///< requests a stop if the client disconnects

  /// Throws Refusal (504) once the time has passed, and ClientGone if the client has disconnected.
  void check() const;
};

/// Lines to translate with a model, and the options for it.
struct Question {
  std::shared_ptr<const LoadedModel> model;
  config::SearchOptions search;
  std::vector<std::string> lines;
  int64_t n_best = 1;
  std::string prefix = {};
  int64_t alternatives = 0;
  bool attention = false, word_parts = false, token_scores = false, confidence = false;
  bool shows_attention = false;  ///< the answer lists attention weights
  std::shared_ptr<const text::Glossary> glossary = {};
  std::shared_ptr<const text::TranslationMemory> translation_memory = {};
  std::vector<std::string> keep = {};  ///< words and phrases that stay as they are

  /// Size of an attention weight: in memory, and in JSON if it is shown.
  size_t bytes_of_attention() const { return shows_attention ? 32 : sizeof(float); }
};

/// One answer for each line, and the answers' share of the memory for answers.
struct Answers : std::vector<AnswerCache::Answer> {
  using std::vector<AnswerCache::Answer>::vector;
  std::shared_ptr<const void> memory = {};
};

/// The translation service behind all APIs: each translation equals the command line's.
class Service {
 public:
  /// Throws the errors of ServedModels and ApiKeys.
  explicit Service(const ServeOptions& options);

  /// The translation of each line. Throws Refusal, ClientGone, and Error for invalid options.
  Answers translate(const Question& question, const Deadline& deadline);

  /// The question to translate lines with the model's and the server's search options. Throws
  /// Refusal (503) if the model cannot be loaded.
  Question question(ServedModel& model, std::vector<std::string> lines) const;

  /// The end of the request's timeout, which is at most the server's and begins with its arrival.
  Deadline deadline(const HttpRequest& request, std::optional<int64_t> timeout_ms = {}) const;
  /// The deadline of a request with a file.
  Deadline file_deadline(const HttpRequest& request) const;

  /// Throws Refusal if there are too many texts or characters, or a null character. A prefix
  /// counts for each line.
  void check_size(const std::vector<std::string>& texts, const std::string& prefix = {}) const;

  /// The share of the memory for requests that a request takes while it is read, and that its
  /// answers take. Both throw Refusal: 503 if too little is left, 400 if there never is enough.
  std::shared_ptr<const void> take_memory(const HttpRequest& request);
  std::shared_ptr<const void> take_memory(const Question& question);
  /// A share of the memory for requests, for another purpose. Throws Refusal (503).
  std::shared_ptr<const void> take_memory(size_t bytes);

  const ServeOptions options;
  ServedModels models;
  LanguageDetector detector;
  ApiKeys keys;
  RateLimits rates;
  AnswerCache cache;
  /// Memory for requests, from when they are read until they are answered.
  AnswerBudget memory{memory_for_requests()};
  KeptFiles files;
  DocumentJobs documents{options, [this](auto task) { return begin_task(std::move(task)); }};
  Glossaries glossaries{options.glossaries};
  /// The server's glossary, for the first model's direction; null without one.
  std::shared_ptr<const text::Glossary> glossary;
  std::shared_ptr<const text::TranslationMemory> translation_memory;
  Metrics metrics;
  OpenApiDocument openapi{options.beam_limit};
  std::atomic<bool> is_ready = false, is_draining = false;
  /// Starts a task of several minutes in a thread of the server; false if too many are waiting.
  std::function<bool(std::function<void()>)> begin_task = [](const auto& task) {
    task();
    return true;
  };
  /// Figures that only the server knows: connections and queued requests.
  std::function<std::vector<Metrics::Gauge>()> gauges_of_server = [] {
    return std::vector<Metrics::Gauge>();
  };
};

/// The lines of a text.
std::vector<std::string> lines_of_text(const std::string& text);

/// Number of code points in some texts.
int64_t characters_in(const std::vector<std::string>& texts);

}  // namespace regard::serve
