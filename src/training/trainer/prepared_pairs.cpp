#include "trainer/prepared_pairs.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "base/atomic_file.h"
#include "base/digest.h"
#include "base/files.h"
#include "base/log.h"
#include "base/process.h"
#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::train {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// The file that is written last: without it, the folder is incomplete.
constexpr auto kSummary = "pairs.json";

/// Increases when the fields of a summary change.
constexpr int kFormat = 2;

/// Copies a file and returns its SHA-256.
std::string copied(const fs::path& from, const fs::path& to) {
  std::ifstream in(from, std::ios::binary);
  const auto check = [&](bool is_good) {
    if (!is_good) throw Error("cannot be read", from.string(), "check the disk", ExitCode::failure);
  };
  check(in.is_open());
  AtomicFile out(to);
  Digest digest;
  constexpr size_t kAtOnce = size_t{1} << 20;
  std::string bytes(kAtOnce, '\0');
  while (in.read(bytes.data(), kAtOnce).gcount() > 0) {
    stop_if_interrupted();
    const std::string_view part(bytes.data(), static_cast<size_t>(in.gcount()));
    digest.add(part);
    out.write(part);
  }
  check(!in.bad());
  out.commit();
  return digest.digits();
}

/// The JSON of a text, which names its file without the folder.
Json json_of(const config::ParallelText& text) {
  return {{"file", fs::path(text.tsv).filename().string()}, {"weight", text.weight}};
}

config::ParallelText text_of(const Json& json, const std::string& folder) {
  const auto path = fs::absolute(folder) / json.at("file").get<std::string>();
  return {.tsv = path.lexically_normal().string(), .weight = json.at("weight")};
}

Json summary_of(const PreparedPairs& pairs) {
  const auto& [cleaned, held, were_kept] = pairs;
  Json train = Json::array();
  for (const auto& text : held.train) train.push_back(json_of(text));
  return {{"format", kFormat},
          {"name", cleaned.name},
          {"pairs", cleaned.pairs},
          {"dropped", cleaned.dropped},
          {"mended", cleaned.mended},
          {"source_language", cleaned.source_language},
          {"target_language", cleaned.target_language},
          {"warning", cleaned.warning},
          {"train", train},
          {"valid", json_of(held.valid)},
          {"test", json_of(held.test)},
          {"counts", {held.train_pairs, held.valid_pairs, held.test_pairs, held.left_out}}};
}

PreparedPairs pairs_of(const Json& summary, const std::string& folder) {
  PreparedPairs pairs;
  pairs.were_kept = true;
  auto& [cleaned, held, were_kept] = pairs;
  summary.at("name").get_to(cleaned.name);
  summary.at("pairs").get_to(cleaned.pairs);
  summary.at("dropped").get_to(cleaned.dropped);
  summary.at("mended").get_to(cleaned.mended);
  summary.at("source_language").get_to(cleaned.source_language);
  summary.at("target_language").get_to(cleaned.target_language);
  summary.at("warning").get_to(cleaned.warning);
  for (const auto& text : summary.at("train")) held.train.push_back(text_of(text, folder));
  held.valid = text_of(summary.at("valid"), folder);
  held.test = text_of(summary.at("test"), folder);
  size_t at = 0;
  for (auto* count : {&held.train_pairs, &held.valid_pairs, &held.test_pairs, &held.left_out}) {
    summary.at("counts").at(at++).get_to(*count);
  }
  return pairs;
}

std::vector<fs::path> files_of(const PreparedPairs& pairs, const std::string& folder) {
  const auto& held = pairs.held;
  std::vector<fs::path> files = {held.valid.tsv, held.test.tsv};
  for (const auto& text : held.train) files.emplace_back(text.tsv);
  for (const auto* name : {"rejected.tsv", "cleaning.txt"}) {
    if (const auto path = fs::path(folder) / name; is_there(path)) files.push_back(path);
  }
  return files;
}

/// A folder of the cache with the files of prepared pairs.
class KeptPairs {
 public:
  explicit KeptPairs(std::string path) : path_(std::move(path)) {}

  /// Copies the cached files into a folder. Returns nullopt if there are none or, with a warning,
  /// if they are damaged.
  std::optional<PreparedPairs> copy_to(const std::string& folder) const {
    if (!is_there(file(kSummary))) return std::nullopt;
    try {
      const auto summary = Json::parse(read_file(file(kSummary)));
      if (summary.at("format") != kFormat) return std::nullopt;
      for (const auto& [name, hash] : summary.at("files").items()) {
        if (copied(file(name), fs::path(folder) / name) != hash) throw Error("is damaged");
      }
      auto pairs = pairs_of(summary, folder);
      log_info("using the pairs cleaned earlier: ", path_);
      return pairs;
    } catch (const Error& error) {
      log_warning(path_, ": ", error.problem(), "; the pairs are cleaned again");
    } catch (const Json::exception&) {
      log_warning(path_, ": is damaged; the pairs are cleaned again");
    }
    return std::nullopt;
  }

  /// Stores the files in the cache. A failure is only a warning: a run does not need the cache.
  void keep(const PreparedPairs& pairs, const std::string& folder) const {
    try {
      auto summary = summary_of(pairs);
      for (const auto& path : files_of(pairs, folder)) {
        const auto name = path.filename();
        summary["files"][name.string()] = copied(path, file(name));
      }
      write_file_atomically(file(kSummary), summary.dump());
    } catch (const Error& error) {
      log_warning(error.what(), "; the next run cleans the pairs again");
    }
  }

 private:
  fs::path file(const fs::path& name) const { return fs::path(path_) / name; }

  std::string path_;
};

corpus::HeldOut divide(const CleanedPairs& cleaned, const std::string& folder) try {
  auto held = corpus::hold_out(cleaned.texts, folder);
  for (const auto& text : cleaned.texts) fs::remove(text.tsv);
  return held;
} catch (const Error& error) {
  std::error_code ignored;
  for (const auto& text : cleaned.texts) fs::remove(text.tsv, ignored);
  for (const auto* name : {"rejected.tsv", "cleaning.txt", ""}) {  // the folder if it is empty
    fs::remove(fs::path(folder) / name, ignored);
  }
  const auto words = [](const auto& row) { return str(row.first, ' ', row.second); };
  const auto dropped =
      cleaned.dropped.empty()
          ? ""
          : str("; dropped of ", cleaned.pairs, " pairs: ", join(cleaned.dropped, "; ", words));
  throw Error(error.problem() + dropped, cleaned.name, error.remedy());
}

PreparedPairs cleaned_and_divided(const OwnPairs& pairs, const std::string& folder) {
  auto cleaned = pairs.clean(folder);
  auto held = divide(cleaned, folder);
  return {std::move(cleaned), std::move(held)};
}

}  // namespace

PreparedPairs prepare_pairs(const OwnPairs& pairs, const std::string& folder,
                            const std::string& cache) {
  if (cache.empty() || pairs.key.empty()) return cleaned_and_divided(pairs, folder);
  const KeptPairs kept(str(cache, "/pairs-", pairs.key));
  if (auto found = kept.copy_to(folder)) return std::move(*found);
  auto prepared = cleaned_and_divided(pairs, folder);
  kept.keep(prepared, folder);
  return prepared;
}

}  // namespace regard::train
