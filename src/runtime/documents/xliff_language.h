#pragma once
#include <memory>
#include <string>

#include "documents/document.h"

namespace regard::documents {

/// An XLIFF document whose header also declares the target language once targets are added. Without
/// this declaration, an XLIFF 2 file with targets is invalid.
std::unique_ptr<Document> with_target_language(std::unique_ptr<Document> xliff,
                                               std::string language);

}  // namespace regard::documents
