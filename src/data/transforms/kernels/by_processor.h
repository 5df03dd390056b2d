#pragma once
#include <atomic>

namespace trainer {

namespace detail {

/// Whether run_for_processor may use more than every processor has; tests turn it off.
inline std::atomic<bool> may_use_avx2 = true;

#if defined(__x86_64__)
template <auto loop, class... Arguments>
[[gnu::target("avx2")]] void run_with_avx2(Arguments... arguments) {
  loop(arguments...);
}

inline bool has_avx2() {
  static const bool has = __builtin_cpu_supports("avx2") != 0;
  return has;
}
#endif

}  // namespace detail

/// Calls `loop`, a function that is declared TRAINER_VECTOR_LOOP and that compilers can vectorise
/// by themselves: compiled a second time for processors with AVX2. Without fused multiply-adds, so
/// that both give the same bytes.
template <auto loop, class... Arguments>
void run_for_processor(Arguments... arguments) {
#if defined(__x86_64__)
  if (detail::has_avx2() && detail::may_use_avx2.load(std::memory_order_relaxed)) {
    return detail::run_with_avx2<loop>(arguments...);
  }
#endif
  loop(arguments...);
}

}  // namespace trainer

/// Inlined wherever it is called: only then its instructions are those of the caller.
#define TRAINER_VECTOR_LOOP [[gnu::always_inline]] inline
