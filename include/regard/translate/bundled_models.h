#pragma once
#include <string>
#include <vector>

namespace regard::translate {

/// The models that come with regard, each in one file named after its direction, "en-fr.regard".
/// They lie in the folder that $REGARD_MODELS names; without it, in `models` or
/// ../share/regard/models beside the program or library that this code is in, or in
/// /usr/local/share or /usr/share. The first of these that has a model counts.

/// Their paths, in the order of their names. Empty if there are none.
std::vector<std::string> bundled_models();

/// The path of the one from and to these languages, such as "fr" and "en"; an empty one is any.
/// Throws Error if there is none.
std::string bundled_model(const std::string& from_language = "",
                          const std::string& to_language = "");

}  // namespace regard::translate

namespace regard {
using translate::bundled_model;
using translate::bundled_models;
}  // namespace regard
