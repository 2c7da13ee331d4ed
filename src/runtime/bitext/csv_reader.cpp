#include <algorithm>
#include <deque>
#include <optional>

#include "base/utf8.h"
#include "bitext/csv_fields.h"
#include "bitext/text_columns.h"
#include "bitext/text_lines.h"
#include "text/column_names.h"

namespace regard::bitext {
namespace {

class CsvReader : public PairReader {
 public:
  CsvReader(const std::string& path, const ReadOptions& options)
      : lines_(path, "CSV"), columns_(chosen_columns(path, options, read_csv)) {}

  bool next(Pair& pair) override {
    if (!separator_) separator_ = csv_separator(beginning());
    if (!next_line()) return false;
    pair.begin(line_.number);
    auto fields = read_record(pair);
    if (pair.number == 1 && is_head(fields)) return next(pair);
    pair.columns = std::ssize(fields);
    if (pair.state == Pair::State::malformed) return true;
    if (pair.columns < std::max(columns_.source, columns_.target)) {
      pair.state = Pair::State::one_column;
    }
    for (int64_t column = 1; auto& field : fields) {
      if (column == columns_.source) {
        pair.source = std::move(field);
      } else if (column == columns_.target) {
        pair.target = std::move(field);
      } else {
        std::ranges::replace(field, '\t', ' ');
        std::ranges::replace(field, '\n', ' ');
        pair.more += '\t' + field;
      }
      ++column;
    }
    return true;
  }

  std::vector<PairFile> files() const override {
    auto file = lines_.file();
    file.note = columns_.note;
    return {file};
  }

 private:
  struct Line {
    std::string text = {};
    int64_t number = 0;
  };

  /// Joins lines while a quote is open. If the next kMostLines do not close it, or text follows
  /// the closing quote, the record is malformed: it ends with its first line, and the other lines
  /// are read again.
  std::vector<std::string> read_record(Pair& pair) {
    constexpr size_t kMostLines = 10'000;
    pair.raw = line_.text;
    std::deque<Line> joined;
    bool is_open = ends_in_quotes(line_.text, *separator_, false);
    while (is_open && joined.size() < kMostLines && next_line()) {
      joined.push_back(line_);
      pair.raw += '\n';
      pair.raw += line_.text;
      is_open = ends_in_quotes(line_.text, *separator_, true);
    }
    auto fields = csv_fields(pair.raw, *separator_);
    std::vector<std::string> texts;
    if (fields && std::ranges::none_of(*fields, &CsvField::has_text_behind_quote)) {
      for (auto& field : *fields) texts.push_back(std::move(field.text));
      return texts;
    }
    pair.state = Pair::State::malformed;
    if (!joined.empty()) pair.raw.resize(pair.raw.find('\n'));
    waiting_.insert(waiting_.begin(), joined.begin(), joined.end());
    return texts;
  }

  /// The first lines, which are put back.
  std::string beginning() {
    constexpr int kLines = 200;
    std::string text;
    std::deque<Line> lines;
    while (std::ssize(lines) < kLines && next_line()) {
      text += line_.text + '\n';
      lines.push_back(line_);
    }
    waiting_ = std::move(lines);
    return text;
  }

  /// Reads the next line: a line that was put back, or a new one.
  bool next_line() {
    if (waiting_.empty()) {
      if (!lines_.next(line_.text)) return false;
      line_.number = lines_.number();
      return true;
    }
    line_ = std::move(waiting_.front());
    waiting_.pop_front();
    return true;
  }

  bool is_head(const std::vector<std::string>& fields) const {
    if (std::max(columns_.source, columns_.target) > std::ssize(fields)) return false;
    const auto column = [&](int64_t number) { return fields[static_cast<size_t>(number - 1)]; };
    return text::name_columns(column(columns_.source), column(columns_.target));
  }

  TextLines lines_;
  TextColumns columns_;
  Line line_;
  std::deque<Line> waiting_ = {};
  std::optional<char> separator_ = {};
};

}  // namespace

std::unique_ptr<PairReader> read_csv(const std::string& path, const ReadOptions& options) {
  return std::make_unique<CsvReader>(path, options);
}

}  // namespace regard::bitext
