#include "tracking/tensorboard.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <protozero/pbf_writer.hpp>
#include <unistd.h>

#include "base/crc32c.h"
#include "base/text.h"

namespace trainer {
namespace {

constexpr std::string_view kFilePrefix = "events.out.tfevents.";

/// Field numbers of Event, Summary, Summary.Value and SessionLog.
namespace field {
constexpr protozero::pbf_tag_type kWallTime = 1, kStep = 2, kFileVersion = 3, kSummary = 5,
                                  kSessionLog = 7;
constexpr protozero::pbf_tag_type kValue = 1;
constexpr protozero::pbf_tag_type kTag = 1, kSimpleValue = 2;
constexpr protozero::pbf_tag_type kStatus = 1;
}  // namespace field
constexpr std::int32_t kSessionStart = 1;

double now() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

std::string host_name() {
  char name[256] = "";
  std::string host = ::gethostname(name, sizeof name - 1) == 0 ? name : "";
  std::ranges::replace(host, '/', '-');
  return host.empty() ? "localhost" : host;
}

/// Readers take the files by name, so a later file needs a later time, even in the same second.
std::string next_path(const std::string& folder) {
  static std::atomic<unsigned> counter{0};
  auto time = static_cast<long long>(now());
  std::error_code error;
  std::filesystem::directory_iterator entry(folder, error);
  for (const std::filesystem::directory_iterator end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(kFilePrefix)) continue;
    const long long before = std::strtoll(name.c_str() + kFilePrefix.size(), nullptr, 10);
    if (before < 9'999'999'999) time = std::max(time, before + 1);
  }
  char digits[32];
  std::snprintf(digits, sizeof digits, "%010lld", time);
  return concat(
      folder, "/", kFilePrefix, digits, ".", host_name(), ".", ::getpid(), ".", counter++);
}

std::string little_endian(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xFF);
  return text;
}

}  // namespace

TensorBoardWriter::TensorBoardWriter(const std::string& folder,
                                     std::optional<std::int64_t> resume_step)
    : path_(next_path(folder)), file_(path_) {
  std::string version;
  protozero::pbf_writer event(version);
  event.add_double(field::kWallTime, now());
  event.add_string(field::kFileVersion, "brain.Event:2");
  add_record(version);
  std::string start;
  protozero::pbf_writer session_event(start);
  session_event.add_double(field::kWallTime, now());
  // TensorBoard drops this step and later ones: of a run that was killed before its first
  // checkpoint, all.
  session_event.add_int64(field::kStep, resume_step ? *resume_step + 1 : 0);
  protozero::pbf_writer session(session_event, field::kSessionLog);
  session.add_enum(field::kStatus, kSessionStart);
  session.commit();
  add_record(start);
}

void TensorBoardWriter::add_scalars(std::int64_t step,
                                    const std::vector<std::pair<std::string, double>>& values) {
  std::string message;
  protozero::pbf_writer event(message);
  event.add_double(field::kWallTime, now());
  event.add_int64(field::kStep, step);
  protozero::pbf_writer summary(event, field::kSummary);
  for (const auto& [tag, number] : values) {
    protozero::pbf_writer value(summary, field::kValue);
    value.add_string(field::kTag, tag);
    value.add_float(field::kSimpleValue, static_cast<float>(number));
  }
  summary.commit();
  add_record(message);
}

void TensorBoardWriter::add_record(const std::string& message) {
  const std::string length = little_endian(message.size(), 8);
  file_.append(length);
  file_.append(little_endian(masked_crc32c(length), 4));
  file_.append(message);
  file_.append(little_endian(masked_crc32c(message), 4));
}

}  // namespace trainer
