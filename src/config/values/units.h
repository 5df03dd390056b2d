#pragma once
#include <string>
#include <string_view>

#include <trainer/units.h>

#include "config/values/scalars.h"

namespace trainer {

/// Values with their unit. A bare 0 needs none; other hints name the right units.
Reading<Duration> read_duration(std::string_view text);
Reading<ByteSize> read_byte_size(std::string_view text);
/// `1%` or `0.01`; a bare `1` could mean either and is refused.
Reading<Percent> read_percent(std::string_view text);
Reading<Span> read_span(std::string_view text);
Reading<Interval> read_interval(std::string_view text);

/// The shortest text that reads back as exactly the same value.
std::string unit_text(const Duration& value);
std::string unit_text(const ByteSize& value);
std::string unit_text(const Percent& value);
std::string unit_text(const Span& value);
std::string unit_text(const Interval& value);

}  // namespace trainer
