#include "corpus/hold_out.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <unordered_set>
#include <vector>

#include "base/atomic_file.h"
#include "base/digest.h"
#include "base/files.h"
#include "base/utf8.h"
#include "corpus/cleaning.h"
#include "corpus/examples.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::corpus {
namespace {

constexpr size_t kHashDigits = 64;
constexpr std::string_view kBetween = "  ";

/// The hashes in a list, by file.
std::map<std::string, std::string> parse(std::string_view list) {
  std::map<std::string, std::string> hashes;
  std::istringstream lines{std::string(list)};
  for (std::string line; std::getline(lines, line);) {
    if (line.size() <= kHashDigits + kBetween.size()) continue;
    hashes.emplace(line.substr(kHashDigits + kBetween.size()), line.substr(0, kHashDigits));
  }
  return hashes;
}

}  // namespace

const std::string& TextHashes::of(const std::string& path) {
  const auto found = hashes_.find(path);
  return found != hashes_.end() ? found->second
                                : hashes_.emplace(path, sha256_of_file(path)).first->second;
}

std::string TextHashes::list(const config::DataOptions& data) {
  auto texts = data.train;
  texts.insert(texts.end(), data.valid.begin(), data.valid.end());
  std::map<std::string, std::string> found;
  for (const auto& text : texts) {
    for (const auto* file : {&text.source, &text.target, &text.tsv, &text.text}) {
      std::error_code ignored;  // the reader reports a missing file
      if (std::filesystem::is_regular_file(*file, ignored)) found.emplace(*file, of(*file));
    }
  }
  std::string list;
  for (const auto& [file, hash] : found) list.append(hash).append(kBetween).append(file) += '\n';
  return list;
}

std::vector<std::string> changed_texts(std::string_view before, std::string_view now) {
  const auto known = parse(before);
  std::vector<std::string> changed;
  for (const auto& [file, hash] : parse(now)) {
    const auto found = known.find(file);
    if (found != known.end() && found->second != hash) changed.push_back(file);
  }
  return changed;
}

namespace {

constexpr int64_t kFewestPairs = 100;

/// Calls `take` for each pair without a blank side.
template <class Take>
void each_pair(const config::ParallelText& text, const Take& take) {
  ParallelReader reader(text);
  for (LinePair pair; reader.next(pair);) {
    for (auto* side : {&pair.source, &pair.target}) {
      *side = trimmed(*side);
      std::ranges::replace(*side, '\t', ' ');
    }
    if (!pair.source.empty() && !pair.target.empty()) take(pair);
  }
}

/// A number in [0, 1) that depends only on the sentence.
double place_of(const std::string& sentence) {
  constexpr size_t kDigits = 12;
  constexpr double kEnd = 0x1p48;
  return static_cast<double>(std::stoull(sha256(sentence).substr(0, kDigits), nullptr, 16)) / kEnd;
}

class Part {
 public:
  explicit Part(const std::string& path) : path_(path), file_(path) {}

  void add(const LinePair& pair) {
    file_.write(str(pair.source, '\t', pair.target, '\n'));
    ++count_;
  }
  /// Adds a pair to an evaluation set, where each source sentence counts once. Returns false if the
  /// set already has the source sentence.
  bool add_first(const LinePair& pair) {
    if (!sources_.insert(pair.source).second) return false;
    add(pair);
    return true;
  }
  int64_t count() const { return count_; }
  config::ParallelText commit() {
    file_.commit();
    return {.tsv = path_};
  }

 private:
  std::string path_;
  AtomicFile file_;
  std::unordered_set<std::string> sources_;
  int64_t count_ = 0;
};

}  // namespace

HeldOut hold_out(std::span<const config::ParallelText> texts, const std::string& folder) {
  std::vector<double> places;
  for (const auto& text : texts) {
    each_pair(text, [&](const LinePair& pair) { places.push_back(place_of(pair.source)); });
  }
  const int64_t count = std::ssize(places);
  if (count < kFewestPairs) {
    throw Error(str("has ", count, count == 1 ? " pair" : " pairs", ", too few to learn from"),
                join(texts, ", ", name_of),
                "use at least a few thousand pairs, as source<TAB>target lines");
  }
  constexpr int64_t kTwentieth = 20, kFewest = 10, kMost = 1000;
  const int64_t wanted = std::clamp(count / kTwentieth, kFewest, kMost);
  double to_test = static_cast<double>(wanted) / static_cast<double>(count);
  double to_validate = 2 * to_test;
  const auto below = [&](double end) {
    return std::ranges::count_if(places, [&](double place) { return place < end; });
  };
  // A corpus that is itself the training set of an earlier split has no sentences in the lowest
  // range.
  if (below(to_test) == 0 || below(to_validate) == below(to_test)) {
    const auto place_at = [&](int64_t rank) {
      std::ranges::nth_element(places, places.begin() + rank);
      return places[static_cast<size_t>(rank)];
    };
    to_test = place_at(wanted);
    to_validate = place_at(2 * wanted);
  }
  make_folder(folder, "name another directory with --output");
  const auto path = [&](const std::string& part) {
    return (std::filesystem::absolute(folder) / part).lexically_normal().string();
  };
  Part valid(path("valid.tsv")), test(path("test.tsv"));
  HeldOut held;
  for (size_t number = 1; number <= texts.size(); ++number) {
    const auto& text = texts[number - 1];
    Part train(path(number == 1 ? "train.tsv" : str("train-", number, ".tsv")));
    each_pair(text, [&](const LinePair& pair) {
      const double place = place_of(pair.source);
      if (place < to_test) {
        held.left_out += test.add_first(pair) ? 0 : 1;
      } else if (place < to_validate) {
        held.left_out += valid.add_first(pair) ? 0 : 1;
      } else {
        train.add(pair);
      }
    });
    if (train.count() == 0) continue;
    held.train_pairs += train.count();
    held.train.push_back(train.commit());
    held.train.back().weight = text.weight;
  }
  held.valid_pairs = valid.count();
  held.test_pairs = test.count();
  held.valid = valid.commit();
  held.test = test.commit();
  return held;
}

}  // namespace regard::corpus
