#pragma once
#include "search/token_edges.h"
#include "text/tokenizer.h"

namespace regard::translate {

search::TokenEdges token_edges_of(const text::Tokenizer& tokenizer);

}  // namespace regard::translate
