#include "cli/running_text.h"

#include "cli/translation_input.h"
#include "text/document.h"
#include "text/line_reader.h"

namespace regard::cli {
namespace {

/// Lines of running text translated together: enough for batches of similar length.
constexpr size_t kLinesAtOnce = 512;

}  // namespace

void translate_running_text(const std::string& input, const TranslateText& translate,
                            OutputFile& output) {
  text::LineReader reader(input, text::LineReader::Encoding::repaired);
  text::VerbatimLines verbatim;
  std::vector<std::string> lines;
  const auto write = [&] {
    for (const auto& part : translate(lines)) output.write(part);
    output.flush();
    lines.clear();
  };
  for (std::string text; reader.next(text);) {
    check_is_not_binary(text, reader.where());
    if (reader.line_number() == 1 && reader.has_byte_order_mark())
      output.write(text::kByteOrderMark);
    const bool is_blank = text.find_first_not_of(" \t\r") == std::string::npos;
    text += reader.end().empty() ? "\n" : reader.end();
    for (const auto line : text::lines_with_ends(text)) {
      verbatim.is_verbatim(line);
      lines.emplace_back(line);
    }
    const bool is_enough = lines.size() >= kLinesAtOnce || !reader.ready();
    if (is_blank && !verbatim.is_within() && is_enough) write();
  }
  write();
  output.commit();
}

}  // namespace regard::cli
