#include "findings/messy_file.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/utf8.h"
#include "text/data_files.h"

namespace regard::test {
namespace {

using namespace std::string_literals;

/// French text in Windows-1252.
std::string as_windows(const std::string& text) {
  std::string bytes;
  for (const char32_t c : decode_utf8(text)) {
    bytes += c == U'\u0153' ? '\x9C' : c == U'\u2019' ? '\x92' : static_cast<char>(c);
  }
  return bytes;
}

/// UTF-8 that was read as Windows-1252 and encoded again.
std::string encoded_again(const std::string& text) {
  std::string twice;
  for (const char byte : text) append_utf8(static_cast<unsigned char>(byte), twice);
  return twice;
}

class Mess {
 public:
  Mess() {
    const auto sources = data_lines("train.en"), targets = data_lines("train.fr");
    std::set<std::string> seen;
    for (size_t at = 0; at < sources.size(); ++at) {
      if (!seen.insert(lower_ascii(sources[at])).second) continue;
      pairs_.emplace_back(sources[at], targets[at]);
      lines_.push_back(sources[at] + '\t' + targets[at]);
    }
  }

  using Spoil = std::function<std::string(const std::string& source, const std::string& target)>;

  /// Corrupts the next lines whose sides have at least `words` words.
  void spoil(const std::string& kind, int64_t count, int64_t words, const Spoil& how) {
    constexpr size_t kStep = 5;
    for (int64_t done = 0; done < count; next_ += kStep) {
      const auto& [source, target] = pairs_.at(next_);
      if (words_in(source) < words || words_in(target) < words) continue;
      const auto line = how(source, target);
      if (line.empty()) continue;
      lines_[next_] = line;
      ++done;
    }
    dirt_[kind] += count;
  }

  /// Adds lines, spread over the file, after the pairs that they repeat.
  void add(const std::string& kind, const std::vector<std::string>& lines) {
    size_t at = lines_.size();
    for (const auto& line : lines) {
      lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(at), line);
      at -= 3;
    }
    dirt_[kind] += std::ssize(lines);
  }

  const std::pair<std::string, std::string>& clean_pair(size_t number) const {
    return pairs_.at(5 * number + 1);  // not changed by spoil()
  }

  MessyFile file() const {
    MessyFile file{.content = "\xEF\xBB\xBF", .dirt = dirt_};
    constexpr size_t kWindowsEnds = 10;
    for (size_t at = 0; at < lines_.size(); ++at) {
      file.content += lines_[at] + (at % kWindowsEnds == 0 ? "\r\n" : "\n");
    }
    return file;
  }

 private:
  std::vector<std::pair<std::string, std::string>> pairs_;
  std::vector<std::string> lines_;
  std::map<std::string, int64_t> dirt_;
  size_t next_ = 0;
};

bool has_accents(const std::string& text) {
  return text.find("\u00E9") != std::string::npos && text.find("\u0153") == std::string::npos &&
         text.find("\u00C0") == std::string::npos;
}

void add_broken_text(Mess& mess) {
  mess.spoil("one-column", 4, 1, [](const auto& source, const auto&) { return source; });
  mess.spoil("columns", 4, 1, [](const auto& a, const auto& b) { return a + '\t' + b + "\tmore"; });
  mess.spoil("nul", 3, 1, [](const auto& a, const auto& b) { return a + "\0\t"s + b; });
  mess.spoil("control", 6, 1, [](const auto& a, const auto& b) { return a + '\t' + b + '\7'; });
  mess.spoil("broken", 2, 1,
             [](const auto& a, const auto& b) { return "\xFF\x81" + a + '\t' + b; });
  mess.spoil("windows-1252", 5, 1, [](const auto& a, const auto& b) {
    return has_accents(b) ? a + '\t' + as_windows(b) : "";
  });
  mess.spoil("twice-encoded", 7, 1, [](const auto& a, const auto& b) {
    return has_accents(b) ? a + '\t' + encoded_again(b) : "";
  });
  mess.add("empty", std::vector<std::string>(20, ""));
  mess.add("empty", {"a cat\t", "\tun chat", " \t "});
}

void add_wrong_pairs(Mess& mess) {
  std::string held_back;
  mess.spoil("swapped", 80, 6, [](const auto& a, const auto& b) { return b + '\t' + a; });
  mess.spoil("misaligned", 40, 7, [&](const auto& a, const auto& b) {
    constexpr int64_t kMostWords = 10;  // so the texts have similar lengths
    if (words_in(a) > kMostWords || words_in(b) > kMostWords) return std::string();
    const auto before = std::exchange(held_back, b);
    return a + '\t' + (before.empty() ? "Le bateau est d\u00E9j\u00E0 parti vers le sud." : before);
  });
  mess.spoil("same", 3, 3, [](const auto& a, const auto&) { return a + '\t' + a; });
  mess.spoil("one-language", 9, 7, [](const auto& a, const auto&) { return a + "\tOh, " + a; });
  mess.spoil("language", 2, 9, [](const auto& a, const auto&) {
    return a +
           "\tIch habe gestern mit meinem Bruder \u00FCber das neue Haus gesprochen, aber er war "
           "nicht "
           "damit einverstanden.";
  });
  mess.spoil("long", 3, 5, [](const auto& a, const auto& b) {
    std::string source = a, target = b;
    for (int time = 0; time < 40; ++time) {
      source += ' ' + a;
      target += ' ' + b;
    }
    return source + '\t' + target;
  });
  mess.spoil("ratio", 5, 8, [](const auto& a, const auto&) { return a + " " + a + "\tOui."; });
  mess.spoil("placeholders", 6, 1,
             [](const auto& a, const auto& b) { return a + " %s\t" + b + " %d"; });
  mess.spoil("numbers", 8, 1,
             [](const auto& a, const auto& b) { return a + " 1978\t" + b + " 1987"; });
  mess.spoil("sentences", 2, 4, [](const auto& a, const auto& b) {
    return a + " Yes. No. Come in.\t" + b + " Oui, non, entre !";
  });
}

}  // namespace

MessyFile messy_file() {
  Mess mess;
  add_broken_text(mess);
  add_wrong_pairs(mess);
  std::vector<std::string> again, nearly;
  for (size_t number = 0; number < 50; ++number) {
    const auto& [source, target] = mess.clean_pair(number);
    again.push_back(source + '\t' + target);
  }
  for (size_t number = 60; number < 70; ++number) {
    const auto& [source, target] = mess.clean_pair(number);
    nearly.push_back(upper_ascii(source) + "!\t" + target + " !");
  }
  mess.add("duplicate", again);
  mess.add("near-duplicate", nearly);
  return mess.file();
}

}  // namespace regard::test
