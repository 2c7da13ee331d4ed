#include "cli/translated_files.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/log.h"
#include "base/readable.h"
#include "base/stopwatch.h"
#include "base/terminal.h"
#include "documents/formats.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
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

std::string name_of(const std::string& path) { return fs::path(path).filename().string(); }

/// The file that a single source becomes; empty if `output` is a directory.
std::string single_target(const std::string& source, const std::string& output) {
  const auto* format = documents::format_of(output);
  if (format == nullptr || is_folder(output) || output.ends_with('/')) return {};
  const auto* own = documents::format_of(source);
  if (format != own) {
    throw Error(str("is ", own->name, ", and the output would be ", format->name), source,
                "name an output of the same format, or a directory: -o DIR");
  }
  return output;
}

std::string read_whole(const std::string& path) {
  return read_file(path, 1024 * limits::kMebibyte);
}

}  // namespace

TranslatedFiles take_files(std::vector<std::string>& words, const std::string& output) {
  const bool has_output = output != "-";
  TranslatedFiles files;
  std::vector<std::string> others;
  for (auto& word : words) {
    auto& kind = names_file(word, has_output) ? files.sources : others;
    kind.push_back(std::move(word));
  }
  words = std::move(others);
  if (files.sources.empty()) return files;
  const auto& first = files.sources.front();
  if (!has_output) {
    throw Error("is a file, but no output is named", first,
                str("add -o DIR to translate files, or put ", shell_word(first),
                    " behind --input to print its lines"));
  }
  if (files.sources.size() == 1) {
    if (auto target = single_target(first, output); !target.empty()) {
      files.targets.push_back(std::move(target));
      return files;
    }
  }
  if (is_regular(output)) {
    throw Error("is a file, but must be a directory for translated files", output,
                "name another one");
  }
  std::set<std::string> names;
  for (const auto& source : files.sources) {
    if (!names.insert(name_of(source)).second) {
      throw Error(
          str("two files are called ", name_of(source), ", and both would be written to ", output),
          source, "translate them to different directories");
    }
    files.targets.push_back((fs::path(output) / name_of(source)).string());
  }
  return files;
}

void translate_files(const TranslatedFiles& files, const documents::DocumentOptions& options,
                     const documents::TranslateUnits& translate) {
  for (const auto& target : files.targets) check_replaces_no_input(target, files.sources);
  size_t all = 0;
  for (const auto& source : files.sources) {
    all += documents::open_document({source, read_whole(source)}, options)->units().size();
  }
  const Stopwatch stopwatch;
  ProgressBar bar(static_cast<int64_t>(all), "translate");
  size_t before = 0;
  for (size_t number = 0; number < files.sources.size(); ++number) {
    const auto& source = files.sources[number];
    const auto document = documents::open_document({source, read_whole(source)}, options);
    const auto report = [&](size_t done, size_t /*of*/) {
      bar.update(static_cast<int64_t>(before + done), name_of(source));
    };
    const auto written = documents::translate(*document, translate, report);
    write_file_atomically(files.targets[number], written.bytes);
    for (const auto& warning : written.warnings) log_warning(source, ": ", warning);
    before += document->units().size();
  }
  bar.finish();
  const double seconds = stopwatch.seconds();
  log_info("translated ", counted(all, "text"), " of ", counted(files.sources.size(), "file"),
           " in ", fixed(seconds, 2), " s");
}

}  // namespace regard::cli
