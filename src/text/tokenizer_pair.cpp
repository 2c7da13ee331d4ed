#include "regard/text/tokenizer_pair.h"

#include <filesystem>

#include "regard/base/error.h"
#include "regard/base/sha256.h"
#include "regard/text/special_tokens.h"

namespace regard::text {
namespace {

struct Files {
  std::string joint, source, target;

  explicit Files(const std::filesystem::path& directory)
      : joint(directory / "tokenizer.model"),
        source(directory / "source.model"),
        target(directory / "target.model") {}
};

}  // namespace

TokenizerPair TokenizerPair::load(const std::string& directory, Preprocess preprocess) {
  const Files files(directory);
  if (std::filesystem::exists(files.joint)) {
    const auto tokenizer = Tokenizer::load(files.joint);
    return {tokenizer, tokenizer, preprocess};
  }
  if (!std::filesystem::exists(files.source) || !std::filesystem::exists(files.target)) {
    throw Error("has no tokenizer.model, nor source.model and target.model", directory,
                "name a run directory of `regard train`, whole as it was written",
                ExitCode::failure);
  }
  return {Tokenizer::load(files.source), Tokenizer::load(files.target), preprocess};
}

void TokenizerPair::save(const std::string& directory) const {
  // Removes a pair of the other kind, which load() would otherwise take.
  const Files files(directory);
  if (joint()) {
    source_.save(files.joint);
    std::filesystem::remove(files.source);
    std::filesystem::remove(files.target);
  } else {
    source_.save(files.source);
    target_.save(files.target);
    std::filesystem::remove(files.joint);
  }
}

std::string TokenizerPair::hash() const {
  return joint() ? source_.hash() : sha256(source_.hash() + target_.hash());
}

std::vector<std::string> TokenizerPair::source_pieces(std::string_view line) const {
  return source_.encode_as_pieces(preprocess(line, preprocess_));
}

std::vector<int64_t> TokenizerPair::encode(const Tokenizer& tokenizer,
                                           std::string_view line) const {
  auto ids = tokenizer.encode(preprocess(line, preprocess_));
  ids.push_back(kEos);
  return ids;
}

}  // namespace regard::text
