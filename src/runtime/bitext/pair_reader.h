#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/byte_source.h"

namespace regard::bitext {

/// A pair of texts that translate each other as a file has it: nothing is checked or changed.
struct Pair {
  enum class State {
    whole,
    one_column,      ///< the line has no second text
    unfinished,      ///< the file marks it as a draft: "fuzzy", "needs-translation"
    lacks_language,  ///< the unit has no text in one of the two languages
    alone,           ///< the other file has ended
    malformed,       ///< its element is not well-formed XML, or a quote does not end
  };

  std::string source;
  std::string target;
  std::string more;  ///< further columns of a line, each after a tab
  std::string raw;   ///< the line or lines; of formats without lines, source<TAB>target
  std::string note;  ///< why the state is not `whole`, in a few words; may be empty
  State state = State::whole;
  int64_t columns = 2;
  int64_t number = 0;  ///< of the line or the entry in the file, from 1
  size_t file = 0;     ///< the file, in PairReader::files()

  /// Prepares it for the next pair, whose text and number follow.
  void begin(int64_t next_number) {
    source.clear();
    target.clear();
    more.clear();
    raw.clear();
    note.clear();
    state = State::whole;
    columns = 2;
    number = next_number;
    file = 0;
  }
};

/// A file that pairs are read from.
struct PairFile {
  std::string path;
  std::string format;  ///< "TSV", "TMX"
  int64_t lines = 0;   ///< lines or entries read so far
  bool has_byte_order_mark = false;
  int64_t windows_ends = 0;  ///< lines that end with \r\n
  std::string note = {};     ///< which of its columns or languages are read, where it has more
};

class PairReader {
 public:
  PairReader() = default;
  virtual ~PairReader() = default;
  PairReader(const PairReader&) = delete;
  PairReader& operator=(const PairReader&) = delete;

  /// False at the end. Throws Error for files that cannot be read at all.
  virtual bool next(Pair& pair) = 0;
  virtual std::vector<PairFile> files() const = 0;
};

struct ReadOptions {
  /// Of TSV and CSV files, from 1. 0: the first two columns that hold text.
  int64_t source_column = 0, target_column = 0;
  /// The languages to take from files that name theirs: "en". Empty: the two that most units have.
  std::string source_language = {}, target_language = {};
};

/// Whether a file has pairs, by the end of its name or because most of its lines have a tab.
bool is_file_of_pairs(const std::string& path);

/// Reads pairs from files in the formats of bitext/formats.cpp, one after the other, each plain,
/// .gz, .xz or .zst. Plain texts without tabs come in twos: a source and its translation, line by
/// line. Throws Error for a file that cannot be read and a text without a second one.
std::unique_ptr<PairReader> open_pairs(const std::vector<std::string>& files,
                                       const ReadOptions& options = {});

/// Reads a file of pairs, or a text, whose lines are sources without targets.
std::unique_ptr<PairReader> open_sides(const std::string& file, const ReadOptions& options = {});

// The formats, each in a file of its own.
std::unique_ptr<PairReader> read_tsv(const std::string& path, const ReadOptions& options);
std::unique_ptr<PairReader> read_csv(const std::string& path, const ReadOptions& options);
std::unique_ptr<PairReader> read_two_texts(const std::string& source, const std::string& target);
std::unique_ptr<PairReader> read_one_text(const std::string& path);
std::unique_ptr<PairReader> read_tmx(const std::string& path, const ReadOptions& options);
std::unique_ptr<PairReader> read_xliff(const std::string& path, const ReadOptions& options);
std::unique_ptr<PairReader> read_po(const std::string& path, const ReadOptions& options);
std::unique_ptr<PairReader> read_xliff(std::unique_ptr<ByteSource> bytes, const std::string& name,
                                       const ReadOptions& options = {});
std::unique_ptr<PairReader> read_po(std::unique_ptr<ByteSource> bytes, const std::string& name);
std::unique_ptr<PairReader> read_mo(const std::string& path, const ReadOptions& options);
/// A .zip with two texts of lines, as OPUS publishes corpora for Moses.
std::unique_ptr<PairReader> read_moses_zip(const std::string& path, const ReadOptions& options);

}  // namespace regard::bitext
