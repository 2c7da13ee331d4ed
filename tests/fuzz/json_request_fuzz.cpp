// JSON bodies of requests, and readers of their members (serve/request_body.h).
#include "base/utf8.h"
#include "fuzz/target.h"
#include "regard/base/error.h"
#include "serve/request_body.h"

namespace regard::fuzz {
namespace {

constexpr int64_t kMostBeam = 100;

template <class Read>
void try_member(const Read& read) {
  try {
    read();
  } catch (const Error& error) {
    if (first_invalid_utf8(error.problem())) throw "an error is not UTF-8";
  }
}

/// Reads a member as each type, regardless of its own.
void try_key(const nlohmann::json& json, const std::string& key) {
  serve::JsonRequest request(json);
  try_member([&] {
    const auto text = request.text(key);
    if (text && first_invalid_utf8(*text)) throw "a text is not UTF-8";
  });
  try_member([&] { request.texts(key, 8); });
  try_member([&] {
    const auto number = request.integer(key, -1, kMostBeam);
    if (number && (*number < -1 || *number > kMostBeam)) throw "a number is out of range";
  });
  try_member([&] {
    const auto number = request.number(key, 0.0, 1.0);
    if (number && !(*number >= 0.0 && *number <= 1.0)) throw "a number is out of range";
  });
  try_member([&] { request.flag(key); });
  try_member([&] { request.text_map(key); });
  try_member([&] { request.require(key); });
  try_member([&] { request.refuse_other_keys(); });
}

}  // namespace

std::vector<std::string> seeds() {
  std::string deep;
  for (int i = 0; i < serve::kRequestDepth; ++i) deep += R"({"a":[)";
  return {
      R"({"text": ["A cat", "\u00e9\ud83d\ude00"], "beam_size": 5, "length_penalty": 0.5})",
      R"({"text": "x", "attention": true, "glossary": {"a cat": "un chat", "b": 1}, "c": null})",
      R"({"a": 18446744073709551615, "b": -9223372036854775808, "c": 1e999, "d": 1e300})",
      R"({"a": 1, "a": [{}], "b": "\ud800"})",
      "\xEF\xBB\xBF{}",
      "{\"a\": \"\xC3\"}",
      deep};
}

void try_input(std::string_view input) {
  const auto json = serve::parse_request(input);
  if (!json.is_object()) return try_key(json, "a");
  size_t left = 16;
  for (const auto& [key, value] : json.items()) {
    if (left-- == 0) break;
    try_key(json, key);
  }
}

}  // namespace regard::fuzz
