#include "serve/fields.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/config/scalar.h"
#include "serve/http_message.h"
#include "serve/request_body.h"

namespace regard::serve {

void refuse_null_character(std::string_view text, std::string_view what) {
  const size_t null = text.find('\0');
  if (null == std::string_view::npos) return;
  throw InvalidRequest(str(what, " has a null character (U+0000, character ", column_of(text, null),
                           "); leave it out"));
}

namespace {

using nlohmann::json;

constexpr std::string_view kFilePart = "file";

InvalidRequest wrong_field(const std::string& name, const std::string& what) {
  return InvalidRequest(str(name, " ", what));
}

json object_of(const std::string& body) {
  if (const auto invalid = first_not_of_utf8(body)) {
    throw Refusal(400, str("Invalid JSON format: the body is not UTF-8 (byte ", *invalid + 1,
                           "); encode it as UTF-8"));
  }
  try {
    auto value = parse_request(body);
    if (value.is_object()) return value;
  } catch (const Error&) {  // LibreTranslate has one message for all errors
  }
  throw Refusal(400, "Invalid JSON format");
}

/// Adds to `values` the fields that it lacks, and to `repeated` the names that occur several times.
void add_fields(std::vector<FormField> fields, json& values, std::set<std::string>& repeated) {
  json added = json_of_form(std::move(fields));
  for (auto& [name, value] : added.items()) {
    if (values.contains(name)) continue;
    if (value.is_array() && value.front().is_string()) repeated.insert(name);
    values[name] = std::move(value);
  }
}

/// Whether some clients send a content type without a body, or an empty list, with this method.
bool may_lack_body(std::string_view method) {
  return method == "GET" || method == "HEAD" || method == "DELETE";
}

/// The parts that are not files. Some clients send the file without a name, next to `filename`.
std::vector<FormField> fields_of(const std::vector<MultipartPart>& parts) {
  std::vector<FormField> fields;
  for (const auto& part : parts) {
    if (part.filename || part.name == kFilePart) continue;
    if (const auto invalid = first_invalid_utf8(part.body)) {
      throw Error(
          str("part ", part.name, " of the form is not valid UTF-8 (byte ", *invalid + 1, ")"), {},
          "encode the text as UTF-8");
    }
    fields.push_back({.name = part.name, .value = std::string(part.body)});
  }
  return fields;
}

}  // namespace

std::string media_type(const HttpRequest& request) {
  const auto header = request.header("Content-Type");
  return lower_ascii(trimmed(header.substr(0, header.find(';'))));
}

std::vector<FormField> form_fields(const HttpRequest& request, int64_t most_texts) {
  const auto type = media_type(request);
  const auto texts = static_cast<size_t>(most_texts);
  if (type == "application/x-www-form-urlencoded") {
    return read_form(request.body, kFormFields + texts);
  }
  if (type != "multipart/form-data") return {};
  return fields_of(
      read_multipart(request.header("Content-Type"), request.body, kFormParts + texts));
}

Fields::Fields(json values, std::set<std::string> repeated)
    : values_(std::make_unique<RequestJson>(std::move(values))), repeated_(std::move(repeated)) {}
Fields::~Fields() = default;
Fields::Fields(Fields&&) noexcept = default;
Fields& Fields::operator=(Fields&&) noexcept = default;

Fields Fields::of(const HttpRequest& request, int64_t most_texts) {
  json values = json::object();
  std::set<std::string> repeated;
  try {
    const auto type = media_type(request);
    if (type == "application/json" || type.ends_with("+json")) values = object_of(request.body);
    add_fields(form_fields(request, most_texts), values, repeated);
  } catch (const std::exception&) {
    if (!may_lack_body(request.method)) throw;
  }
  add_fields(read_form(request.query, kFormFields + static_cast<size_t>(most_texts)), values,
             repeated);
  return {std::move(values), std::move(repeated)};
}

const json* Fields::find(const std::string& name) const {
  const auto found = (**values_).find(name);
  return found == (**values_).end() || found->is_null() ? nullptr : &*found;
}

const json* Fields::find_one(const std::string& name) const {
  const auto* value = find(name);
  return value != nullptr && repeated_.contains(name) ? &value->front() : value;
}

bool Fields::has(const std::string& name) const { return find(name) != nullptr; }

bool Fields::is_list(const std::string& name) const {
  const auto* value = find(name);
  return value != nullptr && value->is_array();
}

bool Fields::is_flag(const std::string& name) const {
  const auto* value = find_one(name);
  return value != nullptr && value->is_boolean();
}

std::optional<std::string> Fields::text(const std::string& name) const {
  const auto* value = find_one(name);
  if (value == nullptr) return {};
  if (!value->is_string()) throw wrong_field(name, "must be a string");
  return value->get<std::string>();
}

std::optional<std::string> Fields::word(const std::string& name) const {
  const auto* value = find_one(name);
  if (value == nullptr) return {};
  if (value->is_structured()) throw wrong_field(name, "must be a string or a number");
  return value->is_string() ? value->get<std::string>() : value->dump();
}

std::string Fields::key(const std::string& name) const {
  const auto* value = find_one(name);
  if (value == nullptr || *value == json(false)) return {};
  return *word(name);
}

std::vector<std::string> Fields::texts(const std::string& name) const {
  const auto* value = find(name);
  if (value == nullptr) return {};
  if (value->is_string()) return {value->get<std::string>()};
  if (!value->is_array()) throw wrong_field(name, "must be a string or a list of strings");
  std::vector<std::string> texts;
  for (const auto& one : *value) {
    if (!one.is_string()) throw wrong_field(name, "must be a string or a list of strings");
    texts.push_back(one.get<std::string>());
  }
  return texts;
}

std::vector<Fields> Fields::objects(const std::string& name) const {
  const auto* value = find(name);
  if (value == nullptr) return {};
  if (!value->is_array()) throw wrong_field(name, "must be a list of objects");
  std::vector<Fields> objects;
  for (const auto& one : *value) {
    if (!one.is_object()) throw wrong_field(name, "must be a list of objects");
    objects.push_back(Fields(one, {}));
  }
  return objects;
}

std::optional<int64_t> Fields::integer(const std::string& name) const {
  const auto* value = find_one(name);
  if (value == nullptr) return {};
  if (value->is_number_integer()) return value->get<int64_t>();
  if (value->is_number_float() && std::trunc(value->get<double>()) == value->get<double>() &&
      std::abs(value->get<double>()) < 1e15) {
    return static_cast<int64_t>(value->get<double>());
  }
  if (value->is_string()) {
    const auto text = trimmed(value->get_ref<const std::string&>());
    if (text.empty()) return {};
    if (const auto integer = config::parse_int(std::string(text))) return integer;
  }
  throw wrong_field(name, "must be a whole number");
}

bool Fields::flag(const std::string& name) const {
  const auto* value = find_one(name);
  if (value == nullptr) return false;
  const auto text = lower_ascii(value->is_string() ? value->get<std::string>() : value->dump());
  if (text == "1" || text == "true") return true;
  if (text == "0" || text == "false" || text.empty()) return false;
  throw wrong_field(name, "must be true or false");
}

}  // namespace regard::serve
