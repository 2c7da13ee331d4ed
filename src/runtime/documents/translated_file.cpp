#include "documents/translated_file.h"

#include <filesystem>
#include <optional>
#include <span>
#include <utility>

#include "base/atomic_file.h"
#include "base/digest.h"
#include "base/files.h"
#include "base/suffixed_name.h"
#include "base/terminal.h"
#include "documents/bilingual.h"
#include "documents/formats.h"
#include "documents/kept_translations.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"

namespace regard::documents {

std::string target_of(const std::string& source, const std::string& output) {
  const auto* format = format_of(output);
  if (format == nullptr || is_folder(output) || output.ends_with('/')) {
    namespace fs = std::filesystem;
    return (fs::path(output) / fs::path(translated_name(source)).filename()).string();
  }
  const auto* own = format_of(translated_name(source));
  if (own != nullptr && format != own) {
    throw Error(str("becomes ", own->name, ", but the output would be ", format->name), source,
                str("give the output the suffix ", own->suffixes, ", or name a directory"));
  }
  return output;
}

namespace {

std::string bytes_of(const std::string& path) { return read_file(path, 1024 * limits::kMebibyte); }

/// Writes the page and the memory next to the translation.
void write_bilingual(const std::string& source, const std::string& target, const FileWork& work,
                     std::span<const Unit> units, std::span<const TranslatedText> translations) {
  const BilingualHead head{.name = std::filesystem::path(source).filename().string(),
                           .source_language = work.options.source_language,
                           .target_language = work.options.target_language};
  const auto files = bilingual_files(target);
  write_file_atomically(files[0], bilingual_page(head, units, translations));
  write_file_atomically(files[1], bilingual_memory(head, units, translations));
}

}  // namespace

std::vector<std::string> bilingual_files(const std::string& target) {
  return {target + ".bilingual.html", target + ".bilingual.tmx"};
}

std::unique_ptr<Document> read_document(const std::string& path, const DocumentOptions& options) {
  return open_document({path, bytes_of(path)}, options);
}

std::vector<std::string> translate_file(const std::string& source, const std::string& target,
                                        const FileWork& work) {
  check_replaces_no_input(target, {source});
  auto bytes = bytes_of(source);
  std::optional<KeptTranslations> kept;
  if (!work.key.empty())
    kept.emplace(with_suffix(target, ".unfinished"), str(work.key, sha256(bytes)));
  if (kept && kept->count() > 0 && work.takes_up) work.takes_up(kept->count());
  const auto document = open_document({source, std::move(bytes)}, work.options);
  const auto translate_units = [&](const std::vector<std::string>& texts, bool needs_alignment) {
    return kept ? kept->translate(work.translate_units, texts, needs_alignment)
                : work.translate_units(texts, needs_alignment);
  };
  const auto translations = translations_of(*document, translate_units, work.report);
  auto written = document->write(translations);
  write_file_atomically(target, written.bytes);
  if (work.is_bilingual) write_bilingual(source, target, work, document->units(), translations);
  if (kept) kept->remove();
  return written.warnings;
}

}  // namespace regard::documents
