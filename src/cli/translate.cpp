// regard translate: text in, translations out, one line for one line.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <iomanip>
#include <memory>
#include <sstream>

#include "commands.h"
#include "options.h"
#include "regard/base/error.h"
#include "regard/base/log.h"
#include "regard/base/output.h"
#include "regard/base/str.h"
#include "regard/config/generation_options.h"
#include "regard/config/search_options.h"
#include "regard/text/line_reader.h"
#include "regard/translate/translator.h"

namespace regard::cli {
namespace {

struct TranslateOptions {
  std::string model;
  std::string input = "-";
  std::string output = "-";
  std::string format = "text";
  int64_t n_best = 1;
  bool sample = false;
  std::string device = "auto";
  std::string compute = "auto";
  int64_t threads = 0;

  template <class Visitor>
  static void describe(Visitor& v) {
    using config::anything, config::at_least, config::one_of;
    using O = TranslateOptions;
    v.field("model", &O::model, "The model: a directory that regard train left.");
    v.field("input", &O::input,
            "Text to translate, a sentence a line, plain or .gz; - is standard input.");
    v.field("output", &O::output,
            "File for the translations, written beside and renamed; - is standard output.");
    v.field("format", &O::format, one_of({"text", "nbest"}),
            "text: a line for a line. nbest: a line for each candidate, as Moses and Marian write "
            "them: "
            "number of the input line from 0 ||| text ||| F0= log-probability ||| score.");
    v.field("n_best", &O::n_best, at_least<int64_t>(1),
            "Candidates for each line; more than 1 means --format nbest.");
    v.field(
        "sample", &O::sample,
        "Draw translations at random instead of searching for the best, for back-translation; by "
        "temperature, top_k, top_p and seed.");
    v.field("device", &O::device, "auto, cpu, cuda or cuda:N.");
    v.field("compute", &O::compute, one_of({"auto", "float32", "int8"}),
            "Numbers of matrix products on the CPU. int8 is faster and a little less exact; auto "
            "is float32, or int8 for what regard quantize wrote.");
    v.field("threads", &O::threads, at_least<int64_t>(0), "CPU threads. 0 is one for each core.");
  }
};

using SearchOverrides = std::function<void(config::SearchOptions&)>;

/// Reads lines that are translated together: those that are there, so that a sentence on its own is
/// answered at once, and of a long text more and more, for sentences of like length go faster.
class Blocks {
 public:
  Blocks(const std::string& path, int64_t batch_size)
      : reader_(path, text::LineReader::Encoding::repaired),
        size_(static_cast<size_t>(batch_size)),
        largest_(kLargestInBatches * size_) {}

  /// Empty at the end.
  std::vector<std::string> next() {
    std::vector<std::string> lines;
    std::string line;
    while (lines.size() < size_ && (lines.empty() || reader_.ready()) && reader_.next(line)) {
      warn_of_repair(line);
      lines.push_back(std::move(line));
    }
    size_ = std::min(2 * size_, largest_);
    return lines;
  }

 private:
  static constexpr size_t kLargestInBatches = 64;

  void warn_of_repair(const std::string& line) {
    if (warned_ || line.find("\uFFFD") == std::string::npos) return;
    log_warning(reader_.where(),
                ": not valid UTF-8; what is not has become \uFFFD, here and further on");
    warned_ = true;
  }

  text::LineReader reader_;
  size_t size_;
  size_t largest_;
  bool warned_ = false;
};

/// Two digits behind the point.
std::string rounded(double value) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(2) << value;
  return text.str();
}

std::string nbest_lines(const translate::Translation& translation, int64_t number) {
  if (translation.n_best.empty()) return str(number, " |||  ||| F0= 0 ||| 0\n");
  std::string lines;
  for (const auto& candidate : translation.n_best) {
    lines += str(number, " ||| ", candidate.text, " ||| F0= ", candidate.log_prob, " ||| ",
                 candidate.score, '\n');
  }
  return lines;
}

config::SearchOptions search_options(const translate::Translator& translator,
                                     const SearchOverrides& override_search, int64_t n_best) {
  auto search = translator.search_options();
  override_search(search);
  if (n_best > search.beam_size) {
    throw Error(str("--n-best is ", n_best, ", but the beam holds ", search.beam_size), {},
                str("give --beam-size ", n_best, ", too"));
  }
  return search;
}

int translate_text(const TranslateOptions& options, const SearchOverrides& override_search,
                   const config::GenerationOptions& sampling) {
  auto translator = translate::Translator::load(
      options.model,
      {.device = options.device, .compute = options.compute, .threads = options.threads});
  const auto search = search_options(translator, override_search, options.n_best);
  if (options.sample && options.n_best > 1) {
    throw Error(str("--n-best is ", options.n_best, ", but --sample draws one translation"), {},
                "leave --n-best out; another --seed draws another one");
  }
  Blocks blocks(options.input, search.batch_size);
  OutputFile output(options.output);
  const bool as_text = options.format == "text" && options.n_best == 1;
  int64_t number = 0;
  double seconds = 0.0;
  for (auto lines = blocks.next(); !lines.empty(); lines = blocks.next()) {
    const auto begin = std::chrono::steady_clock::now();
    const auto translations = options.sample ? translator.sample(lines, search, sampling, number)
                                             : translator.translate(lines, search, options.n_best);
    for (const auto& translation : translations) {
      output.write(as_text ? translation.text + '\n' : nbest_lines(translation, number));
      ++number;
    }
    output.flush();
    seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  }
  output.commit();
  log_info("translated ", number, number == 1 ? " line in " : " lines in ", rounded(seconds),
           " s (", rounded(static_cast<double>(number) / std::max(seconds, 1e-9)), " lines/s)");
  return 0;
}

}  // namespace

std::function<int()> add_translate(CLI::App& command) {
  auto options = std::make_shared<TranslateOptions>();
  add_options(command, *options);
  command.get_option("--model")->required()->type_name("DIR");
  command.get_option("--input")->type_name("FILE");
  command.get_option("--output")->type_name("FILE");
  const auto override_search = add_overrides<config::SearchOptions>(command);
  auto sampling = std::make_shared<config::GenerationOptions>();
  add_options(command, *sampling, {"temperature", "top_k", "top_p", "seed"});
  return [=] {
    try {
      return translate_text(*options, override_search, *sampling);
    } catch (const OutputClosed&) {
      return 0;  // the reader has seen enough, as in `regard translate ... | head`
    }
  };
}

}  // namespace regard::cli
