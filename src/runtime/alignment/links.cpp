#include "alignment/links.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "alignment/words.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "text/line_reader.h"

namespace regard::alignment {
namespace {

struct WrittenLink {
  Link link;
  char kind;  // the character between the positions
};

std::optional<WrittenLink> parsed(std::string_view word, int32_t first) {
  WrittenLink written{};
  const char* end = word.data() + word.size();
  const auto source = std::from_chars(word.data(), end, written.link.source);
  if (source.ec != std::errc() || source.ptr == end) return std::nullopt;
  written.kind = *source.ptr;
  const auto target = std::from_chars(source.ptr + 1, end, written.link.target);
  if (target.ec != std::errc() || target.ptr != end) return std::nullopt;
  written.link.source -= first;
  written.link.target -= first;
  if (written.link.source < 0 || written.link.target < 0) return std::nullopt;
  return written;
}

void sort(Links& links) {
  std::ranges::sort(links);
  links.erase(std::unique(links.begin(), links.end()), links.end());
}

template <class Parsed>
std::vector<Parsed> read(const std::string& path,
                         Parsed (*parse)(std::string_view line, const std::string& where)) {
  std::vector<Parsed> all;
  text::LineReader lines(path, text::LineReader::Encoding::as_is);
  for (std::string line; lines.next(line);) {
    all.push_back(parse(line, lines.where()));
  }
  return all;
}

}  // namespace

std::string to_pharaoh(const Links& links) {
  return join(links, " ", [](const Link& link) { return str(link.source, '-', link.target); });
}

Links from_pharaoh(std::string_view line, const std::string& where) {
  Links links;
  for (const auto word : words_between_blanks(line)) {
    const auto written = parsed(word, 0);
    if (!written || written->kind != '-') {
      throw Error(str("'", word, "' is not a link"), where,
                  "write links as SOURCE-TARGET, with word positions from 0: 0-0 1-2");
    }
    links.push_back(written->link);
  }
  sort(links);
  return links;
}

GoldLinks parse_gold(std::string_view line, const std::string& where) {
  GoldLinks gold;
  for (const auto word : words_between_blanks(line)) {
    const auto written = parsed(word, 1);
    if (!written || (written->kind != '-' && written->kind != 'p')) {
      throw Error(str("'", word, "' is not a link of a gold alignment"), where,
                  "write sure links as 1-2 and possible ones as 1p2, with positions from 1");
    }
    gold.possible.push_back(written->link);
    if (written->kind == '-') gold.sure.push_back(written->link);
  }
  sort(gold.sure);
  sort(gold.possible);
  return gold;
}

void check_links(const GoldLinks& gold, size_t sources, size_t targets, const std::string& where) {
  for (const auto& [source, target] : gold.possible) {
    if (static_cast<size_t>(source) < sources && static_cast<size_t>(target) < targets) continue;
    throw Error(str("links word ", source + 1, " to word ", target + 1, ", but the pair has ",
                    sources, " and ", targets, " words"),
                where, "give the text of the gold alignment, split into the same words");
  }
}

std::vector<Links> read_pharaoh(const std::string& path) { return read(path, from_pharaoh); }

std::vector<GoldLinks> read_gold(const std::string& path) { return read(path, parse_gold); }

}  // namespace regard::alignment
