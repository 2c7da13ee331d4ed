#include "cli/translated_files.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "base/files.h"
#include "base/log.h"
#include "base/readable.h"
#include "base/stopwatch.h"
#include "base/terminal.h"
#include "base/utf8.h"
#include "documents/formats.h"
#include "documents/translated_file.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "store/model_directory.h"

namespace regard::cli {
namespace {

namespace fs = std::filesystem;

bool is_regular(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

bool names_file(const std::string& word, bool has_output) {
  if (documents::format_of(word) == nullptr || store::ModelDirectory(word).holds_model()) {
    return false;
  }
  const bool is_text = word.find_first_of(" \n") != std::string::npos;
  return is_regular(word) || (has_output && !is_text && !is_there(word));
}

/// Throws Error for a word that can only be a file name if that file cannot be translated.
void check_is_no_other_file(const std::string& word, bool has_output) {
  const bool is_of_model =
      store::ModelDirectory(word).holds_model() || is_there(fs::path(word) / "config.yaml");
  if (has_output && is_folder(word) && !is_of_model) {
    throw Error("is a directory, but neither a model nor a file to translate", word,
                "name its files: " + shell_word((fs::path(word) / "").string()) + "*");
  }
  const auto suffix = fs::path(word).extension();
  if (suffix.empty() || suffix == ".regard" || !is_regular(word) ||
      documents::format_of(word) != nullptr || store::ModelDirectory(word).holds_model()) {
    return;
  }
  throw Error(
      "is not in a format that regard translates", word,
      str("convert it to one of the formats that regard translate --help lists; as plain text "
          "(--input ",
          shell_word(word), "), its markup would be translated too"));
}

/// Throws Error for a file without a suffix, whose format is unknown.
void check_has_suffix(const std::vector<std::string>& words) {
  for (const auto& word : words) {
    if (!is_regular(word) || fs::path(word).has_extension() ||
        store::ModelDirectory(word).holds_model()) {
      continue;
    }
    throw Error("has no suffix, so its format is not known", word,
                str("give it the suffix of its format, such as .txt, or translate its lines: "
                    "--input ",
                    shell_word(word)));
  }
}

/// Throws Error for a text that is a mistyped file name: a word with the suffix of a format, or
/// words with the suffix of the output, which would be the translation of that name.
void check_names_no_file(const std::vector<std::string>& texts, const std::string& output) {
  const auto suffix = lower_ascii(fs::path(output).extension().string());
  const bool writes_format = documents::format_of(output) != nullptr && suffix != ".txt";
  for (const auto& text : texts) {
    const bool is_like_output = writes_format && lower_ascii(text).ends_with(suffix);
    const bool is_word =
        text.find_first_of(" \t\n") == std::string::npos && text.find("://") == std::string::npos;
    const bool is_name = is_word && documents::format_of(text) != nullptr;
    if ((!is_like_output && !is_name) || store::ModelDirectory(text).holds_model()) continue;
    throw Error("no such file", text,
                str("check the name; to translate it as a text: printf '%s\\n' ", shell_word(text),
                    " | regard translate"));
  }
}

std::string name_of(const std::string& path) { return fs::path(path).filename().string(); }

}  // namespace

std::vector<std::string> take_sources(std::vector<std::string>& words, bool has_output) {
  std::vector<std::string> sources, others;
  for (auto& word : words) {
    check_is_no_other_file(word, has_output);
    auto& kind = names_file(word, has_output) ? sources : others;
    kind.push_back(std::move(word));
  }
  words = std::move(others);
  return sources;
}

TranslatedFiles take_files(std::vector<std::string>& words, const std::string& output,
                           bool names_output) {
  const bool has_output = output != "-";
  if (has_output && (output.ends_with('/') || is_folder(output))) check_has_suffix(words);
  TranslatedFiles files;
  files.sources = take_sources(words, has_output);
  if (files.sources.empty()) {
    check_names_no_file(words, output);
    return files;
  }
  const auto& first = files.sources.front();
  if (!has_output) {
    const auto* problem = names_output ? "is a file, but files are not written to standard output"
                                       : "is a file, but no output is named";
    throw Error(problem, first,
                str("add -o DIR to translate files, or use --input ", shell_word(first),
                    " to print its translated lines"));
  }
  const bool is_one = files.sources.size() == 1 && documents::format_of(output) != nullptr;
  if (!is_one && is_regular(output)) {
    throw Error("is a file, but must be a directory for translated files", output,
                "name a directory");
  }
  const bool names_one_file =
      documents::format_of(output) != nullptr && !output.ends_with('/') && !is_folder(output);
  if (!is_one && names_one_file) {
    throw Error(str("is one file, but ", files.sources.size(), " files are to be translated"),
                output, "name a directory; add a / if its name looks like a file");
  }
  if (is_one) {
    files.targets.push_back(documents::target_of(first, output));
    return files;
  }
  std::set<std::string> names;
  for (const auto& source : files.sources) {
    const auto name = documents::translated_name(name_of(source));
    if (!names.insert(name).second) {
      throw Error(str("two files become ", name, ", and both would be written to ", output), source,
                  "translate them to different directories");
    }
    files.targets.push_back((fs::path(output) / name).string());
  }
  return files;
}

namespace {

void check_replaces_nothing(const TranslatedFiles& files, bool is_bilingual,
                            std::vector<std::string> read) {
  read.insert(read.end(), files.sources.begin(), files.sources.end());
  std::set<std::string> written;
  for (const auto& target : files.targets) {
    std::vector<std::string> outputs = {target};
    for (auto& file : documents::bilingual_files(target)) {
      if (is_bilingual) outputs.push_back(std::move(file));
    }
    for (const auto& output : outputs) {
      check_replaces_no_input(output, read);
      if (written.insert(fs::path(output).lexically_normal().string()).second) continue;
      throw Error("would be written twice", output, "translate the files to different directories");
    }
  }
}

}  // namespace

void translate_files(const TranslatedFiles& files, const documents::FileWork& work,
                     const std::vector<std::string>& read) {
  check_replaces_nothing(files, work.is_bilingual, read);
  size_t all = 0;
  for (const auto& source : files.sources) {
    all += documents::read_document(source, work.options)->units().size();
  }
  const Stopwatch stopwatch;
  ProgressBar bar(static_cast<int64_t>(all), "translate");
  size_t before = 0;
  for (size_t number = 0; number < files.sources.size(); ++number) {
    const auto& source = files.sources[number];
    size_t of_file = 0;
    auto own = work;
    own.report = [&](size_t done, size_t count) {
      of_file = count;
      bar.update(static_cast<int64_t>(before + done), name_of(source));
    };
    own.takes_up = [&](size_t count) {
      log_info(source, ": ", counted(count, "text"), " translated before the interruption");
    };
    const auto warnings = documents::translate_file(source, files.targets[number], own);
    for (const auto& warning : warnings) log_warning(source, ": ", warning);
    before += of_file;
  }
  bar.finish();
  const double seconds = stopwatch.seconds();
  log_info("translated ", counted(all, "text"), " of ", counted(files.sources.size(), "file"),
           " in ", fixed(seconds, 2), " s");
}

}  // namespace regard::cli
