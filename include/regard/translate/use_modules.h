#pragma once

namespace regard::translate {

/// Lets this program's translators use features that need LibTorch: a GPU, a language model, and
/// the attention of every layer. Call it once, before creating the first translator. Without the
/// call, translators throw NeedsModules (an Error) if one of these features is requested. Defined
/// in the library `regard`, not in `regard_runtime`.
void use_modules();

}  // namespace regard::translate
