#pragma once
#include <memory>

#include "documents/document.h"

namespace regard::documents {

/// An XLIFF 2 document in which each unit with a single segment gets similar entries of a
/// translation memory as <mtc:matches> (XLIFF 2.1, Translation Candidates Module). The segment
/// needs an id, to which the candidates refer.
std::unique_ptr<Document> with_candidates(std::unique_ptr<Document> xliff);

}  // namespace regard::documents
