#include "serve/own_question.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "regard/base/str.h"
#include "serve/refusal.h"
#include "serve/text_translation.h"

namespace regard::serve {
namespace {

ServedModel& model_of(Service& service, const std::optional<std::string>& name,
                      const std::string& source, const std::string& target) {
  if (name) {
    if (auto* model = service.models.named(*name)) return *model;
    throw Refusal(404,
                  str("there is no model ", *name, "; /v1/models lists those that are served"));
  }
  if (source.empty() && target.empty()) return *service.models.all().front();
  const auto& first = *service.models.all().front();
  return model_for(service, source.empty() ? first.source() : source,
                   target.empty() ? first.target() : target);
}

std::shared_ptr<const text::Glossary> glossary_of(
    const std::optional<std::map<std::string, std::string>>& terms) {
  if (!terms || terms->empty()) return {};
  std::vector<text::Glossary::Term> list;
  for (const auto& [source, target] : *terms) list.push_back({source, target});
  return std::make_shared<const text::Glossary>(std::move(list));
}

void read_search(JsonRequest& fields, const Service& service, config::SearchOptions& search) {
  const int64_t most_beam = service.options.beam_limit;
  constexpr int64_t kMost = 1'000'000;
  search.beam_size = fields.integer("beam_size", 1, most_beam).value_or(search.beam_size);
  search.length_penalty =
      fields.number("length_penalty", 0.0, 10.0).value_or(search.length_penalty);
  search.coverage_penalty =
      fields.number("coverage_penalty", 0.0, 10.0).value_or(search.coverage_penalty);
  search.max_length = fields.integer("max_length", 0, kMost).value_or(search.max_length);
  search.no_repeat_ngram =
      fields.integer("no_repeat_ngram", 0, kMost).value_or(search.no_repeat_ngram);
  search.repetition_penalty =
      fields.number("repetition_penalty", 0.01, 100.0).value_or(search.repetition_penalty);
}

}  // namespace

Wanted read_wanted(JsonRequest& fields, Service& service, const std::string& first_text) {
  const auto name = fields.text("model");
  auto source = fields.text("source").value_or("");
  const auto target = fields.text("target").value_or("");
  Wanted wanted;
  if (source == "auto") {
    wanted.detected = language_of(service, first_text);
    source = wanted.detected->language;
  }
  auto& question = wanted.question = service.question(model_of(service, name, source, target), {});
  const int64_t most = service.options.beam_limit;
  read_search(fields, service, question.search);
  question.n_best = fields.integer("n_best", 1, most).value_or(1);
  question.search.beam_size = std::max(question.search.beam_size, question.n_best);
  question.alternatives = fields.integer("alternatives", 0, most).value_or(0);
  question.prefix = fields.text("prefix").value_or("");
  question.glossary = glossary_of(fields.text_map("glossary"));
  wanted.attention = fields.flag("attention").value_or(false);
  wanted.alignment = fields.flag("alignment").value_or(false);
  wanted.token_scores = fields.flag("token_scores").value_or(false);
  wanted.timeout_ms = fields.integer("timeout_ms", 0, int64_t{1} << 40U);
  question.attention = wanted.attention || wanted.alignment;
  question.token_scores = wanted.token_scores;
  return wanted;
}

}  // namespace regard::serve
