// Lines, plain or .gz (text/line_reader.h), and what is made of lines: pairs
// (corpus/parallel_reader.h) and glossaries (text/glossary.h).
#include "fuzz/gzip.h"
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
