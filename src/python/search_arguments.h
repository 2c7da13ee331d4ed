#pragma once
#include <pybind11/pybind11.h>

#include "regard/config/search_options.h"

namespace regard::python {

/// `options` with the values that a call names: translate("...", beam_size=3). Throws Error for an
/// unknown name, naming the nearest one, and for a value that the option's description does not
/// allow.
config::SearchOptions with_arguments(const config::SearchOptions& options,
                                     const pybind11::kwargs& arguments);

/// All of them by name.
pybind11::dict to_dict(const config::SearchOptions& options);

}  // namespace regard::python
