#pragma once
#include <string>
#include <vector>

namespace regard::compare {

/// "rnn+transformer", of the folders' names.
std::string ensemble_name(const std::vector<std::string>& models);

/// Translations by the models together, one line per source line. Throws Error if they cannot form
/// an ensemble.
std::vector<std::string> translated_together(const std::vector<std::string>& models,
                                             const std::vector<std::string>& sources,
                                             const std::string& device);

}  // namespace regard::compare
