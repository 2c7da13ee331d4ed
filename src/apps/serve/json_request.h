#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace regard::serve {

inline constexpr int kRequestDepth = 64;             // nesting of lists and objects
inline constexpr size_t kRequestValues = 1'000'000;  // with lists, objects and keys

/// A request's body as JSON. Throws an Error if it is not valid UTF-8 or not JSON, or beyond the
/// bounds above. Of a key that is there twice, the last value counts. Half of a surrogate pair
/// reads as U+FFFD.
nlohmann::json parse_request(std::string_view body);

/// A request's body as parse_request() reads it. It ends without allocating, which the JSON library
/// alone does not: a request can end while no memory is left.
class RequestJson {
 public:
  explicit RequestJson(nlohmann::json value) : value_(std::move(value)) {}
  ~RequestJson();
  RequestJson(const RequestJson&) = delete;
  RequestJson& operator=(const RequestJson&) = delete;

  nlohmann::json& operator*() { return value_; }
  const nlohmann::json& operator*() const { return value_; }

 private:
  nlohmann::json value_;
};

struct TextList {
  std::vector<std::string> texts;
  bool is_list;  ///< or a single text
};

/// Reads the members of a JSON object, each by its name and type. What is missing, or null, is
/// nothing; another type or a value out of range is an Error that names the key.
class JsonRequest {
 public:
  /// `object` must outlive it. Throws if it is no object. `where` names it in errors: "glossary".
  explicit JsonRequest(const nlohmann::json& object, std::string where = {});

  std::optional<std::string> text(const std::string& key);
  /// A text, or a list of at most `most` texts.
  std::optional<TextList> texts(const std::string& key,
                                size_t most = std::numeric_limits<size_t>::max());
  std::optional<int64_t> integer(const std::string& key, int64_t least, int64_t most);
  std::optional<double> number(const std::string& key, double least, double most);
  std::optional<bool> flag(const std::string& key);
  /// An object whose values are texts.
  std::optional<std::map<std::string, std::string>> text_map(const std::string& key);

  /// Throws if the key is missing or null.
  void require(const std::string& key) const;

  /// Throws if there is a key that nobody has asked for, and names the nearest one that somebody
  /// has. To be called last.
  void refuse_other_keys() const;

 private:
  const nlohmann::json* find(const std::string& key);
  [[noreturn]] void refuse(const std::string& key, const nlohmann::json& value,
                           const std::string& expected) const;

  const nlohmann::json& object_;
  std::string where_;
  std::vector<std::string> known_;
};

}  // namespace regard::serve
