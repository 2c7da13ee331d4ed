#pragma once
#include "interop/ctranslate2_variables.h"
#include "interop/json_file.h"
#include "regard/model/transformer_options.h"

namespace regard::interop {

/// The options of the Transformer that these variables and config.json describe. Throws Error where
/// regard's Transformer has nothing equal.
model::TransformerOptions ctranslate2_options(Ctranslate2Variables& variables,
                                              const JsonFile& config);

}  // namespace regard::interop
