#pragma once
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "serve/http_message.h"

namespace regard::serve {

class RequestJson;
struct FormField;

/// The type of a request's body, in lower case and without parameters: "application/json".
std::string media_type(const HttpRequest& request);

/// The fields of a body that is a form of either kind, without files; none of another body. Throws
/// Error if it is broken.
std::vector<FormField> form_fields(const HttpRequest& request);

/// What a request says to a face that takes it as a JSON object, as a form of either kind, or in
/// the query, where numbers are texts. A name that a form has several times is a list; files of a
/// form are left out. Functions throw Refusal (400), naming the field.
class Fields {
 public:
  /// What the body says comes before what the query says. Throws Refusal if it is broken.
  static Fields of(const HttpRequest& request);
  ~Fields();
  Fields(Fields&&) noexcept;
  Fields& operator=(Fields&&) noexcept;

  /// Whether there is a value that is not null.
  bool has(const std::string& name) const;
  bool is_list(const std::string& name) const;
  std::optional<std::string> text(const std::string& name) const;
  /// A text, or a number or truth value as it is written.
  std::optional<std::string> word(const std::string& name) const;
  /// A text is a list of one.
  std::vector<std::string> texts(const std::string& name) const;
  /// A list of JSON objects.
  std::vector<Fields> objects(const std::string& name) const;
  /// Nothing if it is empty.
  std::optional<int64_t> integer(const std::string& name) const;
  bool flag(const std::string& name) const;

 private:
  explicit Fields(nlohmann::json values);
  const nlohmann::json* find(const std::string& name) const;

  std::unique_ptr<RequestJson> values_;
};

}  // namespace regard::serve
