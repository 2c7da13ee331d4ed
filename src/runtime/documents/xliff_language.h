#pragma once
#include <memory>
#include <string>

#include "documents/document.h"

namespace regard::documents {

/// XLIFF whose head says the language of its targets, too, once some are added: a file of XLIFF 2
/// that has targets is invalid without it.
std::unique_ptr<Document> with_target_language(std::unique_ptr<Document> xliff,
                                               std::string language);

}  // namespace regard::documents
