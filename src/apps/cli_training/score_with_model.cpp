#include "cli_training/commands.h"

#include <nlohmann/json.hpp>
#include <vector>

#include "base/terminal.h"
#include "interop/load_model.h"
#include "model/modules.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "scoring/score_text.h"
#include "text/line_reader.h"

namespace regard::cli {
namespace {

/// Lines scored together: enough for batches of similar length.
constexpr size_t kLinesAtOnce = 1024;

std::string line_of(const translate::TokenScores& score, bool json) {
  if (!json) return str(score.log_prob(), '\n');
  const auto tokens = static_cast<double>(score.pieces.size());
  const nlohmann::ordered_json line = {{"log_prob", score.log_prob()},
                                       {"score", score.log_prob() / tokens},
                                       {"tokens", score.pieces},
                                       {"log_probs", score.log_probs}};
  return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

}  // namespace

int score_with_model(const ModelScoreArguments& arguments) {
  if (arguments.source.empty()) {
    throw Error("--model scores the lines of -i as translations of the lines of --source", {},
                "give both: regard score --model MODEL --source FILE -i FILE");
  }
  const auto loaded = interop::load_model(arguments.model, model::device_named("auto"));
  text::LineReader sources(arguments.source), targets(arguments.target);
  bool has_more = true;
  while (has_more) {
    std::vector<std::string> source_lines, target_lines;
    std::string source, target;
    while (has_more && source_lines.size() < kLinesAtOnce) {
      has_more = sources.next(source);
      if (has_more != targets.next(target)) {
        throw Error(str("ends at line ", has_more ? targets.line_number() : sources.line_number(),
                        ", but ", has_more ? arguments.source : arguments.target, " continues"),
                    has_more ? arguments.target : arguments.source,
                    "give files with corresponding lines");
      }
      if (!has_more) break;
      source_lines.push_back(source);
      target_lines.push_back(target);
    }
    std::string output;
    for (const auto& score :
         translate::score_tokens(*loaded.model, loaded.tokenizers, source_lines, target_lines)) {
      output += line_of(score, arguments.json);
    }
    write_standard_output(output);
  }
  return 0;
}

}  // namespace regard::cli
