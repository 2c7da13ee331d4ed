#pragma once
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace regard {

/// An enum whose values are words in a config, on the command line or in a file. `names_of` is
/// declared next to it and lists the words in the order of the enumerators, which count from 0:
///   enum class Norm { post, pre };
///   constexpr auto names_of(Norm) { return std::array{"post", "pre"}; }
template <class Enum>
concept NamedEnum = std::is_enum_v<Enum> && requires(Enum value) {
  names_of(value).size();
};

template <NamedEnum Enum>
std::string name_of(Enum value) {
  return names_of(value).at(static_cast<size_t>(value));
}

/// The value with this name, if there is one.
template <NamedEnum Enum>
std::optional<Enum> parse_name(std::string_view name) {
  const auto names = names_of(Enum{});
  for (size_t i = 0; i < names.size(); ++i) {
    if (name == names.at(i)) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace regard
