// regard info: what a model, a run or a file is, how good it is, how it was made, how to use it.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <system_error>

#include "commands.h"
#include "regard/base/counted.h"
#include "regard/base/decimals.h"
#include "regard/base/error.h"
#include "regard/base/output.h"
#include "regard/base/progress_bar.h"
#include "regard/base/regular_file.h"
#include "regard/base/str.h"
#include "regard/config/experiment.h"
#include "regard/metrics/metric_table.h"
#include "regard/store/model_directory.h"
#include "regard/store/model_file.h"
#include "regard/text/line_reader.h"
#include "regard/text/tokenizer.h"
#include "regard/train/run_log.h"

namespace regard::cli {
namespace {

namespace fs = std::filesystem;

class Lines {
 public:
  void add(const std::string& name, const std::string& value) {
    constexpr size_t kColumn = 14;
    text_ +=
        str(name, std::string(name.size() < kColumn ? kColumn - name.size() : 1, ' '), value, '\n');
  }
  void add_use(const std::string& command) {
    text_ += str(has_uses_ ? "" : "\n", "  $ ", command, '\n');
    has_uses_ = true;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  bool has_uses_ = false;
};

std::string megabytes(uintmax_t bytes) {
  return str(fixed(static_cast<double>(bytes) / 1e6, 1), " MB");
}

/// "BLEU 57.3, chrF2 71.2", of a run's scores.
std::string in_words(const std::map<std::string, double>& scores, std::optional<double> loss) {
  std::string words = loss ? str("loss ", fixed(*loss, 4)) : "";
  for (const auto* row : metrics::metrics_that(&metrics::MetricUses::validates)) {
    const auto score = train::score_of(scores, std::string(row->name));
    if (score) words += str(words.empty() ? "" : ", ", row->title, ' ', fixed(*score, 2));
  }
  return words;
}

void add_training(const std::string& directory, Lines& lines) {
  if (!is_there(directory + "/log.jsonl")) return;
  const auto summary = train::read_run_log(directory).summary;
  lines.add("trained",
            str(counted(summary.step, "step"), " in ", format_duration(60 * summary.minutes),
                summary.diverged ? str("; diverged at step ", *summary.diverged) : "",
                summary.ended ? "" : "; not to the end: --resume goes on"));
  const auto valid = in_words(summary.scores, summary.loss);
  const auto test = in_words(summary.test_scores, summary.test_loss);
  if (!valid.empty()) lines.add("validation", valid);
  if (!test.empty()) lines.add("test", test);
}

void add_texts(const config::DataOptions& data, Lines& lines) {
  std::string files;
  for (const auto& text : data.train) {
    const auto& file = !text.tsv.empty() ? text.tsv : !text.text.empty() ? text.text : text.source;
    files += (files.empty() ? "" : ", ") + file;
  }
  if (!files.empty()) lines.add("learnt from", files);
}

std::string info_of_directory(const std::string& path) {
  const store::ModelDirectory directory(path);
  directory.check_holds_model();
  const auto experiment =
      config::load_experiment(directory.config_to_read(), {}, config::Use::translation);
  const auto metadata = store::read_model_metadata(directory.weights());
  const bool translates = experiment.task == config::Task::translation;
  const bool is_run = is_there(path + "/log.jsonl");
  Lines lines;
  lines.add(path, str(translates ? "a translation model" : "a language model",
                      is_run ? ", trained here" : "", metadata.int8 ? ", with 8-bit weights" : ""));
  lines.add("architecture", metadata.architecture);
  if (translates) {
    lines.add("languages",
              str(experiment.data.source_language, " to ", experiment.data.target_language));
  }
  const auto tokenizers = directory.load_tokenizers(experiment.data.preprocess);
  lines.add("vocabulary",
            tokenizers.joint()
                ? str(metadata.target_vocab, " pieces for both languages")
                : str(metadata.source_vocab, " and ", metadata.target_vocab, " pieces"));
  lines.add("size", megabytes(fs::file_size(directory.weights())));
  add_training(path, lines);
  if (!metadata.score.empty()) {
    lines.add("weights", str("of step ", metadata.step, ", chosen by ", metadata.score));
  }
  add_texts(experiment.data, lines);
  if (translates) {
    lines.add_use(str("regard translate ", path, " \"Hello.\""));
    lines.add_use(str("regard eval ", path));
    if (!metadata.int8) lines.add_use(str("regard quantize ", path, " -o ", path, "-int8"));
  } else {
    lines.add_use(str("regard generate ", path, " --prefix \"The \""));
  }
  if (is_run) lines.add_use(str("regard log ", path));
  return lines.text();
}

std::string info_of_tokenizer(const std::string& path) {
  const auto tokenizer = text::Tokenizer::load(path);
  Lines lines;
  lines.add(path, "a tokenizer (SentencePiece)");
  lines.add("vocabulary", str(tokenizer.size(), " pieces"));
  lines.add_use(str("regard tokenizer info ", path, " --text \"Hello.\""));
  return lines.text();
}

std::string info_of_config(const std::string& path) {
  const auto experiment = config::load_experiment(path);
  Lines lines;
  lines.add(path, "a config");
  lines.add("architecture", experiment.model.find("type")->text);
  add_texts(experiment.data, lines);
  lines.add_use(str("regard train ", path));
  lines.add_use(str("regard config show ", path));
  return lines.text();
}

std::string info_of_text(const std::string& path) {
  text::LineReader reader(path, text::LineReader::Encoding::repaired);
  int64_t pairs = 0;
  for (std::string line; reader.next(line);) pairs += line.find('\t') != std::string::npos ? 1 : 0;
  const auto count = reader.line_number();
  const bool is_parallel = count > 0 && pairs == count;
  Lines lines;
  lines.add(path, is_parallel ? "pairs of sentences" : "a text");
  lines.add("lines", str(count));
  lines.add("size", megabytes(fs::file_size(path)));
  if (is_parallel) {
    lines.add_use(str("regard train --data ", path));
  } else {
    lines.add_use(str("regard translate RUN --input ", path));
  }
  return lines.text();
}

std::string info_of(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) return info_of_directory(path);
  size_of_regular_file(path);
  if (path.ends_with(".yaml") || path.ends_with(".yml")) return info_of_config(path);
  if (path.ends_with(".model") || path.ends_with(".spm")) return info_of_tokenizer(path);
  if (path.ends_with(".safetensors")) {
    throw Error("holds weights alone", path, "name the model's directory");
  }
  return info_of_text(path);
}

}  // namespace

std::function<int()> add_info(CLI::App& command) {
  auto path = std::make_shared<std::string>();
  command
      .add_option("PATH", *path,
                  "A run or model directory, a tokenizer, a config, or a text, plain or .gz.")
      ->required()
      ->type_name("PATH");
  return [=] {
    write_standard_output(info_of(*path));
    return 0;
  };
}

}  // namespace regard::cli
