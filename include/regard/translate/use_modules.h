#pragma once

namespace regard::translate {

/// Lets the translators of this program use LibTorch: a GPU, a language model, the attention of
/// every layer. Call it once, before the first of them is made; without the call they throw
/// NeedsModules (an Error) where one of these is asked for. Is in the library `regard`, not in
/// `regard_runtime`.
void use_modules();

}  // namespace regard::translate
