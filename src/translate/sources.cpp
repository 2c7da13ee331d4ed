#include "translate/sources.h"

#include "regard/base/log.h"
#include "regard/text/special_tokens.h"
#include "regard/translate/translate_lines.h"

namespace regard::translate {
namespace {

/// The tokens to translate: of a very long line its beginning, with eos.
Tokens source_tokens(const text::TokenizerPair& tokenizers, const std::string& line) {
  auto tokens = tokenizers.encode_source(line);
  if (tokens.size() > kLongestSource) {
    log_warning("a line has ", tokens.size(), " tokens; only the first ", kLongestSource,
                " are translated");
    tokens.resize(kLongestSource - 1);
    tokens.push_back(text::kEos);
  }
  return tokens;
}

}  // namespace

Sources::Sources(const text::TokenizerPair& tokenizers, std::span<const std::string> all) {
  for (size_t line = 0; line < all.size(); ++line) {
    auto found = source_tokens(tokenizers, all[line]);
    if (found.size() <= 1) continue;  // eos alone: a blank line
    lengths.push_back(found.size());
    tokens.push_back(std::move(found));
    lines.push_back(line);
  }
}

}  // namespace regard::translate
