#include "documents/message_choices.h"

#include <algorithm>
#include <array>

#include "base/readable.h"
#include "base/utf8.h"
#include "regard/base/str.h"

namespace regard::documents {
namespace {

constexpr std::array<std::string_view, 4> kKinds = {"plural", "select", "selectordinal", "choice"};

}  // namespace

bool has_choice(std::string_view message) {
  for (size_t at = message.find('{'); at != std::string_view::npos;
       at = message.find('{', at + 1)) {
    const size_t name_end = message.find_first_of(",{}", at + 1);
    if (name_end == std::string_view::npos || message[name_end] != ',') continue;
    const size_t kind_end = message.find_first_of(",{}", name_end + 1);
    if (kind_end == std::string_view::npos || message[kind_end] != ',') continue;
    const auto kind = trimmed(message.substr(name_end + 1, kind_end - name_end - 1));
    if (std::ranges::find(kKinds, kind) != kKinds.end()) return true;
  }
  return false;
}

std::vector<std::string> notes_of_choices(size_t count) {
  if (count == 0) return {};
  return {str(counted(count, "message"),
              count == 1 ? " chooses its words by a value" : " choose their words by a value",
              " (plural, select or choice); such messages must be translated by hand")};
}

}  // namespace regard::documents
