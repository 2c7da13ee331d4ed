#include "cli/translated_page.h"

#include <string>
#include <utility>

#include "base/byte_source.h"
#include "base/files.h"
#include "base/log.h"
#include "base/process.h"
#include "documents/formats.h"
#include "documents/translated_markup.h"
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

void translate_markup(const TranslateOptions& options, const documents::DocumentOptions& of_pages,
                      const documents::TranslateUnits& translate, OutputFile& output) {
  using translate::Markup;
  const auto markup = options.format == Format::html  ? Markup::html
                      : options.format == Format::xml ? Markup::xml
                                                      : Markup::markdown;
  const auto write = [&](const std::string& name, const documents::Document& document) {
    const auto written = documents::translate(document, translate);
    output.write(written.bytes);
    for (const auto& warning : written.warnings) log_warning(name, ": ", warning);
  };
  for (const auto& text : options.texts) {
    write("TEXT", *documents::read_markup(text + '\n', markup, "TEXT", of_pages));
  }
  if (!options.texts.empty()) return;
  const std::string suffix = markup == Markup::html  ? ".html"
                             : markup == Markup::xml ? ".xml"
                                                     : ".md";
  const auto name = options.input == "-" ? "standard input" : options.input;
  write(name, *documents::open_document({name + suffix, whole_of(options.input)}, of_pages));
}

}  // namespace regard::cli
