#pragma once

namespace regard {

/// Verbose: messages say technical details, too, such as the share of the machine that is used.
void set_verbose(bool verbose);
bool is_verbose();

}  // namespace regard
