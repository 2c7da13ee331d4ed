// Products of bf16 where the processor has none: included like kernels_body.h, and before it. A
// bf16 is the upper half of a float32, so both are widened in their registers.

INLINE Lanes add_pairs(Lanes sums, Ints x, Ints weights) {
  return fused((Lanes)(x & ~0xFFFF), (Lanes)(weights & ~0xFFFF),
               fused((Lanes)(x << 16), (Lanes)(weights << 16), sums));
}
