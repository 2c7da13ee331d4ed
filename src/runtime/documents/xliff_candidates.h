#pragma once
#include <memory>

#include "documents/document.h"

namespace regard::documents {

/// XLIFF 2 in which a unit of one segment gets the entries of a translation memory that are similar
/// to its text, as <mtc:matches> (XLIFF 2.1, Translation Candidates Module). A segment needs an id,
/// which the candidates name.
std::unique_ptr<Document> with_candidates(std::unique_ptr<Document> xliff);

}  // namespace regard::documents
