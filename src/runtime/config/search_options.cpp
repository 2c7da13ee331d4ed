#include "regard/config/search_options.h"

#include "regard/base/str.h"

namespace regard::config {

std::optional<Error> contradiction_in(const SearchOptions& search) {
  if (search.beam_size % search.groups != 0) {
    return Error(str("is ", search.groups, ", which does not divide search.beam_size (",
                     search.beam_size, ")"),
                 "search.groups", "choose a divisor of the beam size");
  }
  if (search.min_length_ratio > search.max_length_ratio) {
    return Error(str("is ", search.min_length_ratio, ", more than search.max_length_ratio (",
                     search.max_length_ratio, ")"),
                 "search.min_length_ratio", "lower it, or raise search.max_length_ratio");
  }
  if (search.max_length > 0 && search.min_length > search.max_length) {
    return Error(
        str("is ", search.min_length, ", more than search.max_length (", search.max_length, ")"),
        "search.min_length", "lower it, or raise search.max_length");
  }
  return std::nullopt;
}

}  // namespace regard::config
