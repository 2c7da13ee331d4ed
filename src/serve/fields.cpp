#include "serve/fields.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/config/scalar.h"
#include "serve/form.h"
#include "serve/json_request.h"
#include "serve/refusal.h"

namespace regard::serve {
namespace {

using nlohmann::json;

Refusal wrong_field(const std::string& name, const std::string& what) {
  return {400, str("Invalid request: ", name, " ", what)};
}

bool has_type(const HttpRequest& request, std::string_view type) {
  return request.header("Content-Type").substr(0, type.size()) == type;
}

json object_of(const std::string& body) {
  try {
    auto value = parse_request(body);
    if (value.is_object()) return value;
  } catch (const Error&) {  // which LibreTranslate does not tell apart
  }
  throw Refusal(400, "Invalid JSON format");
}

void add_form(std::string_view form, json& values) {
  json added = json::object();
  for (auto& [name, value] : read_form(form)) {
    auto& field = added[name];
    if (field.is_null()) {
      field = std::move(value);
    } else {
      if (!field.is_array()) field = json::array({std::move(field)});
      field.push_back(std::move(value));
    }
  }
  for (auto& [name, value] : added.items()) {
    if (!values.contains(name)) values[name] = std::move(value);
  }
}

}  // namespace

Fields::Fields(json values) : values_(std::make_unique<json>(std::move(values))) {}
Fields::~Fields() = default;
Fields::Fields(Fields&&) noexcept = default;
Fields& Fields::operator=(Fields&&) noexcept = default;

Fields Fields::of(const HttpRequest& request) {
  if (has_type(request, "application/json")) return Fields(object_of(request.body));
  json values = json::object();
  if (has_type(request, "application/x-www-form-urlencoded")) add_form(request.body, values);
  add_form(request.query, values);
  return Fields(std::move(values));
}

const json* Fields::find(const std::string& name) const {
  const auto found = values_->find(name);
  return found == values_->end() || found->is_null() ? nullptr : &*found;
}

bool Fields::has(const std::string& name) const { return find(name) != nullptr; }

bool Fields::is_list(const std::string& name) const {
  const auto* value = find(name);
  return value != nullptr && value->is_array();
}

std::optional<std::string> Fields::text(const std::string& name) const {
  const auto* value = find(name);
  if (value == nullptr) return {};
  if (!value->is_string()) throw wrong_field(name, "must be a text");
  return value->get<std::string>();
}

std::vector<std::string> Fields::texts(const std::string& name) const {
  const auto* value = find(name);
  if (value == nullptr) return {};
  if (value->is_string()) return {value->get<std::string>()};
  if (!value->is_array()) throw wrong_field(name, "must be a text or a list of texts");
  std::vector<std::string> texts;
  for (const auto& one : *value) {
    if (!one.is_string()) throw wrong_field(name, "must be a text or a list of texts");
    texts.push_back(one.get<std::string>());
  }
  return texts;
}

std::optional<int64_t> Fields::integer(const std::string& name) const {
  const auto* value = find(name);
  if (value == nullptr) return {};
  if (value->is_number_integer()) return value->get<int64_t>();
  if (value->is_string()) {
    if (const auto integer = config::parse_int(value->get<std::string>())) return integer;
  }
  throw wrong_field(name, "must be a whole number");
}

bool Fields::flag(const std::string& name) const {
  const auto* value = find(name);
  if (value == nullptr) return false;
  const auto text = value->is_string() ? value->get<std::string>() : value->dump();
  if (text == "1" || text == "true") return true;
  if (text == "0" || text == "false") return false;
  throw wrong_field(name, "must be true or false");
}

}  // namespace regard::serve
