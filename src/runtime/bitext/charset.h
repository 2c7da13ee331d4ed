#pragma once
#include <string>
#include <string_view>

namespace regard::bitext {

/// Turns the strings of a message catalogue into UTF-8. Until it is told another charset, they are
/// UTF-8.
class Charset {
 public:
  /// Takes the charset that the head of a catalogue names: "Content-Type: text/plain;
  /// charset=ISO-8859-1". Throws Error, naming the file, for one that is not known.
  void take_from_head(std::string_view head, const std::string& path);

  std::string utf8(std::string text) const;

 private:
  enum class Kind { utf8, western, western_with_euro };
  Kind kind_ = Kind::utf8;
};

}  // namespace regard::bitext
