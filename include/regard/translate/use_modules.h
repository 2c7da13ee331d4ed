#pragma once

namespace regard::translate {

/// Lets the translators of this program use LibTorch: a GPU, a language model, the attention of
/// every layer. Call it once, before creating the first of them; without the call they throw
/// NeedsModules (an Error) if one of these is requested. Defined in the library `regard`, not in
/// `regard_runtime`.
void use_modules();

}  // namespace regard::translate
