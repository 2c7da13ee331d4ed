#pragma once
#include <cstddef>
#include <cstdint>

/// Limits on what regard accepts in a file, a config or a line. Each is well above what people use
/// and well below what harms a machine.
namespace regard::limits {

inline constexpr uint64_t kKibibyte = 1024, kMebibyte = 1024 * kKibibyte;

// Configs, in YAML.
inline constexpr uint64_t kConfigBytes = kMebibyte;
inline constexpr size_t kConfigDepth = 64;      ///< levels of nested sections and lists
inline constexpr size_t kConfigNodes = 20'000;  ///< sections, lists, values (aliases expanded)

// Numbers in a config.
inline constexpr int64_t kCount = 1'000'000'000;  ///< maximum of any count: steps, tokens, lines
inline constexpr int64_t kWidth = 65'536;         ///< units in a layer
inline constexpr int64_t kLayers = 1'024;
inline constexpr int64_t kHeads = 1'024;
inline constexpr int64_t kPositions = 1'000'000;  ///< learned positions
inline constexpr int64_t kVocabulary = 4'000'000;
inline constexpr int64_t kBeam = 1'024;          ///< hypotheses, translations or groups
inline constexpr int64_t kAccumulated = 10'000;  ///< batches per update
inline constexpr int64_t kResamples = 1'000'000;
inline constexpr int64_t kThreads = 4'096;

// Files of a model, and files from which a model is imported.
inline constexpr uint64_t kTokenizerBytes = 64 * kMebibyte;
inline constexpr size_t kRuleBytes = 256;  ///< replacement text of a normalization rule
inline constexpr uint64_t kRuleTrieBytes = 4 * kMebibyte;  ///< all rules (0.2 MiB in nmt_nfkc)
inline constexpr uint64_t kJsonBytes = 16 * kMebibyte;
inline constexpr int kJsonDepth = 32;
inline constexpr size_t kJsonValues = 1'000'000;  ///< including lists, objects and keys
inline constexpr uint64_t kSafetensorsHeaderBytes = 16 * kMebibyte;
inline constexpr uint64_t kFilmBytes = 64 * kMebibyte;  ///< film.jsonl of a training run

// Text.
inline constexpr size_t kLineBytes = 256 * kKibibyte;  ///< a line to train on or to translate
inline constexpr size_t kKeptTexts = 1'000;  ///< words and phrases that a translation keeps
inline constexpr size_t kTerWords = 4'000;   ///< words per line; TER takes quadratic time

// Downloads.
inline constexpr uint64_t kDownloadBytes = 256 * kMebibyte;   ///< a downloaded file
inline constexpr uint64_t kUnpackedBytes = 1024 * kMebibyte;  ///< the text unpacked from a download

// Messages.
inline constexpr size_t kMessageBytes = 2'000;  ///< per line; longer lines are cut in the middle
inline constexpr size_t kMessageLines = 200;
inline constexpr int kHistoryLines = 1'000;   ///< lines in the prompt's history
inline constexpr size_t kNearestBytes = 100;  ///< longer words get no "did you mean"

}  // namespace regard::limits
