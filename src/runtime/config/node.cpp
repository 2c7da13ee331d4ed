#include "config/node.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

#include "base/utf8.h"
#include "regard/base/str.h"
#include "regard/config/scalar.h"

namespace regard::config {

std::string Place::str() const {
  if (line == 0) return file;
  if (column == 0) return regard::str(file, ":", line);
  return regard::str(file, ":", line, ":", column);
}

Node::Node() = default;
Node::Node(const Node&) = default;
Node::Node(Node&&) noexcept = default;
Node& Node::operator=(const Node&) = default;
Node& Node::operator=(Node&&) noexcept = default;
Node::~Node() = default;

Node Node::scalar(std::string text, bool quoted) {
  Node node;
  node.kind = Kind::scalar;
  node.text = std::move(text);
  node.quoted = quoted;
  return node;
}

Node Node::list(std::vector<Node> items) {
  Node node;
  node.kind = Kind::list;
  node.items = std::move(items);
  return node;
}

Node Node::map() {
  Node node;
  node.kind = Kind::map;
  return node;
}

const Node* Node::find(std::string_view key) const {
  for (const auto& entry : entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

Node* Node::find(std::string_view key) {
  return const_cast<Node*>(static_cast<const Node*>(this)->find(key));
}

Node& Node::set(std::string_view key, Node value) {
  if (is_nothing()) kind = Kind::map;
  if (Node* old = find(key)) return *old = std::move(value);
  entries.push_back({std::string(key), std::move(value), {}});
  return entries.back().value;
}

bool operator==(const Node& a, const Node& b) {
  if (a.kind != b.kind) return false;
  switch (a.kind) {
    case Node::Kind::nothing:
      return true;
    case Node::Kind::scalar:
      return a.text == b.text && (a.quoted == b.quoted || !looks_like_another_type(a.text));
    case Node::Kind::list:
      return a.items == b.items;
    case Node::Kind::map:
      break;
  }
  return std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), b.entries.end(),
                    [](const Node::Entry& x, const Node::Entry& y) {
                      return x.key == y.key && x.value == y.value;
                    });
}

namespace {

/// The special tokens of text/tokenizer_pair.h, as SentencePiece models name them.
constexpr std::array<std::string_view, 4> kSpecialTokens = {"<pad>", "<unk>", "<s>", "</s>"};
constexpr std::string_view kWordMark = "\u2581";

/// Whether `symbol` is the name of a byte piece (byte_fallback), such as <0x0A>.
bool is_byte(std::string_view symbol) {
  constexpr std::string_view kBegin = "<0x";
  constexpr size_t kSize = 6;
  return symbol.size() == kSize && symbol.starts_with(kBegin) && symbol.ends_with('>') &&
         std::isxdigit(static_cast<unsigned char>(symbol[3])) != 0 &&
         std::isxdigit(static_cast<unsigned char>(symbol[4])) != 0;
}

bool has_space(std::string_view symbol) {
  return std::ranges::any_of(symbol, [](unsigned char c) { return c <= ' ' || c == 0x7F; }) ||
         symbol.find(kWordMark) != std::string_view::npos;
}

}  // namespace

std::optional<std::string> wrong_symbol(const std::string& symbol) {
  if (symbol.empty()) return "is empty";
  if (std::ranges::find(kSpecialTokens, symbol) != kSpecialTokens.end())
    return "is a special token already";
  if (is_byte(symbol)) return "is the name of a byte";
  if (symbol.find(',') != std::string::npos) return "has a comma";
  if (has_space(symbol)) return "is not one word";
  if (first_invalid_utf8(symbol)) return "is not valid UTF-8";
  return std::nullopt;
}

std::optional<std::string> wrong_symbol_of(const std::vector<std::string>& symbols) {
  for (auto symbol = symbols.begin(); symbol != symbols.end(); ++symbol) {
    if (const auto wrong = wrong_symbol(*symbol)) {
      return str(symbol->empty() ? "''" : *symbol, ' ', *wrong);
    }
    if (std::find(symbols.begin(), symbol, *symbol) != symbol) {
      return str(*symbol, " is given twice");
    }
  }
  return std::nullopt;
}

}  // namespace regard::config
