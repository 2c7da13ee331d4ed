#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace regard::bitext {

/// The entities declared inside a DOCTYPE. External entities are never read: a reference to such an
/// entity stays unresolved and makes the text malformed.
class XmlEntities {
 public:
  void declare(std::string_view doctype);
  bool empty() const { return values_.empty(); }

  /// Resolves references to these entities in `element`. Returns nothing if the result exceeds 1
  /// MiB or an entity contains itself.
  std::optional<std::string> resolved(std::string_view element) const;

 private:
  bool append(std::string_view text, size_t depth, size_t& references, std::string& to) const;

  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace regard::bitext
