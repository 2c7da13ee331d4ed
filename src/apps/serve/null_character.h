#pragma once
#include <string_view>

namespace regard::serve {

/// Throws Refusal (400) for a null character, at which other programs end a text. `what` names the
/// text in the message.
void refuse_null_character(std::string_view text, std::string_view what);

}  // namespace regard::serve
