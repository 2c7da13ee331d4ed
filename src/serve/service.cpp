#include "serve/service.h"

#include <algorithm>
#include <utility>

#include "regard/base/error.h"
#include "regard/base/log.h"
#include "regard/base/str.h"
#include "regard/config/fields.h"
#include "regard/config/scalar.h"
#include "serve/refusal.h"

namespace regard::serve {
namespace {

using std::chrono::milliseconds;

/// All that the translation of a line depends on, but for the line.
std::string key_of(const Question& question) {
  std::string key = str(question.model->name, '\0', question.model->generation, '\0',
                        question.n_best, '\0', question.alternatives, question.attention,
                        question.token_scores, '\0', question.prefix, '\0');
  config::for_each_field<config::SearchOptions>([&](const auto& field) {
    key += config::format_value(question.search.*field.member) + '\0';
  });
  if (question.glossary) {
    for (const auto& term : question.glossary->terms()) {
      key += term.source + '\0' + term.target + '\0';
    }
  }
  return key + '\0';
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

}  // namespace

void Patience::check() const {
  if (gone.stop_requested()) throw ClientGone();
  if (std::chrono::steady_clock::now() >= deadline) {
    throw Refusal(504,
                  "the translation was not done in time; ask for less text, or give it more "
                  "milliseconds (timeout_ms)");
  }
}

Service::Service(const ServeOptions& chosen)
    : options(chosen),
      models(chosen),
      detector(models.languages()),
      keys(chosen.keys.empty() ? ApiKeys() : ApiKeys::load(chosen.keys)),
      cache(static_cast<size_t>(chosen.cache) << 20U) {
  if (chosen.require_key && keys.is_empty()) {
    throw Error("needs a file of keys", "--require-key", "--keys FILE names one");
  }
}

Answers Service::translate(const Question& question, const Patience& patience) {
  patience.check();
  Answers answers(question.lines.size());
  const auto key = key_of(question);
  std::vector<std::string> lines;
  std::vector<size_t> numbers;
  for (size_t line = 0; line < question.lines.size(); ++line) {
    answers[line] = cache.find(key + question.lines[line]);
    if (answers[line]) continue;
    lines.push_back(question.lines[line]);
    numbers.push_back(line);
  }
  if (lines.empty()) return answers;
  translate::TranslationRequest request{.search = question.search, .n_best = question.n_best};
  auto& wishes = request.wishes;
  if (!question.prefix.empty()) wishes.prefixes.assign(lines.size(), question.prefix);
  wishes.glossary = question.glossary.get();
  wishes.attention = question.attention;
  wishes.token_scores = question.token_scores;
  wishes.alternatives = question.alternatives;
  auto translations = question.model->model.translate(lines, request, [&] { patience.check(); });
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
    return {.model = std::move(loaded), .search = std::move(search), .lines = std::move(lines)};
  } catch (const Error& error) {
    log_warning(model.name(), ": cannot be loaded: ", error.where(), ": ", error.what());
    throw Refusal(503, str("the model ", model.name(), " cannot be loaded"));
  }
}

Patience Service::patience(const HttpRequest& request, std::optional<int64_t> timeout_ms) const {
  if (!timeout_ms) {
    const auto header = request.header("X-Timeout-Ms");
    if (!header.empty()) timeout_ms = config::parse_int(std::string(header));
  }
  const auto most = milliseconds(options.timeout_ms);
  const auto wanted = timeout_ms ? milliseconds(std::max<int64_t>(*timeout_ms, 0)) : most;
  return {.deadline = request.received + std::min(wanted, most), .gone = request.gone};
}

void Service::check_size(const std::vector<std::string>& texts) const {
  const auto count = static_cast<int64_t>(texts.size());
  if (count > options.batch_limit) {
    throw Refusal(400, str("Invalid request: request (", count, ") exceeds text limit (",
                           options.batch_limit, ")"));
  }
  const auto characters = characters_in(texts);
  if (characters > options.char_limit) {
    throw Refusal(400, str("Invalid request: request (", characters, ") exceeds text limit (",
                           options.char_limit, ")"));
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
      return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;  // no continuation byte
    });
  }
  return characters;
}

}  // namespace regard::serve
