#pragma once
#include "architecture/transformer_options.h"
#include "interop/ctranslate2_variables.h"
#include "store/json_file.h"

namespace regard::interop {

/// The options of the Transformer that these variables and config.json describe. Throws Error if
/// regard's Transformer has no equivalent.
model::TransformerOptions ctranslate2_options(Ctranslate2Variables& variables,
                                              const JsonFile& config);

}  // namespace regard::interop
