// Finds pairs that occurred before, in these files or in the validation and test sets.
#include <unordered_map>

#include "base/log.h"
#include "base/readable.h"
#include "base/utf8.h"
#include "corpus/fingerprint.h"
#include "corpus/hold_out.h"
#include "findings/checks.h"
#include "regard/base/error.h"

namespace regard::findings {
namespace {

class Same : public Check {
 public:
  using Check::Check;

  std::optional<std::string> look(Subject& subject) override {
    return subject.pair.source == subject.pair.target ? std::optional<std::string>("")
                                                      : std::nullopt;
  }
};

class Duplicate : public Check {
 public:
  using Check::Check;

  std::optional<std::string> look(Subject& subject) override {
    if (seen_.insert(corpus::fingerprint(subject.pair.source, subject.pair.target)))
      return std::nullopt;
    subject.is_duplicate = true;
    return "";
  }

 private:
  corpus::FingerprintSet seen_;
};

class NearDuplicate : public Check {
 public:
  using Check::Check;

  std::optional<std::string> look(Subject& subject) override {
    const auto source = essence(subject.pair.source), target = essence(subject.pair.target);
    if (source.empty() || target.empty()) return std::nullopt;
    if (seen_.insert(corpus::fingerprint(source, target)) || subject.is_duplicate)
      return std::nullopt;
    return "";
  }

 private:
  corpus::FingerprintSet seen_;
};

/// A side of a few words ("Thank you.") may occur in two sets by chance; it counts as a leak only
/// together with the other side.
class Leak : public Check {
 public:
  Leak(const Kind& kind, const CheckContext& context) : Check(kind), files_(context.against) {
    for (size_t file = 0; file < files_.size(); ++file) read(file);
  }

  std::optional<std::string> look(Subject& subject) override {
    constexpr int64_t kFewWords = 4;
    std::optional<size_t> file;
    int sides = 0;
    bool is_long = false;
    for (const Side side : kSides) {
      const auto found = sides_.find(corpus::fingerprint(essence(subject.text(side))));
      if (found == sides_.end()) continue;
      file = found->second;
      ++sides;
      is_long |= words_in(subject.text(side)) >= kFewWords;
    }
    if (!file || (sides < 2 && !is_long)) return std::nullopt;
    return "in " + files_[*file];
  }

 private:
  /// Reads the sides of a file. A line that cannot be read would hide leaks, so it is reported.
  void read(size_t file) {
    const auto reader = bitext::open_sides(files_[file]);
    int64_t sides = 0, unread = 0, first = 0;
    for (bitext::Pair pair; reader->next(pair);) {
      bool is_read = pair.state != bitext::Pair::State::malformed;
      for (const auto* text : {&pair.source, &pair.target}) {
        is_read &= !first_invalid_utf8(*text);
        const auto plain = essence(*text);
        if (plain.empty()) continue;
        sides_.emplace(corpus::fingerprint(plain), file);
        ++sides;
      }
      if (!is_read && unread++ == 0) first = pair.number;
    }
    if (sides == 0) {
      throw Error("has no text that pairs could leak into", files_[file],
                  "name a text, or a file of pairs, in UTF-8");
    }
    if (unread == 0) return;
    log_warning(files_[file], ":", first, ": malformed or not UTF-8; leaks into ",
                counted(unread, "such pair"), " are not found");
  }

  std::vector<std::string> files_;
  std::unordered_map<uint64_t, size_t> sides_;  // index of the file that has the side
};

}  // namespace

CheckRow same_check() {
  return {{.name = "same",
           .meaning = "source and target are equal",
           .advice = "Leave them out; a model learns to copy names from other pairs."},
          made<Same>};
}

CheckRow duplicate_check() {
  return {{.name = "duplicate",
           .meaning = "repeats an earlier pair",
           .advice = "Keep one copy of each, unless a frequent pair must count more.",
           .remembers = true},
          made<Duplicate>};
}

CheckRow near_duplicate_check() {
  return {{.name = "near-duplicate",
           .meaning = "repeats a pair except for case, marks and digits",
           .advice = "Keep them for variety; --drop near-duplicate keeps the first of each.",
           .action = Action::keep,
           .remembers = true},
          made<NearDuplicate>};
}

CheckRow leak_check() {
  return {{.name = "leak",
           .meaning = "is in a validation or test set",
           .advice = "Leave them out: scores on that text would be too good."},
          [](const Kind& kind, const CheckContext& context) -> std::unique_ptr<Check> {
            if (context.against.empty()) return nullptr;
            return std::make_unique<Leak>(kind, context);
          }};
}

}  // namespace regard::findings
