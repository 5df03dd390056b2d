#pragma once
#if defined(__x86_64__)
// What the vector kernels share. x / d is x * (1 / d) with 1 / d as two floats, high and low:
// fma(x, high, x * low) is the exactly rounded quotient but for a few x and d (Brisebarre, Muller
// and Raina, "Accelerating correctly rounded floating-point division when the divisor is known in
// advance", 2004).

namespace trainer::simd {

inline constexpr float kOne255th = 1.0F / 255.0F;
inline constexpr auto kOne255thRest =
    static_cast<float>(1.0 / 255.0 - static_cast<double>(kOne255th));

}  // namespace trainer::simd
#endif
