#include "serve/request_body.h"

#include <algorithm>

#include "base/readable.h"
#include "base/utf8.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "regard/config/check.h"

namespace regard::serve {
namespace {

/// The value in the form that an error shows: short, and on one line.
std::string shown_value(const nlohmann::json& value) {
  constexpr size_t kLongest = 40;
  if (value.is_array()) return "a list";
  if (value.is_object()) return "an object";
  const auto text = value.dump(-1, ' ', true);  // in ASCII, so that it may be cut anywhere
  return text.size() <= kLongest ? text : text.substr(0, kLongest) + "...";
}

std::string shown_key(const std::string& key) {
  constexpr size_t kLongest = 100;
  return key.size() <= kLongest ? printable(key) : str("a key of ", key.size(), " bytes");
}

/// The UTF-16 code unit that `text` begins with as \\uXXXX; -1 if it does not.
int escaped_unit(std::string_view text) {
  if (text.size() < 6 || !text.starts_with("\\u")) return -1;
  int unit = 0;
  for (const char c : text.substr(2, 4)) {
    const int digit = hexadecimal_value(c);
    if (digit < 0) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

bool is_high_surrogate(int unit) { return unit >= 0xD800 && unit < 0xDC00; }
bool is_low_surrogate(int unit) { return unit >= 0xDC00 && unit < 0xE000; }

/// Replaces escapes of lone surrogates with the escape of U+FFFD. JavaScript writes them if a
/// client has cut a text inside an emoji.
std::string without_lone_surrogates(std::string_view body) {
  std::string result(body);
  for (size_t at = body.find('\\'); at != std::string_view::npos; at = body.find('\\', at)) {
    const int unit = escaped_unit(body.substr(at));
    if (unit < 0) {
      at += 2;  // an escape of one character, such as a backslash
      continue;
    }
    const bool is_pair =
        is_high_surrogate(unit) && is_low_surrogate(escaped_unit(body.substr(at + 6)));
    if (!is_pair && (is_high_surrogate(unit) || is_low_surrogate(unit))) {
      result.replace(at, 6, "\\ufffd");
    }
    at += is_pair ? 12 : 6;
  }
  return result;
}

/// Empties lists and objects, the innermost first. The depth is at most kRequestDepth.
void dismantle(nlohmann::json& value) {
  if (auto* list = value.get_ptr<nlohmann::json::array_t*>()) {
    for (auto& one : *list) dismantle(one);
    list->clear();
  } else if (auto* object = value.get_ptr<nlohmann::json::object_t*>()) {
    for (auto& [key, one] : *object) dismantle(one);
    object->clear();
  }
}

}  // namespace

RequestJson::~RequestJson() { dismantle(value_); }

std::optional<size_t> first_not_of_utf8(std::string_view json) {
  if (const size_t nul = json.substr(0, 2).find('\0'); nul < json.size() && json.size() > 1)
    return nul;
  return first_invalid_utf8(json);
}

nlohmann::json parse_request(std::string_view body) {
  if (const auto invalid = first_not_of_utf8(body)) {
    throw Error(str("the request is not valid UTF-8 (byte ", *invalid + 1, ")"), {},
                "encode JSON as UTF-8");
  }
  if (const size_t nul = body.find('\0');
      nul != std::string_view::npos) {  // a parser may stop at it
    throw Error(str("the request is not valid JSON (at byte ", nul + 1, ")"));
  }
  size_t values = 0;
  const auto check_bounds = [&](int depth, nlohmann::json::parse_event_t event, nlohmann::json&) {
    using Event = nlohmann::json::parse_event_t;
    const bool is_begin = event == Event::object_start || event == Event::array_start;
    if (is_begin && depth >= kRequestDepth) {
      throw Error(str("the request is nested deeper than ", kRequestDepth));
    }
    if (++values > kRequestValues) {
      throw Error(str("the request has more than ", kRequestValues, " values"), {},
                  "send several requests");
    }
    return true;
  };
  try {
    return nlohmann::json::parse(without_lone_surrogates(body), check_bounds);
  } catch (const nlohmann::json::parse_error& error) {
    throw Error(str("the request is not valid JSON (at byte ", error.byte, ")"));
  } catch (const nlohmann::json::exception&) {
    throw Error("the request has a number that is too large");
  }
}

JsonRequest::JsonRequest(const nlohmann::json& object, std::string where)
    : object_(object), where_(std::move(where)) {
  if (object.is_object()) return;
  throw Error(str(where_.empty() ? "the request" : where_, " is ", shown_value(object),
                  ", but must be an object"));
}

const nlohmann::json* JsonRequest::find(const std::string& key) {
  if (std::ranges::find(known_, key) == known_.end()) known_.push_back(key);
  const auto found = object_.find(key);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

void JsonRequest::refuse(const std::string& key, const nlohmann::json& value,
                         const std::string& expected) const {
  throw Error(str(shown_key(key), " is ", shown_value(value), ", but must be ", expected), where_);
}

std::optional<std::string> JsonRequest::text(const std::string& key) {
  const auto* value = find(key);
  if (value == nullptr) return {};
  if (!value->is_string()) refuse(key, *value, "a string");
  return value->get<std::string>();
}

std::optional<TextList> JsonRequest::texts(const std::string& key, size_t most) {
  const auto* value = find(key);
  if (value == nullptr) return {};
  if (value->is_string()) return TextList{.texts = {value->get<std::string>()}, .is_list = false};
  if (!value->is_array()) refuse(key, *value, "a string or a list of strings");
  if (value->size() > most) {
    throw Error(str(shown_key(key), " has ", value->size(), " texts, but may have at most ", most),
                where_, "send several requests");
  }
  TextList list = {.texts = {}, .is_list = true};
  for (const auto& text : *value) {
    if (!text.is_string()) refuse(str(key, '[', list.texts.size(), ']'), text, "a string");
    list.texts.push_back(text.get<std::string>());
  }
  return list;
}

std::optional<int64_t> JsonRequest::integer(const std::string& key, int64_t least, int64_t most) {
  const auto* value = find(key);
  if (value == nullptr) return {};
  const bool is_beyond =
      value->is_number_unsigned() &&
      value->get<uint64_t>() > static_cast<uint64_t>(std::numeric_limits<int64_t>::max());
  if (value->is_number_integer() && !is_beyond) {
    const auto number = value->get<int64_t>();
    if (number >= least && number <= most) return number;
  }
  refuse(key, *value, str("a whole number from ", least, " to ", most));
}

std::optional<double> JsonRequest::number(const std::string& key, double least, double most) {
  const auto* value = find(key);
  if (value == nullptr) return {};
  if (value->is_number()) {
    const auto number = value->get<double>();
    if (number >= least && number <= most) return number;
  }
  refuse(key, *value, str("a number from ", least, " to ", most));
}

std::optional<bool> JsonRequest::flag(const std::string& key) {
  const auto* value = find(key);
  if (value == nullptr) return {};
  if (!value->is_boolean()) refuse(key, *value, "true or false");
  return value->get<bool>();
}

std::optional<std::string> JsonRequest::one_of(const std::string& key,
                                               const std::vector<std::string>& words) {
  const auto* value = find(key);
  if (value == nullptr) return {};
  if (!value->is_string() || std::ranges::find(words, value->get<std::string>()) == words.end()) {
    refuse(key, *value, config::list_of_words(words));
  }
  return value->get<std::string>();
}

std::optional<std::map<std::string, std::string>> JsonRequest::text_map(const std::string& key) {
  const auto* value = find(key);
  if (value == nullptr) return {};
  if (!value->is_object()) refuse(key, *value, "an object of strings");
  std::map<std::string, std::string> map;
  for (const auto& [name, text] : value->items()) {
    if (!text.is_string()) refuse(key + "." + name, text, "a string");
    map[name] = text.get<std::string>();
  }
  return map;
}

void JsonRequest::require(const std::string& key) const {
  const auto found = object_.find(key);
  if (found != object_.end() && !found->is_null()) return;
  constexpr size_t kMostCompared = 50;
  std::vector<std::string> given;
  for (const auto& [name, value] : object_.items()) {
    if (given.size() < kMostCompared) given.push_back(name);
  }
  const auto near = nearest(key, given);
  throw Error(key + " is missing", where_,
              near && *near != key ? str("write ", key, " instead of ", *near) : "");
}

void JsonRequest::refuse_other_keys() const {
  for (const auto& [key, value] : object_.items()) {
    if (std::ranges::find(known_, key) != known_.end()) continue;
    const auto hint = did_you_mean(key, known_);
    throw Error("unknown key " + shown_key(key), where_,
                hint.empty() ? "use one of the keys " + join(known_) : hint);
  }
}

}  // namespace regard::serve
