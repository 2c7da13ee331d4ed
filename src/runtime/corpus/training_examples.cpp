#include "corpus/training_examples.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>

#include "base/atomic_file.h"
#include "base/digest.h"
#include "base/files.h"
#include "base/log.h"
#include "base/machine.h"
#include "base/readable.h"
#include "base/terminal.h"
#include "config/writer.h"
#include "corpus/cleaning.h"
#include "regard/base/error.h"
#include "regard/base/str.h"
#include "text/tokenizer_pair.h"
#include "text/word_encoder.h"

namespace regard::corpus {
namespace {

/// Increase the version when the same options and corpora give a different result.
constexpr int kVersion = 2;
constexpr size_t kDigits = 32;  // digits of a hash in a file name
constexpr size_t kHashSize = 64;

bool can_be_read_twice(const config::ParallelText& text) {
  for (const auto* file : {&text.source, &text.target, &text.tsv, &text.text}) {
    std::error_code ignored;
    if (!file->empty() && !std::filesystem::is_regular_file(*file, ignored)) return false;
  }
  return true;
}

}  // namespace

Cache::Cache(std::string folder, const config::DataOptions& data, TextHashes known)
    : folder_(std::move(folder)), hashes_(std::move(known)) {
  // The reader reports a missing file.
  if (!std::all_of(data.train.begin(), data.train.end(), can_be_read_twice)) folder_.clear();
}

std::string Cache::name(std::string_view kind, const config::DataOptions& data,
                        std::string_view more) {
  auto options = data;
  for (auto& text : options.train) {
    for (auto* file : {&text.source, &text.target, &text.tsv, &text.text}) {
      if (!file->empty()) *file = hashes_.of(*file);
    }
    text.weight = 1;
    text.name = "";
  }
  options.mix = {};
  options.join = {};
  // Options that do not affect examples.
  options.source_language = options.target_language = options.cache = "";
  options.valid = {};
  options.test = {};
  const auto hash = sha256(str(kVersion, '\n', config::to_yaml(options), more));
  return str(kind, '-', hash.substr(0, kDigits));
}

std::optional<std::string> Cache::find(const std::string& name) const {
  std::error_code ignored;
  if (!keeps() || !std::filesystem::exists(path(name), ignored)) return std::nullopt;
  try {
    const auto file = read_file(path(name));
    auto bytes = file.substr(std::min(kHashSize, file.size()));
    if (sha256(bytes) == std::string_view(file).substr(0, kHashSize)) return bytes;
    warn_unusable(name, "is damaged");
  } catch (const Error& error) {
    warn_unusable(name, error.problem());
  }
  return std::nullopt;
}

void Cache::warn_unusable(const std::string& name, const std::string& why) const {
  log_warning(path(name), ": ", why, "; its contents are rebuilt");
}

void Cache::keep(const std::string& name, std::string_view bytes) const {
  if (!keeps()) return;
  try {
    if (is_there(path(name))) size_of_regular_file(path(name));  // rejects a pipe
    write_file_atomically(path(name), sha256(bytes) + std::string(bytes));
  } catch (const Error& error) {
    log_warning(error.what(), "; the next run rebuilds it");
  }
}

std::unique_ptr<FileLock> Cache::lock() const {
  std::error_code ignored;  // writing a file will report the error
  std::filesystem::create_directories(folder_, ignored);
  return std::make_unique<FileLock>(path("lock"));
}

TestText read_test_text(const config::ParallelText& files, config::Preprocess preprocess) {
  TestText text;
  if (files.empty()) return text;
  for (auto& pair : read_parallel_text(files)) {
    text.sources.push_back(std::move(pair.source));
    text.references.push_back(text::preprocess(pair.target, preprocess));
  }
  if (!files.tag.empty()) text.tags.assign(text.sources.size(), files.tag);
  return text;
}

std::optional<int64_t> tag_id(const std::string& tag, const std::string& key,
                              const text::Tokenizer& source) {
  if (tag.empty()) return std::nullopt;
  if (const auto id = source.symbol_id(tag)) return id;
  throw Error(str("is ", tag, ", which is not a symbol of the tokenizer"), key,
              "use the tag of a training text, or train a tokenizer with this tag: leave out "
              "tokenizer.model and training.init_from, or add the tag to tokenizer.symbols of the "
              "initial run");
}

namespace {

/// Number of pairs to read, clean and encode at a time.
constexpr size_t kPairsAtOnce = 8192;
constexpr int64_t kPairsOfAThread = 64;  // fewer pairs are not worth a thread

/// Encoders for both sides, with caches of the words that they have seen.
struct Encoders {
  text::WordEncoder source, target;

  explicit Encoders(const text::TokenizerPair& tokenizers)
      : source(tokenizers.source()), target(tokenizers.target()) {}
};

/// The encoders of all threads.
class EncoderPool {
 public:
  explicit EncoderPool(const text::TokenizerPair& tokenizers) : tokenizers_(tokenizers) {}

  std::unique_ptr<Encoders> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        auto encoders = std::move(free_.back());
        free_.pop_back();
        return encoders;
      }
    }
    return std::make_unique<Encoders>(tokenizers_);
  }
  void give_back(std::unique_ptr<Encoders> encoders) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(encoders));
  }

 private:
  const text::TokenizerPair& tokenizers_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Encoders>> free_;
};

/// Total size of the corpora, for progress; 0 if unknown, because a file is compressed or is read
/// only in part.
int64_t bytes_to_read(const config::DataOptions& options) {
  int64_t bytes = 0;
  for (const auto& text : options.train) {
    for (const auto* file : {&text.source, &text.target, &text.tsv}) {
      if (file->empty()) continue;
      std::error_code ignored;
      const bool is_plain = std::filesystem::is_regular_file(*file, ignored) &&
                            !file->ends_with(".gz") && text.skip == 0 && text.first == 0;
      if (!is_plain) return 0;
      bytes += static_cast<int64_t>(std::filesystem::file_size(*file, ignored));
    }
  }
  return bytes;
}

/// Converts corpora to a token file.
class Preparation {
 public:
  Preparation(const config::DataOptions& options, const text::TokenizerPair& tokenizers,
              TokenFileWriter& file)
      : cleaning_(options),
        tokenizers_(tokenizers),
        encoders_(tokenizers),
        file_(file),
        bar_(bytes_to_read(options), "encode") {}

  /// Adds a corpus; `number` is its index in data.train.
  void add(const config::ParallelText& text, size_t number) {
    file_.begin_text();
    tag_ = tag_id(text.tag, str("data.train.", number, ".tag"), tokenizers_.source());
    ParallelReader reader(text);
    for (LinePair pair; reader.next(pair);) {
      bytes_ += std::ssize(pair.source) + std::ssize(pair.target) + kMarksOfALine;
      if (!cleaning_.keeps(pair)) continue;
      pairs_.push_back({.pair = std::move(pair), .line = reader.line_number()});
      if (pairs_.size() == kPairsAtOnce) encode();
    }
    encode();
  }

  const CleaningReport& report() const { return cleaning_.report(); }

 private:
  struct Pair {
    LinePair pair;
    int64_t line;
    std::vector<int64_t> source = {};
    std::vector<int64_t> target = {};
  };

  void encode() {
    const auto count = static_cast<int64_t>(pairs_.size());
    for_parts(count, kPairsOfAThread, [&](int64_t begin, int64_t end) {
      auto encoders = encoders_.take();
      for (auto i = static_cast<size_t>(begin); i < static_cast<size_t>(end); ++i) {
        auto& [pair, line, source, target] = pairs_[i];
        source = encoders->source.encode(tokenizers_.prepared(pair.source));
        source.push_back(text::kEos);
        if (tag_) source.insert(source.begin(), *tag_);
        target = encoders->target.encode(tokenizers_.prepared(pair.target));
        target.push_back(text::kEos);
      }
      encoders_.give_back(std::move(encoders));
    });
    for (const auto& [pair, line, source, target] : pairs_) {
      if (cleaning_.keeps(source.size(), target.size())) file_.add(source, target, line);
    }
    pairs_.clear();
    bar_.update(bytes_, str(grouped(cleaning_.report().read), " pairs"));
  }

  static constexpr int64_t kMarksOfALine = 2;  // bytes of two line ends, or of a tab and a line end

  Cleaning cleaning_;
  const text::TokenizerPair& tokenizers_;
  EncoderPool encoders_;
  TokenFileWriter& file_;
  ProgressBar bar_;
  int64_t bytes_ = 0;           // read so far
  std::optional<int64_t> tag_;  // tag of the corpus being read
  std::vector<Pair> pairs_;
};

void check_not_empty(const CleaningReport& report) {
  if (report.kept() > 0) return;
  throw Error(report.read == 0
                  ? "the training texts have no lines"
                  : str("nothing to train on: the rules dropped all pairs\n", report.table()),
              "data.train", "give more text or relax the rules under `data`");
}

VocabularySizes sizes_of(const text::TokenizerPair& tokenizers) {
  return {tokenizers.source().size(), tokenizers.target().size()};
}

TokenFile prepare_file(const std::filesystem::path& path, const std::string& key,
                       const config::DataOptions& options, const text::TokenizerPair& tokenizers) {
  const auto started = std::chrono::steady_clock::now();
  TokenFileWriter writer(path, key);
  Preparation preparation(options, tokenizers, writer);
  for (size_t i = 0; i < options.train.size(); ++i) preparation.add(options.train[i], i);
  check_not_empty(preparation.report());
  writer.commit(preparation.report());
  auto file = TokenFile::open(path, key, sizes_of(tokenizers));
  if (!file) {
    throw Error("was written but cannot be read back", path.string(), "check the disk",
                ExitCode::failure);
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - started;
  log_info("prepared ", counted(file->report().read, "training pair"), " in ",
           format_duration(seconds.count()),
           key.empty() ? std::string() : str("; kept in ", path.parent_path().string()));
  return std::move(*file);
}

/// The file stays readable after its name is removed.
TokenFile prepare_without_a_name(const config::DataOptions& options,
                                 const text::TokenizerPair& tokenizers) {
  const ScratchFolder folder;
  return prepare_file(folder / "tokens", "", options, tokenizers);
}

std::optional<TokenFile> find(const Cache& cache, const std::string& name,
                              const config::DataOptions& options,
                              const text::TokenizerPair& tokenizers) {
  const auto path = cache.path(name);
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return std::nullopt;
  try {
    auto file = TokenFile::open(path, name, sizes_of(tokenizers));
    if (file && file->first_examples().size() == options.train.size()) {
      log_info("using the training texts prepared earlier: ", path);
      return file;
    }
    cache.warn_unusable(name, "is damaged");
  } catch (const Error& error) {
    cache.warn_unusable(name, error.problem());
  }
  return std::nullopt;
}

TokenFile find_or_prepare(const config::DataOptions& options, const text::TokenizerPair& tokenizers,
                          Cache& cache) {
  if (!cache.keeps()) return prepare_without_a_name(options, tokenizers);
  const auto name = cache.name("tokens", options, tokenizers.hash());
  if (auto file = find(cache, name, options, tokenizers)) return std::move(*file);
  const auto lock = cache.lock();
  // Another run may have built the file in the meantime.
  if (auto file = find(cache, name, options, tokenizers)) return std::move(*file);
  const auto path = cache.path(name);
  try {
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) size_of_regular_file(path);  // rejects a pipe
    return prepare_file(path, name, options, tokenizers);
  } catch (const Error& error) {
    const auto folder = std::filesystem::path(path).parent_path().string();
    if (error.where() != path && error.where() != folder) throw;  // an error in the corpora
    log_warning(path, ": ", error.problem(), "; preparing the training texts for this run only");
  }
  return prepare_without_a_name(options, tokenizers);
}

}  // namespace

Examples training_examples(const config::DataOptions& options,
                           const text::TokenizerPair& tokenizers, Cache& cache,
                           CleaningReport& report) {
  auto file = find_or_prepare(options, tokenizers, cache);
  report = file.report();
  return {std::move(file), options.train, options.mix};
}

}  // namespace regard::corpus
