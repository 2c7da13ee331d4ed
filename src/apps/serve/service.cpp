#include "serve/service.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "base/digest.h"
#include "base/log.h"
#include "base/machine.h"
#include "base/utf8.h"
#include "bitext/glossary_file.h"
#include "config/writer.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "serve/fields.h"
#include "serve/http_message.h"
#include "translate/flags.h"
#include "translate/sources.h"

namespace regard::serve {
namespace {

using std::chrono::milliseconds;

/// Retry-After for rejected requests.
constexpr milliseconds kLater(1000);
/// Lines translated together: more lines take memory; fewer leave threads idle at the end.
constexpr size_t kLinesAtOnce = 4096;

/// A digest of everything that the translation of a line depends on, except the line itself. It is
/// part of the key of each line.
std::string key_of(const Question& question) {
  std::string key =
      str(question.model->name, '\0', question.model->generation, '\0', question.n_best, '\0',
          question.alternatives, question.attention, question.word_parts, question.token_scores,
          question.confidence, '\0', question.prefix, '\0');
  config::for_each_field<config::SearchOptions>([&](const auto& field) {
    key += config::format_value(question.search.*field.member) + '\0';
  });
  if (question.glossary) {
    for (const auto& term : question.glossary->terms()) {
      key += term.source + '\0' + term.target + '\0';
    }
  }
  for (const auto& text : question.keep) key += '\0' + text;
  Digest digest;
  digest.add(key);
  return digest.bytes();
}

/// Maximum memory of a request while it is read: its body, a copy of its texts, and its values,
/// whose number is estimated from the marks between them.
size_t bytes_of_reading(const HttpRequest& request) {
  constexpr size_t kOfRequest = size_t{64} << 10U, kOfByte = 4, kOfValue = 110;
  const auto values = std::ranges::count_if(request.body, [](char c) {
    return c == ',' || c == '[' || c == '{' || c == '&' || c == '\n';
  });
  return kOfRequest + request.body.size() * kOfByte + static_cast<size_t>(values) * kOfValue;
}

/// Maximum memory of the answers to some lines while they are searched and written. A candidate has
/// about as many words as its line; its attention has a number for each pair of words.
size_t bytes_of_answers(const Question& question) {
  constexpr size_t kOfLine = 800, kOfCandidate = 800, kOfCharacter = 64, kOfScoredCharacter = 600;
  const auto candidates = static_cast<size_t>(
      std::max<int64_t>(question.alternatives > 0 ? question.alternatives : question.n_best, 1));
  const auto longest = question.search.longest_source > 0
                           ? static_cast<size_t>(question.search.longest_source)
                           : translate::kLongestSource;
  size_t bytes = 0;
  for (const auto& line : question.lines) {
    bytes += kOfLine;
    if (line.empty()) continue;
    const auto words = static_cast<size_t>(std::ranges::count(line, ' ')) + line.size() / 8 + 1;
    size_t of_candidate = kOfCandidate + line.size() * kOfCharacter;
    if (question.token_scores || question.confidence) {
      of_candidate += line.size() * kOfScoredCharacter;
    }
    if (question.attention) {
      // Attention is kept for each part of a line, and shown for the line.
      const auto columns = question.shows_attention ? words : std::min(words, longest);
      of_candidate += words * columns * question.bytes_of_attention();
    }
    bytes += candidates * of_candidate;
  }
  return bytes;
}

Refusal no_memory_left() {
  return {503, "the requests in progress use all memory available to them", kLater};
}

int64_t target_tokens(const std::vector<translate::Translation>& translations) {
  int64_t tokens = 0;
  for (const auto& translation : translations) {
    if (!translation.n_best.empty()) {
      tokens += static_cast<int64_t>(translation.n_best.front().ids.size());
    }
  }
  return tokens;
}

void flag_languages(const LoadedModel& model, std::vector<translate::Translation>& translations) {
  const auto& language = model.model.experiment().data.target_language;
  for (auto& translation : translations) {
    if (language.empty() || !is_in_other_language(translation.text, language)) continue;
    add_flag(translate::Flag::wrong_language, translation.flags);
  }
}

}  // namespace

void Deadline::check() const {
  if (gone.stop_requested()) throw ClientGone();
  if (std::chrono::steady_clock::now() >= time) {
    throw Refusal(504,
                  "the translation did not finish in time; send less text, or raise the "
                  "limit with the header X-Timeout-Ms");
  }
}

Service::Service(const ServeOptions& chosen)
    : options(chosen),
      models(chosen),
      detector(models.languages()),
      keys(chosen.keys.empty() ? ApiKeys() : ApiKeys::load(chosen.keys)),
      cache(static_cast<size_t>(chosen.cache) << 20U) {
  if (chosen.require_key && keys.is_empty()) {
    throw Error("needs a key file", "--require-key", "give --keys FILE");
  }
  const auto& first = *models.all().front();
  const text::GlossaryLanguages languages = {.source = first.source(), .target = first.target()};
  if (!options.glossary.empty()) {
    glossary =
        std::make_shared<const text::Glossary>(bitext::load_glossary(options.glossary, languages));
  }
  if (!options.translation_memory.empty()) {
    translation_memory = std::make_shared<const text::TranslationMemory>(
        bitext::load_memory(options.translation_memory, languages));
  }
}

std::shared_ptr<const void> Service::take_memory(const HttpRequest& request) {
  return take_memory(bytes_of_reading(request));
}

std::shared_ptr<const void> Service::take_memory(size_t bytes) {
  auto part = memory.take(bytes);
  if (!part) throw no_memory_left();
  return part;
}

std::shared_ptr<const void> Service::take_memory(const Question& question) {
  const auto bytes = bytes_of_answers(question);
  if (bytes > bounds::kAnswerBytes) {
    throw Refusal(400,
                  "the answer would take too much memory; send fewer texts at once or shorter "
                  "lines, or request fewer details");
  }
  return take_memory(bytes);
}

Answers Service::translate(const Question& question, const Deadline& deadline) {
  deadline.check();
  if (question.glossary && question.glossary != glossary) check_glossary(*question.glossary);
  Answers answers(question.lines.size());
  answers.memory = take_memory(question);
  const auto key = key_of(question);
  std::vector<std::string> lines;
  std::vector<size_t> numbers;
  for (size_t line = 0; line < question.lines.size(); ++line) {
    deadline.check();
    answers[line] = cache.find(key + question.lines[line]);
    if (answers[line]) continue;
    lines.push_back(question.lines[line]);
    numbers.push_back(line);
  }
  if (lines.empty()) return answers;
  translate::TranslationRequest request{.search = question.search, .n_best = question.n_best};
  auto& request_options = request.options;
  request_options.glossary = question.glossary.get();
  request_options.memory = question.translation_memory.get();
  request_options.keep = question.keep;
  request_options.attention = question.attention;
  request_options.word_parts = question.word_parts;
  request_options.token_scores = question.token_scores;
  request_options.confidence = question.confidence;
  request_options.alternatives = question.alternatives;
  std::vector<translate::Translation> translations;
  for (size_t first = 0; first < lines.size(); first += kLinesAtOnce) {
    const auto some = std::span(lines).subspan(first, std::min(kLinesAtOnce, lines.size() - first));
    if (!question.prefix.empty()) request_options.prefixes.assign(some.size(), question.prefix);
    auto found = question.model->model.translate(some, request, [&] { deadline.check(); });
    if (question.confidence) flag_languages(*question.model, found);
    std::ranges::move(found, std::back_inserter(translations));
  }
  metrics.count_translated(static_cast<int64_t>(lines.size()), target_tokens(translations));
  for (size_t found = 0; found < translations.size(); ++found) {
    auto answer = std::make_shared<const translate::Translation>(std::move(translations[found]));
    cache.add(key + lines[found], answer);
    answers[numbers[found]] = std::move(answer);
  }
  return answers;
}

Question Service::question(ServedModel& model, std::vector<std::string> lines) const {
  try {
    auto loaded = model.get();
    auto search = loaded->model.experiment().search;
    options.override_search(search);
    Question question{
        .model = std::move(loaded), .search = std::move(search), .lines = std::move(lines)};
    const auto& first = *models.all().front();
    if (model.source() == first.source() && model.target() == first.target()) {
      question.glossary = glossary;
      question.translation_memory = translation_memory;
    }
    return question;
  } catch (const Error& error) {
    log_warning(model.name(), ": cannot be loaded: ", error.what());
  } catch (const std::exception& error) {  // no memory or no thread is left
    log_warning(model.name(),
                ": cannot be loaded: ", is_out_of_memory(error) ? "memory ran out" : error.what());
  }
  throw Refusal(503, str("the model ", model.name(), " cannot be loaded"), kLater);
}

namespace {

Deadline deadline_within(const HttpRequest& request, std::optional<int64_t> timeout_ms,
                         milliseconds most) {
  if (!timeout_ms) timeout_ms = timeout_of_head(request);
  const auto wanted = timeout_ms ? milliseconds(*timeout_ms) : most;
  return {.time = request.received + std::min(wanted, most), .gone = request.gone};
}

}  // namespace

Deadline Service::deadline(const HttpRequest& request, std::optional<int64_t> timeout_ms) const {
  return deadline_within(request, timeout_ms, milliseconds(options.timeout_ms));
}

Deadline Service::file_deadline(const HttpRequest& request) const {
  return deadline_within(request, {}, milliseconds(options.file_timeout_ms));
}

void Service::check_size(const std::vector<std::string>& texts, const std::string& prefix) const {
  const auto count = static_cast<int64_t>(texts.size());
  if (count > options.batch_limit) {
    throw InvalidRequest(
        str("request (", count, ") exceeds text limit (", options.batch_limit, ")"));
  }
  for (const auto& text : texts) refuse_null_character(text, "a text");
  refuse_null_character(prefix, "prefix");
  int64_t characters = characters_in(texts);
  if (!prefix.empty()) {
    int64_t lines = count;
    for (const auto& text : texts) lines += std::ranges::count(text, '\n');
    characters += lines * characters_in({prefix});
  }
  if (characters > options.char_limit) {
    throw InvalidRequest(
        str("request (", characters, ") exceeds text limit (", options.char_limit, ")"));
  }
}

std::vector<std::string> lines_of_text(const std::string& text) {
  std::vector<std::string> lines;
  size_t begin = 0;
  for (size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', begin)) {
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  lines.push_back(text.substr(begin));
  return lines;
}

int64_t characters_in(const std::vector<std::string>& texts) {
  int64_t characters = 0;
  for (const auto& text : texts) {
    characters += std::ranges::count_if(text, [](char c) {
      return !continues_character(c);  // counts all bytes except continuation bytes
    });
  }
  return characters;
}

}  // namespace regard::serve
