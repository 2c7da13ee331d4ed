#include "regard/text/tokenizer.h"

#include <sentencepiece_processor.h>

#include "regard/base/atomic_file.h"
#include "regard/base/error.h"
#include "regard/base/sha256.h"
#include "regard/base/str.h"
#include "regard/text/special_tokens.h"
#include "sentencepiece_model.h"

namespace regard::text {
namespace {

constexpr int kErrors = 2;  // SentencePiece's level of logging

}  // namespace

struct Tokenizer::Impl {
  sentencepiece::SentencePieceProcessor processor;
  std::string bytes;
  std::string hash;
};

Tokenizer::Tokenizer(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
Tokenizer::Tokenizer(const Tokenizer&) = default;
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(const Tokenizer&) = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;
Tokenizer::~Tokenizer() = default;

Tokenizer Tokenizer::load(const std::string& path) { return from_bytes(read_file(path), path); }

Tokenizer Tokenizer::from_bytes(std::string model, const std::string& name) {
  sentencepiece::SetMinLogLevel(kErrors);  // it would announce every model without normalisation
  auto impl = std::make_shared<Impl>();
  if (model.empty() || !impl->processor.LoadFromSerializedProto(model).ok()) {
    throw Error("is not a SentencePiece model", name,
                "give the .model file that `regard tokenizer train` wrote", ExitCode::failure);
  }
  const auto& p = impl->processor;
  if (p.pad_id() != kPad || p.unk_id() != kUnk || p.bos_id() != kBos || p.eos_id() != kEos) {
    throw Error(str("has the special tokens pad ", p.pad_id(), ", unk ", p.unk_id(), ", bos ",
                    p.bos_id(), ", eos ", p.eos_id(), ", but regard needs 0, 1, 2, 3"),
                name,
                "train it with --pad_id=0 --unk_id=1 --bos_id=2 --eos_id=3, or with `regard "
                "tokenizer train`");
  }
  impl->hash = sha256(model);
  impl->bytes = std::move(model);
  return Tokenizer(std::move(impl));
}

std::vector<int64_t> Tokenizer::encode(std::string_view line) const {
  const auto ids = impl_->processor.EncodeAsIds({line.data(), line.size()});
  return {ids.begin(), ids.end()};
}

std::vector<std::string> Tokenizer::encode_as_pieces(std::string_view line) const {
  return impl_->processor.EncodeAsPieces({line.data(), line.size()});
}

std::string Tokenizer::decode(std::span<const int64_t> ids) const {
  std::vector<int> known;
  for (const int64_t id : ids) {
    check_id(id);
    if (id != kPad && id != kBos && id != kEos) known.push_back(static_cast<int>(id));
  }
  return impl_->processor.DecodeIds(known);
}

std::string Tokenizer::decode_pieces(const std::vector<std::string>& pieces) const {
  return impl_->processor.DecodePieces(pieces);
}

std::string Tokenizer::normalize(std::string_view line) const {
  return impl_->processor.Normalize({line.data(), line.size()});
}

int64_t Tokenizer::size() const { return impl_->processor.GetPieceSize(); }

const std::string& Tokenizer::piece(int64_t id) const {
  check_id(id);
  return impl_->processor.IdToPiece(static_cast<int>(id));
}

int64_t Tokenizer::id(std::string_view piece) const {
  return impl_->processor.PieceToId({piece.data(), piece.size()});
}

double Tokenizer::score(int64_t id) const {
  check_id(id);
  return impl_->processor.GetScore(static_cast<int>(id));
}

std::vector<bool> Tokenizer::text_pieces() const {
  const auto& p = impl_->processor;
  std::vector<bool> is_text(static_cast<size_t>(size()));
  for (int id = 0; id < p.GetPieceSize(); ++id) {
    is_text[static_cast<size_t>(id)] = !p.IsControl(id) && !p.IsUnknown(id) && !p.IsByte(id);
  }
  for (const auto& symbol : symbols()) is_text[static_cast<size_t>(this->id(symbol))] = false;
  return is_text;
}

std::vector<std::string> Tokenizer::symbols() const { return describe_model(impl_->bytes).symbols; }

std::string Tokenizer::type() const { return describe_model(impl_->bytes).type; }

std::string Tokenizer::normalization() const { return describe_model(impl_->bytes).normalization; }

const std::string& Tokenizer::bytes() const { return impl_->bytes; }

const std::string& Tokenizer::hash() const { return impl_->hash; }

void Tokenizer::check_id(int64_t id) const {
  if (id < 0 || id >= size()) {
    throw Error(str("id ", id, " is not in the vocabulary, whose ids are 0 to ", size() - 1));
  }
}

void Tokenizer::save(const std::string& path) const { write_file_atomically(path, impl_->bytes); }

}  // namespace regard::text
