#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "regard/base/limits.h"

/// What clients may ask for beyond the limits that are options of the server: everything that a
/// request makes grow has a bound, and so has each product of two of its fields.
namespace regard::serve::bounds {

inline constexpr size_t kKibibyte = 1024, kMebibyte = 1024 * kKibibyte;

inline constexpr int64_t kTimeoutMs = 1'000'000'000;  ///< longest timeout of a request
inline constexpr size_t kGlossaryTerms = 10'000;
inline constexpr size_t kGlossaryBytes = kMebibyte;
inline constexpr size_t kKeptTexts = limits::kKeptTexts;
inline constexpr size_t kKeptTextBytes = 100;
inline constexpr size_t kNameBytes = kKibibyte;
inline constexpr size_t kGlossaries = 1'000;
inline constexpr size_t kGlossariesOfClient = 100;
inline constexpr size_t kGlossaryStoreBytes = 64 * kMebibyte;
inline constexpr size_t kGlossaryStoreBytesOfClient = 8 * kMebibyte;
inline constexpr size_t kKeptFileBytes = 64 * kMebibyte;
inline constexpr size_t kAnswerBytes = 512 * kMebibyte;
inline constexpr size_t kAllRequestBytes = 1024 * kMebibyte;
inline constexpr size_t kBodyBytesOnTheWay = 256 * kMebibyte;

struct Bound {
  std::string_view what;
  size_t most;
};

/// As docs/server.md lists them.
inline constexpr std::array kAll = {
    Bound{"terms of a glossary", kGlossaryTerms},
    Bound{"bytes of a glossary's terms and translations", kGlossaryBytes},
    Bound{"words and phrases to keep", kKeptTexts},
    Bound{"bytes of a word or phrase to keep", kKeptTextBytes},
    Bound{"bytes of the name of a glossary or a file", kNameBytes},
    Bound{"glossaries that are kept", kGlossaries},
    Bound{"glossaries of a client", kGlossariesOfClient},
    Bound{"bytes of all glossaries", kGlossaryStoreBytes},
    Bound{"bytes of a client's glossaries", kGlossaryStoreBytesOfClient},
    Bound{"bytes of translated files, with their names", kKeptFileBytes},
    Bound{"bytes that the answer to a request may take", kAnswerBytes},
    Bound{"bytes of all bodies that are still arriving", kBodyBytesOnTheWay},
    Bound{"bytes that all requests in progress may take", kAllRequestBytes},
};

}  // namespace regard::serve::bounds
