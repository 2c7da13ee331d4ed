#pragma once

namespace regard::serve {

/// Address space that is given up, piece by piece, where no memory is left. Some destructors need
/// memory (those of JSON do), so without it the program would end while an error is on its way to
/// the client. Most of it is for such times. At most one at a time in a program.
class MemoryReserve {
 public:
  /// Takes what it can get.
  MemoryReserve();
  ~MemoryReserve();
  MemoryReserve(const MemoryReserve&) = delete;
  MemoryReserve& operator=(const MemoryReserve&) = delete;

  /// Whether nothing of it is given up. What is, is taken again first if there is memory.
  bool is_whole();
};

}  // namespace regard::serve
