#include "answers.h"

#include <exception>
#include <new>

#include "regard/base/error.h"
#include "regard/base/named_enum.h"
#include "translate/word_alignment.h"

namespace regard::web {
namespace {

nlohmann::json error(const std::string& what, const std::string& where, const std::string& remedy) {
  return {{"what", what}, {"where", where}, {"remedy", remedy}};
}

nlohmann::json answer_of(const translate::Candidate& candidate, size_t source_words) {
  nlohmann::json answer = {{"text", candidate.text},
                           {"logProb", candidate.log_prob},
                           {"score", candidate.score},
                           {"ids", candidate.ids},
                           {"unfinished", !candidate.finished}};
  if (candidate.confidence) {
    answer["confidence"] = *candidate.confidence;
    answer["wordConfidences"] = candidate.word_confidences;
  }
  if (!candidate.words.empty()) {
    answer["tokens"] = candidate.pieces;
    answer["words"] = candidate.words;
    answer["attention"] =
        translate::whole_rows(candidate.attention, candidate.attention_begins, source_words);
  }
  return answer;
}

}  // namespace

nlohmann::json answer_of(const translate::Translation& translation) {
  auto n_best = nlohmann::json::array();
  for (const auto& candidate : translation.n_best) {
    n_best.push_back(answer_of(candidate, translation.source_words.size()));
  }
  auto flags = nlohmann::json::array();
  for (const auto flag : translation.flags) flags.push_back(name_of(flag));
  return {{"text", translation.text},
          {"nBest", std::move(n_best)},
          {"flags", std::move(flags)},
          {"calibrated", translation.is_calibrated},
          {"sourceWords", translation.source_words},
          {"repeats", translation.repeats},
          {"isShort", translation.is_short},
          {"unfinished", translation.is_unfinished()}};
}

nlohmann::json error_of(std::exception_ptr problem) {
  try {
    std::rethrow_exception(std::move(problem));
  } catch (const Error& problem_of_user) {
    return error(problem_of_user.problem(), problem_of_user.where(), problem_of_user.remedy());
  } catch (const std::bad_alloc&) {
    return error("memory ran out", {}, "close other pages, or use a smaller model");
  } catch (const std::exception& other) {
    return error(other.what(), {}, {});
  }
}

}  // namespace regard::web
