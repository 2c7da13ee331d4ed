// regard tokenizer: trains tokenizers, applies them to lines, and describes them.
#include "text/tokenizer.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <memory>
#include <sstream>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/log.h"
#include "base/stopwatch.h"
#include "base/terminal.h"
#include "base/utf8.h"
#include "cli/commands.h"
#include "cli/grammar.h"
#include "cli/options.h"
#include "config/tokenizer_options.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/model_directory.h"
#include "text/line_reader.h"
#include "text/tokenizer_pair.h"

namespace regard::cli {
namespace {

using text::LineReader;
using text::Tokenizer;

const char* const kPreprocessSentence =
    "Preprocessing of each line, like data.preprocess in a config.";

struct TrainArguments {
  std::vector<std::string> inputs;
  std::string output;
  text::Preprocess preprocess = text::Preprocess::none;
  config::TokenizerOptions tokenizer;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = TrainArguments;
    v.field("output", &O::output, config::required("FILE"), "The model file to write.");
    v.field("preprocess", &O::preprocess, kPreprocessSentence);
  }
};

struct ApplyArguments {
  std::string model;
  std::string input = "-";
  std::string output = "-";
  bool ids = false;
  text::Preprocess preprocess = text::Preprocess::none;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = ApplyArguments;
    v.field("model", &O::model, config::required("PATH"),
            "The tokenizer: a .model file, or a directory that contains tokenizer.model.");
    v.field("input", &O::input, config::file(),
            "Lines to read, plain or .gz; - is standard input.");
    v.field("output", &O::output, config::file(), "File to write; - is standard output.");
    v.field("ids", &O::ids, "Write or read ids instead of subwords.");
    v.field("preprocess", &O::preprocess, kPreprocessSentence);
  }
};

struct InfoArguments {
  std::string model;
  std::vector<std::string> texts;
  int64_t longest = 10;

  template <class Visitor>
  static void describe(Visitor& v) {
    using O = InfoArguments;
    v.field("model", &O::model, config::required("PATH"),
            "The tokenizer: a .model file, or a directory that contains tokenizer.model.");
    v.field("longest", &O::longest, config::count_of(0), "Number of longest subwords to show.");
  }
};

Tokenizer load_tokenizer(const std::string& path) {
  if (!is_folder(path)) return Tokenizer::load(path);
  const auto inside = store::ModelDirectory(path).joint_tokenizer();
  if (!is_there(inside)) {
    throw Error("has no tokenizer.model", path,
                "name the file: source.model or target.model if each language has its own");
  }
  return Tokenizer::load(inside);
}

template <class Element>
std::string joined(const std::vector<Element>& elements) {
  std::ostringstream out;
  for (size_t i = 0; i < elements.size(); ++i) out << (i > 0 ? " " : "") << elements[i];
  return out.str();
}

std::vector<std::string> split(const std::string& line) {
  std::istringstream in(line);
  return {std::istream_iterator<std::string>(in), {}};
}

int train(const TrainArguments& arguments) {
  const Stopwatch stopwatch;
  const auto how = arguments.preprocess;
  check_replaces_no_input(arguments.output, arguments.inputs);
  AtomicFile output(arguments.output);  // fails before any work if the file is not writable
  std::vector<std::string> lines;
  for (const auto& input : arguments.inputs) {
    LineReader reader(input);
    for (std::string line; reader.next(line);) lines.push_back(text::preprocess(line, how));
  }
  const auto tokenizer = text::train_tokenizer(lines, arguments.tokenizer);
  output.write(tokenizer.bytes());
  output.commit();
  log_info(arguments.output, ": ", name_of(tokenizer.type()), " tokenizer, ", tokenizer.size(),
           " subwords, of ", lines.size(), " lines in ", format_duration(stopwatch.seconds()));
  return 0;
}

/// Passes each line through `convert`, and flushes when no other line is waiting.
int convert_lines(
    const ApplyArguments& arguments,
    const std::function<std::string(const std::string&, const LineReader&)>& convert) {
  check_replaces_no_input(arguments.output, {arguments.input, arguments.model});
  LineReader reader(arguments.input);
  OutputFile output(arguments.output);
  for (std::string line; reader.next(line);) {
    output.write(convert(line, reader) + '\n');
    if (!reader.ready()) output.flush();
  }
  output.commit();
  return 0;
}

int encode(const ApplyArguments& arguments) {
  const auto tokenizer = load_tokenizer(arguments.model);
  const auto how = arguments.preprocess;
  return convert_lines(arguments, [&](const std::string& line, const LineReader&) {
    const std::string prepared = text::preprocess(line, how);
    return arguments.ids ? joined(tokenizer.encode(prepared))
                         : joined(tokenizer.encode_as_pieces(prepared));
  });
}

std::vector<int64_t> ids_of(const std::string& line, const Tokenizer& tokenizer,
                            const LineReader& reader) {
  std::vector<int64_t> ids;
  for (const auto& word : split(line)) {
    int64_t id = -1;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), id);
    if (error != std::errc() || end != word.data() + word.size() || id < 0 ||
        id >= tokenizer.size()) {
      throw Error(
          str("'", word, "' is not an id; this tokenizer has ids from 0 to ", tokenizer.size() - 1),
          reader.where(), "leave --ids out to decode subwords");
    }
    ids.push_back(id);
  }
  return ids;
}

int decode(const ApplyArguments& arguments) {
  const auto tokenizer = load_tokenizer(arguments.model);
  return convert_lines(arguments, [&](const std::string& line, const LineReader& reader) {
    return arguments.ids ? tokenizer.decode(ids_of(line, tokenizer, reader))
                         : tokenizer.decode_pieces(split(line));
  });
}

size_t characters(const std::string& text) { return decode_utf8(text).size(); }

std::vector<std::string> longest_pieces(const Tokenizer& tokenizer, int64_t count) {
  std::vector<std::string> pieces;
  for (int64_t id = text::kEos + 1; id < tokenizer.size(); ++id) {
    pieces.push_back(tokenizer.piece(id));
  }
  std::stable_sort(pieces.begin(), pieces.end(),
                   [](const auto& a, const auto& b) { return characters(a) > characters(b); });
  pieces.resize(std::min(pieces.size(), static_cast<size_t>(count)));
  return pieces;
}

int show_info(const InfoArguments& arguments) {
  const auto tokenizer = load_tokenizer(arguments.model);
  std::string lines =
      str("type           ", name_of(tokenizer.type()), "\npieces         ", tokenizer.size(),
          "\nspecial ids    pad ", text::kPad, ", unk ", text::kUnk, ", bos ", text::kBos, ", eos ",
          text::kEos, "\nnormalization  ", tokenizer.normalization(), "\nsha256         ",
          tokenizer.hash(), "\n");
  if (arguments.longest > 0) {
    lines += str("longest        ", joined(longest_pieces(tokenizer, arguments.longest)), "\n");
  }
  for (const auto& shown : arguments.texts) {
    lines += str("\ntext           ", shown, "\nnormalized     ", tokenizer.normalize(shown),
                 "\npieces         ", joined(tokenizer.encode_as_pieces(shown)),
                 "\nids            ", joined(tokenizer.encode(shown)), "\n");
  }
  write_standard_output(lines);
  return 0;
}

CLI::App* add_train_command(CLI::App& command, TrainArguments& arguments) {
  auto* train_command = command.add_subcommand(
      "train",
      "train a tokenizer on text; regard train does this itself unless a tokenizer is given");
  train_command
      ->add_option("--input", arguments.inputs,
                   "Text to learn from, one sentence per line, plain or .gz; - is standard input.")
      ->required()
      ->type_name("FILE");
  set_examples(*train_command, {"regard tokenizer train --input text.en text.fr -o pieces.model",
                                "regard tokenizer train --input text.en -o bpe.model --type bpe"});
  add_options(*train_command, arguments);
  add_options(*train_command, arguments.tokenizer,
              {"type", "vocab_size", "byte_fallback", "normalization", "character_coverage",
               "min_frequency"});
  return train_command;
}

CLI::App* add_apply_command(CLI::App& command, const std::string& name, const std::string& summary,
                            ApplyArguments& arguments) {
  auto* apply_command = command.add_subcommand(name, summary);
  const auto example = str("regard tokenizer ", name, " pieces.model ");
  set_examples(*apply_command,
               {example + "--input text.en", example + "--ids --input text.en -o text.out"});
  std::vector<std::string> fields = {"model", "input", "output", "ids"};
  if (name == "encode") fields.emplace_back("preprocess");
  add_options(*apply_command, arguments, fields);
  return apply_command;
}

CLI::App* add_info_command(CLI::App& command, InfoArguments& arguments) {
  auto* info_command = command.add_subcommand("info", "describe a tokenizer");
  set_examples(*info_command, {"regard tokenizer info pieces.model",
                               "regard tokenizer info pieces.model --text \"Hello.\""});
  add_options(*info_command, arguments);
  info_command
      ->add_option("--text", arguments.texts,
                   "Show how this text is normalized and split; may be given several times.")
      ->allow_extra_args(false)
      ->type_name("TEXT");
  return info_command;
}

}  // namespace

std::function<int()> add_tokenizer(CLI::App& command) {
  struct Arguments {
    TrainArguments train;
    ApplyArguments apply;
    InfoArguments info;
  };
  auto arguments = std::make_shared<Arguments>();
  command.require_subcommand(1);
  const auto* train_command = add_train_command(command, arguments->train);
  const auto* encode_command =
      add_apply_command(command, "encode", "split lines into subwords", arguments->apply);
  const auto* decode_command =
      add_apply_command(command, "decode", "join subwords or ids into text", arguments->apply);
  add_info_command(command, arguments->info);
  return [=] {
    if (*train_command) return train(arguments->train);
    if (*encode_command) return encode(arguments->apply);
    if (*decode_command) return decode(arguments->apply);
    return show_info(arguments->info);
  };
}

}  // namespace regard::cli
