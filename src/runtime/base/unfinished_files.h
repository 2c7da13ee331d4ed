#pragma once

namespace regard {

/// Remembers the name of a file that will be renamed when it is complete, so that a signal that
/// ends the program can remove it. The characters must stay in place until forget_unfinished().
void remember_unfinished(const char* path);
void forget_unfinished(const char* path) noexcept;

/// From now on SIGINT, SIGTERM and SIGHUP remove these files before they end the program. Signals
/// that are ignored, as under nohup, stay ignored. For programs; a library leaves signals alone.
void remove_unfinished_on_signals();

}  // namespace regard
