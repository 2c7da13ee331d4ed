// Lines, plain or .gz (text/line_reader.h), and their uses: pairs (corpus/cleaning.h) and
// glossaries (text/glossary.h).
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "base/utf8.h"
#include "corpus/cleaning.h"
#include "fuzz/gzip.h"
#include "fuzz/memory_file.h"
#include "fuzz/target.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/text/glossary.h"
#include "text/copied_items.h"
#include "text/line_reader.h"
#include "text/sentences.h"

namespace regard::fuzz {
namespace {

constexpr std::string_view kSentence = "A cat and a {name}";
constexpr size_t kBytesOfPipe = 1U << 12U;  // any pipe buffers this much
constexpr size_t kTried = 1'000;            // lines; a .gz of a few bytes can hold a million

template <class Read>
void try_reader(const Read& read) {
  try {
    read();
  } catch (const Error&) {
  }
}

std::vector<std::string> lines_of(text::LineReader& reader) {
  std::vector<std::string> lines;
  try {
    std::string line;
    while (true) {
      if (!reader.ready()) throw "a reader waits at the end of its input";
      if (!reader.next(line)) break;
      lines.push_back(line);
    }
  } catch (const Error&) {
    lines.emplace_back("damaged .gz file");
  }
  return lines;
}

std::vector<std::string> lines_of_file(const MemoryFile& file) {
  text::LineReader reader(file.path(), text::LineReader::Encoding::repaired);
  return lines_of(reader);
}

std::vector<std::string> lines_of_pipe(std::string_view input) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) std::abort();
  const auto written = ::write(ends[1], input.data(), input.size());
  if (written != static_cast<ssize_t>(input.size())) std::abort();
  ::close(ends[1]);
  text::LineReader reader("/proc/self/fd/" + std::to_string(ends[0]),
                          text::LineReader::Encoding::repaired);
  ::close(ends[0]);
  return lines_of(reader);
}

void try_line(std::string_view line) {
  if (first_invalid_utf8(line)) throw "a line is not repaired";
  if (line.size() > limits::kLineBytes * 3)
    throw "a line is not cut";  // 3 bytes of U+FFFD per byte
  text::split_sentences(line);
  text::has_words(kSentence, line);
  size_t end = 0;
  for (const auto& item : text::copied_items(line)) {
    if (item.begin < end || item.end <= item.begin || item.end > line.size()) {
      throw "copied items are not in order";
    }
    end = item.end;
  }
}

}  // namespace

std::vector<std::string> seeds() {
  const std::string pairs =
      "A cat.\tUn chat.\nMr. Smith's {name} %s 3.5!\tL'été «où»…\n\n- a\t\r\n";
  const std::string placeholders =
      "See https://a.b/c?d, or mail a.b+c@d.ef: (%(name)s, %1$5.2f) ${x} {{ y }} <b>z</b> {name}\n"
      "https:// www. a@b %(x {x {x y} <a 50 % no. 5 is here\n";
  const std::string terms = "A cat\tx\ncat\ty\na {name}\tz\n";
  std::string long_line;
  while (long_line.size() < limits::kLineBytes * 5 / 4) long_line += "ab\u00E9 ";
  return {pairs,
          compressed(pairs),
          compressed("a\tb\n") + compressed("c\td"),
          "\xEF\xBB\xBFx\ty",
          placeholders,
          terms,
          compressed("a\n" + long_line + "\nb\tc\n"),
          compressed(long_line.substr(0, limits::kLineBytes) + "\r\n"),
          compressed(long_line.substr(1) + long_line)};
}

std::string repaired(const std::string& /*before*/, std::string after) {
  return with_gzip_checksum(std::move(after));
}

void try_input(std::string_view input) {
  const MemoryFile file(input);
  const MemoryFile half(input.substr(0, input.size() / 2));
  try_reader([&] { corpus::read_parallel_text({.source = {}, .target = {}, .tsv = file.path()}); });
  try_reader([&] {
    corpus::read_parallel_text({.source = file.path(), .target = half.path(), .tsv = {}});
  });
  try_reader([&] { text::Glossary::load(file.path()).in(kSentence); });
  const auto lines = lines_of_file(file);
  // A file with carriage returns in its only line, or with the zero bytes of UTF-16, is rejected; a
  // pipe is read before this is known.
  constexpr std::string_view kReasons("\r\0", 2);
  const bool may_be_refused = input.find_first_of(kReasons) != std::string_view::npos;
  if (!may_be_refused && input.size() <= kBytesOfPipe && lines_of_pipe(input) != lines) {
    throw "a pipe has other lines than a file";
  }
  for (size_t i = 0; i < std::min(lines.size(), kTried); ++i) try_line(lines[i]);
  const std::vector<std::string_view> views(lines.begin(), lines.end());
  text::blocks_of(views);
}

}  // namespace regard::fuzz
