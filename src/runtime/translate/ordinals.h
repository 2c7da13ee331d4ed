#pragma once
#include <cstddef>
#include <string_view>

#include "regard/translate/translation.h"

namespace regard::translate {

/// Rewrites the English ordinals of a source sentence ("21st") in its French translation: 1er, la
/// 1re, 21e, or, for a day of a month, 5 janvier. Longer French endings, as in 21ème, are
/// shortened.
void write_french_ordinals(Candidate& candidate, std::string_view sentence);

/// The number of times that a French text contains the number of an English ordinal as an ordinal
/// or as a day next to a month. 0 if `item` is not an ordinal.
size_t times_of_french_ordinal(std::string_view item, std::string_view text);

}  // namespace regard::translate
