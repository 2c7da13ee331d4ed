#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/utf8.h"
#include "regard/config/scalar.h"
#include "serve/request_body.h"

namespace regard::serve {
namespace {

using nlohmann::json;

/// The place in a list to which a form field's name refers.
struct ListPlace {
  std::string list;
  std::optional<int64_t> index;  ///< none for `name[]`
  std::string key;               ///< key in an object; empty for a string
};

/// The key in ".key" or "[key]"; nullopt for other texts.
std::optional<std::string> key_in(std::string_view text) {
  const bool is_bracketed = text.starts_with('[') && text.ends_with(']');
  if (!is_bracketed && !text.starts_with('.')) return {};
  text = text.substr(1, text.size() - (is_bracketed ? 2 : 1));
  if (text.empty() || text.find_first_of("[]") != std::string_view::npos) return {};
  return std::string(text);
}

std::optional<ListPlace> list_place(std::string_view name) {
  constexpr size_t kMostDigits = 9;
  const size_t open = name.find('['), close = name.find(']');
  if (open == 0 || open > close || close == std::string_view::npos) return {};
  const auto number = name.substr(open + 1, close - open - 1), rest = name.substr(close + 1);
  if (number.size() > kMostDigits || !std::ranges::all_of(number, is_ascii_digit)) return {};
  ListPlace place{.list = std::string(name.substr(0, open)), .index = {}, .key = {}};
  if (!number.empty()) place.index = config::parse_int(std::string(number));
  if (rest.empty()) return place;
  auto key = key_in(rest);
  if (!key || number.empty()) return {};
  place.key = std::move(*key);
  return place;
}

/// The members of a form's lists, by list and index.
class FormLists {
 public:
  void add(const std::string& name, std::string value) {
    const auto place = list_place(name);
    if (!place) return;  // a field of other programs
    auto& list = lists_[place->list];
    const int64_t next = list.empty() ? 0 : list.rbegin()->first + 1;
    auto& member = list[place->index.value_or(next)];
    const bool has_room = place->key.empty() ? member.is_null()
                                             : member.is_null() || (member.is_object() &&
                                                                    !member.contains(place->key));
    if (has_room) (place->key.empty() ? member : member[place->key]) = std::move(value);
  }

  /// Adds the lists to `object`, each after the values that `object` already has under its name.
  void add_to(json& object) {
    for (auto& [name, members] : lists_) {
      auto& list = object[name];
      if (list.is_null()) list = json::array();
      if (!list.is_array()) list = json::array({std::move(list)});
      for (auto& [index, member] : members) list.push_back(std::move(member));
    }
  }

 private:
  std::map<std::string, std::map<int64_t, json>> lists_;
};

}  // namespace

json json_of_form(std::vector<FormField> fields) {
  json object = json::object();
  FormLists lists;
  for (auto& [name, value] : fields) {
    if (name.find('[') != std::string::npos) {
      lists.add(name, std::move(value));
      continue;
    }
    auto& member = object[name];
    if (member.is_null()) {
      member = std::move(value);
    } else {
      if (!member.is_array()) member = json::array({std::move(member)});
      member.push_back(std::move(value));
    }
  }
  lists.add_to(object);
  return object;
}

}  // namespace regard::serve
