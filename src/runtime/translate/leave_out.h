#pragma once
#include <string_view>
#include <vector>

#include "text/copied_items.h"
#include "translate/reading.h"

namespace regard::translate {

/// The sentence as if the items had never been in it: without the spaces, brackets, quotes and
/// commas that only they need. Items without a word between them are left out together. Fills
/// Reading::text, left_out and capital_added.
Reading leave_out(std::string_view sentence, const std::vector<text::CopiedItem>& items);

}  // namespace regard::translate
