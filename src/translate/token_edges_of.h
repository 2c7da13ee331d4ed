#pragma once
#include "regard/search/token_edges.h"
#include "regard/text/tokenizer.h"

namespace regard::translate {

search::TokenEdges token_edges_of(const text::Tokenizer& tokenizer);

}  // namespace regard::translate
