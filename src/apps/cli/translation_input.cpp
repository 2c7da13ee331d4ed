#include "cli/translation_input.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/log.h"
#include "regard/base/error.h"
#include "text/line_reader.h"

namespace regard::cli {
namespace {

/// Texts of the command line, each a line.
class GivenLines : public Blocks {
 public:
  explicit GivenLines(std::vector<std::string> texts) : texts_(std::move(texts)) {
    for (auto& text : texts_) std::ranges::replace(text, '\n', ' ');
  }
  InputLines next() override { return {.texts = std::exchange(texts_, {})}; }
  int64_t line_count() const override { return static_cast<int64_t>(texts_.size()); }

 private:
  std::vector<std::string> texts_;
};

/// Lines of a file or of standard input: those that are available, so that a single sentence is
/// answered at once, and more and more of a long text, because batches of similar length are
/// faster.
class ReadLines : public Blocks {
 public:
  ReadLines(const std::string& path, int64_t batch_size)
      : reader_(path, text::LineReader::Encoding::repaired),
        size_(static_cast<size_t>(batch_size)),
        largest_(kLargestInBatches * size_),
        line_count_(stderr_is_terminal() ? count_lines(path) : 0) {}

  int64_t line_count() const override { return line_count_; }

  InputLines next() override {
    InputLines lines;
    std::string line;
    while (lines.texts.size() < size_ && (lines.texts.empty() || reader_.ready()) &&
           reader_.next(line)) {
      check_is_not_binary(line, reader_.where());
      warn_of_repair(line);
      lines.texts.push_back(std::move(line));
      lines.ends.emplace_back(reader_.end().starts_with('\r') ? "\r\n" : "\n");
    }
    size_ = std::min(2 * size_, largest_);
    return lines;
  }

  bool has_byte_order_mark() const override { return reader_.has_byte_order_mark(); }

 private:
  static constexpr size_t kLargestInBatches = 64;

  /// Number of lines of a file that can be read twice; 0 otherwise.
  static int64_t count_lines(const std::string& path) {
    std::error_code ignored;
    if (path == "-" || !std::filesystem::is_regular_file(path, ignored)) return 0;
    text::LineReader reader(path, text::LineReader::Encoding::repaired);
    for (std::string line; reader.next(line);) {
    }
    return reader.line_number();
  }

  void warn_of_repair(const std::string& line) {
    if (warned_ || line.find("\uFFFD") == std::string::npos) return;
    log_warning(reader_.where(), ": not valid UTF-8; invalid bytes here and below become \uFFFD");
    warned_ = true;
  }

  text::LineReader reader_;
  size_t size_;
  size_t largest_;
  int64_t line_count_;
  bool warned_ = false;
};

}  // namespace

void check_is_not_binary(const std::string& line, const std::string& where) {
  if (line.find('\0') == std::string::npos) return;
  throw Error("is not text: it has a byte of value 0", where, "name a text file");
}

std::unique_ptr<Blocks> lines_of(const std::vector<std::string>& texts, const std::string& input,
                                 int64_t batch_size) {
  if (!texts.empty()) return std::make_unique<GivenLines>(texts);
  return std::make_unique<ReadLines>(input, batch_size);
}

}  // namespace regard::cli
