#include <algorithm>
#include <string_view>

#include "bitext/text_lines.h"

namespace regard::bitext {
namespace {

/// Lines of columns between tabs.
class TsvReader : public PairReader {
 public:
  TsvReader(const std::string& path, const ReadOptions& options)
      : lines_(path, "TSV"), options_(options) {}

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
    if (pair.columns < std::max(options_.source_column, options_.target_column)) {
      pair.state = Pair::State::one_column;
    }
    return true;
  }

  std::vector<PairFile> files() const override { return {lines_.file()}; }

 private:
  void take(Pair& pair, std::string_view column) const {
    ++pair.columns;
    if (pair.columns == options_.source_column) {
      pair.source = column;
    } else if (pair.columns == options_.target_column) {
      pair.target = column;
    } else {
      pair.more += '\t';
      pair.more += column;
    }
  }

  TextLines lines_;
  ReadOptions options_;
  std::string line_;
};

}  // namespace

std::unique_ptr<PairReader> read_tsv(const std::string& path, const ReadOptions& options) {
  return std::make_unique<TsvReader>(path, options);
}

}  // namespace regard::bitext
