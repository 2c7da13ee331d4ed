#pragma once
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "serve/http_message.h"

namespace regard::serve {

/// What a request says, whether as a JSON object, as a form or in its query. A name that a form
/// has several times is a list. Functions throw Refusal (400), naming the field.
class Fields {
 public:
  /// Throws Refusal if the body is neither of these, or broken. The body comes before the query.
  static Fields of(const HttpRequest& request);
  /// Of a JSON object, as a text.
  static Fields of_json(const std::string& text);
  /// Of names and values.
  static Fields of_form(const std::string& text);
  ~Fields();
  Fields(Fields&&) noexcept;
  Fields& operator=(Fields&&) noexcept;

  /// Whether there is a value that is not null.
  bool has(const std::string& name) const;
  bool is_list(const std::string& name) const;
  std::optional<std::string> text(const std::string& name) const;
  /// A text is a list of one.
  std::vector<std::string> texts(const std::string& name) const;
  std::optional<int64_t> integer(const std::string& name, int64_t least, int64_t most) const;
  std::optional<double> number(const std::string& name) const;
  bool flag(const std::string& name, bool preset = false) const;
  /// An object of texts.
  std::vector<std::pair<std::string, std::string>> pairs(const std::string& name) const;
  /// Throws Refusal for a field that is none of these, with the nearest of them.
  void check_names(const std::vector<std::string>& known) const;

 private:
  explicit Fields(nlohmann::json values);
  const nlohmann::json* find(const std::string& name) const;

  std::unique_ptr<nlohmann::json> values_;
};

/// The names and values of application/x-www-form-urlencoded, in their order. Throws Refusal for a
/// broken escape.
std::vector<std::pair<std::string, std::string>> form_values(std::string_view text);

}  // namespace regard::serve
