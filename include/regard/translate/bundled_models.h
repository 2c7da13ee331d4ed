#pragma once
#include <string>
#include <vector>

namespace regard::translate {

/// The models that come with regard, each in one file named after its direction, "en-fr.regard".
/// They are in the folder $REGARD_MODELS. If it is not set, they are in `models` or
/// ../share/regard/models next to the program or library that contains this code, or in
/// regard/models of /usr/local/share or /usr/share. The first folder with a model is used.

/// The paths of the bundled models, sorted. Empty if there are none.
std::vector<std::string> bundled_models();

/// The path of the model for these languages, such as "fr" and "en"; an empty code matches any.
/// Throws Error if there is none.
std::string bundled_model(const std::string& from_language = "",
                          const std::string& to_language = "");

}  // namespace regard::translate

namespace regard {
using translate::bundled_model;
using translate::bundled_models;
}  // namespace regard
