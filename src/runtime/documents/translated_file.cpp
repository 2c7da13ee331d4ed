#include "documents/translated_file.h"

#include <filesystem>

#include "base/atomic_file.h"
#include "base/files.h"
#include "base/terminal.h"
#include "documents/formats.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

namespace regard::documents {

std::string target_of(const std::string& source, const std::string& output) {
  const auto* format = format_of(output);
  if (format == nullptr || is_folder(output) || output.ends_with('/')) {
    namespace fs = std::filesystem;
    return (fs::path(output) / fs::path(source).filename()).string();
  }
  const auto* own = format_of(source);
  if (own != nullptr && format != own) {
    throw Error(str("is ", own->name, ", and the output would be ", format->name), source,
                "name an output of the same format, or a directory");
  }
  return output;
}

std::unique_ptr<Document> read_document(const std::string& path, const DocumentOptions& options) {
  return open_document({path, read_file(path, 1024 * limits::kMebibyte)}, options);
}

std::vector<std::string> translate_file(
    const std::string& source, const std::string& target, const DocumentOptions& options,
    const TranslateUnits& translate_units,
    const std::function<void(size_t done, size_t all)>& report) {
  check_replaces_no_input(target, {source});
  const auto document = read_document(source, options);
  auto written = translate(*document, translate_units, report);
  write_file_atomically(target, written.bytes);
  return written.warnings;
}

}  // namespace regard::documents
