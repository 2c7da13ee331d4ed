// Lines, plain or .gz (text/line_reader.h), and what is made of lines: pairs
// (corpus/parallel_reader.h) and glossaries (text/glossary.h).
#include <zlib.h>

#include "fuzz/memory_file.h"
#include "fuzz/target.h"
#include "regard/base/error.h"
#include "regard/base/utf8.h"
#include "regard/corpus/parallel_reader.h"
#include "regard/text/document.h"
#include "regard/text/glossary.h"
#include "regard/text/line_reader.h"
#include "regard/text/placeholders.h"
#include "regard/text/sentences.h"

namespace regard::fuzz {
namespace {

std::string compressed(std::string text) {
  constexpr int kGzip = 16 + MAX_WBITS, kMemory = 8;
  z_stream stream = {};
  deflateInit2(&stream, 1, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY);
  std::string bytes(2 * text.size() + 100, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  deflate(&stream, Z_FINISH);
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  return bytes;
}

template <class Read>
void try_reader(const Read& read) {
  try {
    read();
  } catch (const Error&) {
  }
}

}  // namespace

std::vector<std::string> seeds() {
  const std::string pairs =
      "A cat.\tUn chat.\nMr. Smith's {name} %s 3.5!\tL'été «où»…\n\n- a\t\r\n";
  return {pairs, compressed(pairs), compressed("a\tb\n") + compressed("c\td"), "\xEF\xBB\xBFx\ty"};
}

void try_input(std::string_view input) {
  const MemoryFile file(input);
  const MemoryFile half(input.substr(0, input.size() / 2));
  try_reader([&] { corpus::read_parallel_text({.source = {}, .target = {}, .tsv = file.path()}); });
  try_reader([&] {
    corpus::read_parallel_text({.source = file.path(), .target = half.path(), .tsv = {}});
  });
  try_reader([&] { text::Glossary::load(file.path()).in("A cat and a {name}"); });
  text::LineReader reader(file.path(), text::LineReader::Encoding::repaired);
  std::vector<std::string> lines;
  for (std::string line; reader.next(line);) {
    if (first_invalid_utf8(line)) throw "a line is not repaired";
    text::placeholders_in(line);
    text::split_sentences(line);
    lines.push_back(line);
  }
  text::blocks_of(lines);
}

}  // namespace regard::fuzz
