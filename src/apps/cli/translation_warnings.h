#pragma once
#include <cstdint>

#include "regard/translate/translation.h"

namespace regard::cli {

/// Logs what may be wrong with the translation of line `number`, from 1. `min_length` is that of
/// the search.
void warn_about(const translate::Translation& translation, int64_t number, int64_t min_length);

}  // namespace regard::cli
