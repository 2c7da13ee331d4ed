#include "serve/fields.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "regard/base/nearest.h"
#include "regard/base/str.h"
#include "regard/base/utf8.h"
#include "regard/config/scalar.h"
#include "serve/refusal.h"

namespace regard::serve {
namespace {

using nlohmann::json;

constexpr int kDeepest = 32;
constexpr size_t kMostFields = 10'000;

Refusal wrong(const std::string& name, const std::string& what) {
  return {400, str("Invalid request: ", name, " ", what)};
}

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string unescaped(std::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i] == '+' ? ' ' : text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? digit_of(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? digit_of(text[i + 2]) : -1;
    if (high < 0 || low < 0) {
      throw Refusal(400, "Invalid request: in a form, % stands before two hexadecimal digits");
    }
    plain += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return plain;
}

/// JSON of bounded depth: what destroys deeper values calls itself.
json parsed(const std::string& text) {
  const auto limit_depth = [](int depth, json::parse_event_t, json&) {
    if (depth > kDeepest) throw Refusal(400, "Invalid request: the JSON is nested too deep");
    return true;
  };
  auto value = json::parse(text, limit_depth, false);
  if (value.is_discarded() || !value.is_object()) throw Refusal(400, "Invalid JSON format");
  return value;
}

bool has_type(const HttpRequest& request, std::string_view type) {
  return request.header("Content-Type").substr(0, type.size()) == type;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> form_values(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> values;
  while (!text.empty()) {
    const auto end = std::min(text.find('&'), text.size());
    const auto pair = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (pair.empty()) continue;
    const auto equals = std::min(pair.find('='), pair.size());
    values.emplace_back(unescaped(pair.substr(0, equals)),
                        unescaped(pair.substr(std::min(equals + 1, pair.size()))));
    if (values.size() > kMostFields) {
      throw Refusal(400, str("Invalid request: a form has at most ", kMostFields, " fields"));
    }
  }
  for (const auto& [name, value] : values) {
    if (first_invalid_utf8(name) || first_invalid_utf8(value)) {
      throw Refusal(400, "Invalid request: the form is not in UTF-8");
    }
  }
  return values;
}

Fields::Fields(json values) : values_(std::make_unique<json>(std::move(values))) {}
Fields::~Fields() = default;
Fields::Fields(Fields&&) noexcept = default;
Fields& Fields::operator=(Fields&&) noexcept = default;

Fields Fields::of_json(const std::string& text) { return Fields(parsed(text)); }

Fields Fields::of_form(const std::string& text) {
  json values = json::object();
  for (auto& [name, value] : form_values(text)) {
    if (!values.contains(name)) {
      values[name] = std::move(value);
    } else {
      if (!values[name].is_array()) values[name] = json::array({std::move(values[name])});
      values[name].push_back(std::move(value));
    }
  }
  return Fields(std::move(values));
}

Fields Fields::of(const HttpRequest& request) {
  if (has_type(request, "application/json")) return of_json(request.body);
  const bool is_form = has_type(request, "application/x-www-form-urlencoded");
  auto fields = of_form(is_form ? request.body : "");
  auto query = of_form(request.query);
  for (auto& [name, value] : query.values_->items()) {
    if (!fields.values_->contains(name)) (*fields.values_)[name] = std::move(value);
  }
  return fields;
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
  if (!value->is_string()) throw wrong(name, "must be a text");
  return value->get<std::string>();
}

std::vector<std::string> Fields::texts(const std::string& name) const {
  const auto* value = find(name);
  if (value == nullptr) return {};
  if (value->is_string()) return {value->get<std::string>()};
  if (!value->is_array()) throw wrong(name, "must be a text or a list of texts");
  std::vector<std::string> texts;
  for (const auto& one : *value) {
    if (!one.is_string()) throw wrong(name, "must be a text or a list of texts");
    texts.push_back(one.get<std::string>());
  }
  return texts;
}

std::optional<int64_t> Fields::integer(const std::string& name, int64_t least,
                                       int64_t most) const {
  const auto* value = find(name);
  if (value == nullptr) return {};
  std::optional<int64_t> integer;
  if (value->is_number_integer()) integer = value->get<int64_t>();
  if (value->is_string()) integer = config::parse_int(value->get<std::string>());
  if (!integer) throw wrong(name, "must be a whole number");
  if (*integer < least || *integer > most) {
    throw wrong(name, str("is ", *integer, ", but must be from ", least, " to ", most));
  }
  return integer;
}

std::optional<double> Fields::number(const std::string& name) const {
  const auto* value = find(name);
  if (value == nullptr) return {};
  std::optional<double> number;
  if (value->is_number()) number = value->get<double>();
  if (value->is_string()) number = config::parse_double(value->get<std::string>());
  if (!number) throw wrong(name, "must be a number");
  return number;
}

bool Fields::flag(const std::string& name, bool preset) const {
  const auto* value = find(name);
  if (value == nullptr) return preset;
  if (value->is_boolean()) return value->get<bool>();
  const auto text = value->is_string() ? value->get<std::string>() : value->dump();
  if (text == "1" || text == "true") return true;
  if (text == "0" || text == "false") return false;
  throw wrong(name, "must be true or false");
}

std::vector<std::pair<std::string, std::string>> Fields::pairs(const std::string& name) const {
  const auto* value = find(name);
  if (value == nullptr) return {};
  if (!value->is_object()) throw wrong(name, "must be an object of texts");
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const auto& [key, one] : value->items()) {
    if (!one.is_string()) throw wrong(name, "must be an object of texts");
    pairs.emplace_back(key, one.get<std::string>());
  }
  return pairs;
}

void Fields::check_names(const std::vector<std::string>& known) const {
  for (const auto& [name, value] : values_->items()) {
    if (std::ranges::find(known, name) != known.end()) continue;
    const auto near = did_you_mean(name, known);
    throw Refusal(400, str("Invalid request: there is no field ", name, near.empty() ? "" : "; ", near));
  }
}

}  // namespace regard::serve
