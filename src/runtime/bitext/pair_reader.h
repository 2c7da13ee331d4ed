#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/byte_source.h"

namespace regard::bitext {

/// A pair of texts as it appears in a file, neither checked nor changed.
struct Pair {
  enum class State {
    whole,
    one_column,      ///< the line has no second text
    unfinished,      ///< the file marks the pair as a draft: "fuzzy", "needs-translation"
    lacks_language,  ///< the unit has no text in one of the two languages
    alone,           ///< the other file has ended
    malformed,       ///< the element is not well-formed XML, or a quote does not end
  };

  std::string source;
  std::string target;
  std::string more;  ///< further columns of a line, each after a tab
  std::string raw;   ///< the line or lines; source<TAB>target in formats without lines
  std::string note;  ///< a few words about a state other than `whole`; may be empty
  State state = State::whole;
  int64_t columns = 2;
  int64_t number = 0;  ///< line or entry number in the file, from 1
  size_t file = 0;     ///< index in PairReader::files()

  /// Resets the pair; the caller then sets its texts.
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

/// A file of pairs.
struct PairFile {
  std::string path;
  std::string format;  ///< "TSV", "TMX"
  int64_t lines = 0;   ///< lines or entries read so far
  bool has_byte_order_mark = false;
  int64_t windows_ends = 0;  ///< lines that end with \r\n
  std::string note = {};     ///< the columns or languages read, if the file has more
};

class PairReader {
 public:
  PairReader() = default;
  virtual ~PairReader() = default;
  PairReader(const PairReader&) = delete;
  PairReader& operator=(const PairReader&) = delete;

  /// Reads the next pair; false at the end. Throws Error for files that cannot be read at all.
  virtual bool next(Pair& pair) = 0;
  virtual std::vector<PairFile> files() const = 0;
};

struct ReadOptions {
  /// Columns of TSV and CSV files, from 1. 0: the first two columns with text.
  int64_t source_column = 0, target_column = 0;
  /// Languages to read from formats that name them: "en". Empty: the two most frequent languages.
  std::string source_language = {}, target_language = {};
  /// Whether the texts of TMX and XLIFF keep their single codes, to be read by with_placeholders().
  bool keeps_codes = false;
};

/// Whether a file contains pairs: its name has the suffix of such a format, or most of its lines
/// have a tab.
bool is_file_of_pairs(const std::string& path);

/// Reads pairs from files in the formats of bitext/formats.cpp in sequence, each plain, .gz, .xz or
/// .zst. Plain texts without tabs come in pairs: a source and its translation, line by line. Throws
/// Error for an unreadable file and for a text without a counterpart.
std::unique_ptr<PairReader> open_pairs(const std::vector<std::string>& files,
                                       const ReadOptions& options = {});

/// Reads a file of pairs, or a plain text whose lines are sources without targets.
std::unique_ptr<PairReader> open_sides(const std::string& file, const ReadOptions& options = {});

// Readers of the formats, each in its own file.
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
/// A .zip with a pair of plain texts: the Moses format of OPUS.
std::unique_ptr<PairReader> read_moses_zip(const std::string& path, const ReadOptions& options);

}  // namespace regard::bitext
