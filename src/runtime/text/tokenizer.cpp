#include "text/tokenizer.h"

#include <sentencepiece_processor.h>

#include <algorithm>
#include <exception>
#include <unordered_map>
#include <unordered_set>

#include "base/atomic_file.h"
#include "base/digest.h"
#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/limits.h"
#include "regard/base/str.h"
#include "text/tokenizer_pair.h"
#include "text/vocabulary_list.h"

namespace regard::text {
namespace {

constexpr std::string_view kSpecialPieces[] = {"<pad>", "<unk>", "<s>", "</s>"};

void check_special_tokens(const sentencepiece::SentencePieceProcessor& p, const std::string& name) {
  if (p.pad_id() == kPad && p.unk_id() == kUnk && p.bos_id() == kBos && p.eos_id() == kEos) return;
  throw Error(str("has the special tokens pad ", p.pad_id(), ", unk ", p.unk_id(), ", bos ",
                  p.bos_id(), ", eos ", p.eos_id(), ", but regard needs 0, 1, 2, 3"),
              name,
              "train it with --pad_id=0 --unk_id=1 --bos_id=2 --eos_id=3, or with `regard "
              "tokenizer train`");
}

/// Whether a model loads. SentencePiece reports a damaged one as a status or as an exception.
bool loads(sentencepiece::SentencePieceProcessor& processor, const std::string& model) try {
  return processor.LoadFromSerializedProto(model).ok();
} catch (const std::exception&) {
  return false;
}

/// The language that a line starts with, such as >>fra<<; empty if none.
std::string_view language_of(std::string_view line) {
  const size_t end = line.starts_with(">>") ? line.find("<<") : std::string_view::npos;
  return end == std::string_view::npos ? std::string_view() : line.substr(0, end + 2);
}

/// Whether a symbol names a language: <it>, <ita>, <2fr>, <fr_CA>, __fr__. Others, such as <url>,
/// may stand for words.
bool is_language(std::string_view symbol) {
  static constexpr std::string_view kWords[] = {"url", "num", "sep", "cls", "img", "tag"};
  const auto take = [&](std::string_view begin, std::string_view end) {
    if (symbol.size() <= begin.size() + end.size() || !symbol.starts_with(begin) ||
        !symbol.ends_with(end)) {
      return false;
    }
    symbol = symbol.substr(begin.size(), symbol.size() - begin.size() - end.size());
    return true;
  };
  if (!take("<2", ">") && !take("<", ">") && !take("__", "__")) return false;
  const auto code = symbol.substr(0, symbol.find_first_of("_-"));
  return (code.size() == 2 || code.size() == 3) && std::ranges::all_of(code, is_ascii_letter) &&
         std::ranges::find(kWords, lower_ascii(code)) == std::end(kWords);
}

/// The parts of a line after cutting words longer than those of any language: SentencePiece joins
/// consecutive unknown characters one by one, in quadratic time.
std::vector<std::string_view> bounded_parts(std::string_view line) {
  constexpr size_t kLongestWord = 5000, kPart = 1000;
  std::vector<std::string_view> parts;
  size_t begin = 0;  // start of the part
  for (size_t word = 0; word < line.size();) {
    const size_t end = std::min(line.find(' ', word), line.size());
    for (size_t at = word + kPart; end - word > kLongestWord && at < end; at += kPart) {
      while (continues_character(line[at]) && at + 1 < end) ++at;
      parts.push_back(line.substr(begin, at - begin));
      begin = at;
    }
    word = end + 1;
  }
  parts.push_back(line.substr(begin));
  return parts;
}

}  // namespace

struct Tokenizer::Impl {
  /// The pieces of a vocabulary list, with regard's ids.
  struct Numbered {
    std::vector<std::string> pieces;               // pieces by id
    std::unordered_map<std::string, int64_t> ids;  // ids of non-special tokens

    explicit Numbered(const VocabularyList& list) {
      for (const int64_t place : list.places()) {
        const auto id = pieces.size();
        pieces.push_back(place == VocabularyList::kNone ? std::string(kSpecialPieces[id])
                                                        : list.pieces[static_cast<size_t>(place)]);
        if (id > kEos) ids.emplace(pieces.back(), static_cast<int64_t>(id));
      }
    }

    int64_t id(const std::string& piece) const {
      const auto found = ids.find(piece);
      return found == ids.end() ? kUnk : found->second;
    }
  };

  sentencepiece::SentencePieceProcessor processor;
  std::optional<VocabularyList> list;  // the vocabulary carried in the model file
  std::optional<Numbered> numbered;    // pieces by regard's ids; empty if equal to the processor's
  std::vector<std::string> symbols;
  bool has_byte_fallback = false;
  std::unordered_set<char32_t> in_longer_pieces;  // filled only with byte fallback
  std::string bytes;
  std::string hash;

  int64_t size() const {
    return numbered ? static_cast<int64_t>(numbered->pieces.size()) : processor.GetPieceSize();
  }
  /// The processor's id for the piece `id`; that of its unknown token if it lacks the piece.
  int of_processor(int64_t id) const {
    return numbered ? processor.PieceToId(numbered->pieces[static_cast<size_t>(id)])
                    : static_cast<int>(id);
  }
  const std::string& piece(int64_t id) const {
    return numbered ? numbered->pieces[static_cast<size_t>(id)]
                    : processor.IdToPiece(static_cast<int>(id));
  }
  int64_t id(std::string_view piece) const {
    return numbered ? numbered->id(std::string(piece))
                    : processor.PieceToId({piece.data(), piece.size()});
  }
  /// Lists the characters of longer pieces, which would otherwise be searched for in each sentence.
  void read_characters() {
    has_byte_fallback = id("<0x00>") != kUnk;
    for (int64_t number = 0; has_byte_fallback && number < size(); ++number) {
      const std::string_view text = piece(number);
      for (size_t at = 0; at < text.size();) {
        const auto [character, length] = first_code_point(text.substr(at));
        if (length > 1 && length < text.size()) in_longer_pieces.insert(character);
        at += std::max<size_t>(length, 1);
      }
    }
  }
};

Tokenizer::Tokenizer(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
Tokenizer::Tokenizer(const Tokenizer&) = default;
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(const Tokenizer&) = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;
Tokenizer::~Tokenizer() = default;

Tokenizer Tokenizer::load(const std::string& path) {
  return from_bytes(read_file(path, limits::kTokenizerBytes), path);
}

Tokenizer Tokenizer::from_bytes(std::string model, const std::string& name) {
  sentencepiece::SetMinLogLevel(
      kLogErrors);  // suppresses a message for every model without normalization
  auto impl = std::make_shared<Impl>();
  if (model.empty() || !has_sound_character_maps(model) || !loads(impl->processor, model)) {
    throw Error("is not a SentencePiece model", name,
                "give the .model file that `regard tokenizer train` wrote", ExitCode::failure);
  }
  impl->list = VocabularyList::of_model(model, name);
  if (impl->list) {
    impl->numbered.emplace(*impl->list);
  } else {
    check_special_tokens(impl->processor, name);
  }
  impl->symbols = describe_model(model).symbols;
  impl->read_characters();
  impl->hash = sha256(model);
  impl->bytes = std::move(model);
  return Tokenizer(std::move(impl));
}

Tokenizer Tokenizer::with_list(std::string_view model, const VocabularyList& list,
                               const std::string& name) {
  check(list, name);
  return from_bytes(list.attach_to(model), name);
}

std::vector<int64_t> Tokenizer::encode(std::string_view line) const {
  if (impl_->numbered) {
    std::vector<int64_t> ids;
    for (const auto& piece : encode_as_pieces(line)) ids.push_back(impl_->numbered->id(piece));
    return ids;
  }
  std::vector<int64_t> all;
  for (const auto part : bounded_parts(line)) {
    const auto ids = impl_->processor.EncodeAsIds({part.data(), part.size()});
    all.insert(all.end(), ids.begin(), ids.end());
  }
  return all;
}

std::vector<std::string> Tokenizer::encode_as_pieces(std::string_view line) const {
  const auto& numbered = impl_->numbered;
  const auto language = numbered ? language_of(line) : std::string_view();
  const bool has_language = !language.empty() && numbered->ids.contains(std::string(language));
  if (has_language) line.remove_prefix(language.size());
  std::vector<std::string> pieces;
  for (const auto part : bounded_parts(line)) {
    const auto of_part = impl_->processor.EncodeAsPieces({part.data(), part.size()});
    pieces.insert(pieces.end(), of_part.begin(), of_part.end());
  }
  if (has_language) pieces.insert(pieces.begin(), std::string(language));
  return pieces;
}

std::string Tokenizer::decode(std::span<const int64_t> ids) const {
  if (impl_->numbered) {
    const auto& unknown = impl_->processor.IdToPiece(impl_->processor.unk_id());
    std::vector<std::string> pieces;
    for (const int64_t id : ids) {
      const auto& text = piece(id);
      if (!is_special(id)) pieces.push_back(id == kUnk ? unknown : text);
    }
    return decode_pieces(pieces);
  }
  std::vector<int> known;
  for (const int64_t id : ids) {
    check_id(id);
    if (!is_special(id)) known.push_back(static_cast<int>(id));
  }
  return impl_->processor.DecodeIds(known);
}

std::string Tokenizer::decode_pieces(const std::vector<std::string>& pieces) const {
  std::string text = impl_->processor.DecodePieces(pieces);
  if (!impl_->numbered) return text;
  // Pieces of the other language, which the processor lacks, are returned unchanged.
  for (size_t at = text.find(kWordMark); at != std::string::npos; at = text.find(kWordMark, at)) {
    text.replace(at, kWordMark.size(), " ");
  }
  const size_t begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

std::string Tokenizer::normalize(std::string_view line) const {
  return impl_->processor.Normalize({line.data(), line.size()});
}

int64_t Tokenizer::size() const { return impl_->size(); }

const std::string& Tokenizer::piece(int64_t id) const {
  check_id(id);
  return impl_->piece(id);
}

int64_t Tokenizer::id(std::string_view piece) const { return impl_->id(piece); }

bool Tokenizer::has_byte_fallback() const { return impl_->has_byte_fallback; }

bool Tokenizer::is_in_longer_piece(char32_t character) const {
  return impl_->in_longer_pieces.contains(character);
}

double Tokenizer::score(int64_t id) const {
  check_id(id);
  return impl_->processor.GetScore(impl_->of_processor(id));
}

std::vector<bool> Tokenizer::text_pieces() const {
  const auto& p = impl_->processor;
  std::vector<bool> is_text(static_cast<size_t>(size()));
  for (int64_t id = 0; id < size(); ++id) {
    const int of_processor = impl_->of_processor(id);
    is_text[static_cast<size_t>(id)] = !is_special(id) && !p.IsControl(of_processor) &&
                                       !p.IsUnknown(of_processor) && !p.IsByte(of_processor);
  }
  for (const auto& symbol : symbols()) is_text[static_cast<size_t>(this->id(symbol))] = false;
  return is_text;
}

const std::vector<std::string>& Tokenizer::symbols() const { return impl_->symbols; }

std::optional<int64_t> Tokenizer::symbol_id(const std::string& symbol) const {
  const bool is_symbol = std::ranges::find(symbols(), symbol) != symbols().end();
  if (!is_symbol && (symbol.empty() || tag_of(symbol) != symbol)) return std::nullopt;
  return id(symbol);
}

std::string_view Tokenizer::tag_of(std::string_view line) const {
  const auto language = language_of(line);
  if (!language.empty() && id(language) != kUnk) return language;
  std::string_view longest;
  for (const std::string_view symbol : symbols()) {
    const bool begins = line.starts_with(symbol) && symbol.size() > longest.size();
    if (begins && is_language(symbol)) longest = line.substr(0, symbol.size());
  }
  return longest;
}

const std::optional<VocabularyList>& Tokenizer::list() const { return impl_->list; }

config::TokenizerType Tokenizer::type() const { return describe_model(impl_->bytes).type; }

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
