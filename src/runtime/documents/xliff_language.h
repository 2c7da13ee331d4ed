#pragma once
#include <memory>
#include <string>

#include "documents/document.h"

namespace regard::documents {

/// XLIFF whose header also declares the target language once targets are added, without which a
/// file of XLIFF 2 with targets is invalid.
std::unique_ptr<Document> with_target_language(std::unique_ptr<Document> xliff,
                                               std::string language);

}  // namespace regard::documents
