#include "cli/translated_page.h"

#include <string>
#include <utility>

#include "base/byte_source.h"
#include "base/files.h"
#include "base/log.h"
#include "base/process.h"
#include "documents/formats.h"
#include "regard/base/limits.h"

namespace regard::cli {
namespace {

std::string whole_of(const std::string& input) {
  constexpr size_t kMost = 1024 * limits::kMebibyte;
  if (input != "-") return read_file(input, kMost);
  std::string whole;
  for (DescriptorBytes bytes(0, "standard input"); whole.size() < kMost && bytes.append(whole);) {
    stop_if_interrupted();
  }
  return whole;
}

}  // namespace

void translate_markup(const TranslateOptions& options, const documents::TranslateUnits& translate,
                      OutputFile& output) {
  const std::string suffix = options.format == Format::html  ? ".html"
                             : options.format == Format::xml ? ".xml"
                                                             : ".md";
  const auto write = [&](const std::string& name, std::string page) {
    const auto document =
        documents::open_document({name + suffix, std::move(page)}, options.documents);
    const auto written = documents::translate(*document, translate);
    output.write(written.bytes);
    for (const auto& warning : written.warnings) log_warning(name, ": ", warning);
  };
  for (const auto& text : options.texts) write("TEXT", text + '\n');
  if (options.texts.empty()) {
    write(options.input == "-" ? "standard input" : options.input, whole_of(options.input));
  }
}

}  // namespace regard::cli
