#pragma once
#include <optional>

#include "serve/fields.h"
#include "serve/http_message.h"
#include "serve/service.h"

namespace regard::serve {

/// Whether a request to /translate is one of DeepLX's clients ({text, source_lang, target_lang}),
/// or of kiss-translator ({text, from, to}, or `texts`), and not one of LibreTranslate's, which
/// have q.
bool is_of_deeplx(const Fields& fields);

/// Answers it in the same way. Throws Refusal as translate_texts does.
std::optional<HttpResponse> translate_as_deeplx(Service& service, const HttpRequest& request,
                                                const Fields& fields);

}  // namespace regard::serve
