#include <algorithm>
#include <string_view>

#include "bitext/text_columns.h"
#include "bitext/text_lines.h"
#include "text/column_names.h"
#include "text/quoted_field.h"

namespace regard::bitext {
namespace {

/// Lines of tab-separated columns.
class TsvReader : public PairReader {
 public:
  TsvReader(const std::string& path, const ReadOptions& options)
      : lines_(path, "TSV"), columns_(chosen_columns(path, options, read_tsv)) {}

  bool next(Pair& pair) override {
    if (!lines_.next(line_)) return false;
    pair.begin(lines_.number());
    pair.raw = line_;
    pair.columns = 0;
    std::string_view rest = line_;
    while (true) {
      const size_t tab = rest.find('\t');
      take(pair, rest.substr(0, tab));
      if (tab == std::string_view::npos) break;
      rest.remove_prefix(tab + 1);
    }
    if (pair.columns < std::max(columns_.source, columns_.target)) {
      pair.state = Pair::State::one_column;
    }
    if (pair.number == 1 && text::name_columns(pair.source, pair.target)) return next(pair);
    return true;
  }

  std::vector<PairFile> files() const override {
    auto file = lines_.file();
    file.note = columns_.note;
    return {file};
  }

 private:
  void take(Pair& pair, std::string_view column) const {
    const auto unquoted = text::without_spreadsheet_quotes(column);
    if (unquoted) column = *unquoted;
    ++pair.columns;
    if (pair.columns == columns_.source) {
      pair.source = column;
    } else if (pair.columns == columns_.target) {
      pair.target = column;
    } else {
      pair.more += '\t';
      pair.more += column;
    }
  }

  TextLines lines_;
  TextColumns columns_;
  std::string line_;
};

}  // namespace

std::unique_ptr<PairReader> read_tsv(const std::string& path, const ReadOptions& options) {
  return std::make_unique<TsvReader>(path, options);
}

}  // namespace regard::bitext
