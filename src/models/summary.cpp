#include <algorithm>
#include <array>

#include "base/text.h"
#include "models/registry.h"
#include "network/node_facts.h"

namespace trainer {
namespace {

constexpr std::size_t kColumns = 5;
constexpr std::size_t kTextColumns = 3;  // the rest are numbers, to the right
using Row = std::array<std::string, kColumns>;

/// 11689512 as "11,689,512".
std::string grouped(std::int64_t value) {
  std::string digits = concat(value);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string flops_text(std::int64_t flops) {
  constexpr double kMillion = 1e6;
  return flops == 0 ? "" : concat(fixed_text(static_cast<double>(flops) / kMillion, 1), " M");
}

/// Whether the node only continues the one before it, so that both share a row.
bool continues(const NetworkNode& node, std::size_t index) {
  if (node.inputs != std::vector<int>{static_cast<int>(index) - 1} || index == 0) return false;
  return std::holds_alternative<op::BatchNorm2d>(node.operation) ||
         std::holds_alternative<op::Activation>(node.operation) ||
         std::holds_alternative<op::LayerNorm>(node.operation) ||
         std::holds_alternative<op::Dropout>(node.operation) ||
         std::holds_alternative<op::StochasticDepth>(node.operation) ||
         std::holds_alternative<op::Flatten>(node.operation) ||
         std::holds_alternative<op::Identity>(node.operation);
}

std::vector<Row> layer_rows(const Network& network) {
  std::vector<Row> rows;
  std::int64_t parameters = 0;
  std::int64_t operations = 0;
  for (std::size_t i = 0; i < network.nodes.size(); ++i) {
    const NetworkNode& node = network.nodes[i];
    if (!continues(node, i)) {
      rows.push_back({printable(node.name), "", "", "", ""});
      parameters = operations = 0;
    }
    Row& row = rows.back();
    parameters += parameter_count(node);
    operations += flops(node);
    row[1] += concat(row[1].empty() ? "" : ", ", operation_text(node.operation));
    row[2] = shape_text(node.output);
    row[3] = parameters == 0 ? "" : grouped(parameters);
    row[4] = flops_text(operations);
  }
  return rows;
}

std::string totals(const Network& network) {
  constexpr double kMega = 1024.0 * 1024.0;
  constexpr double kMillion = 1e6;
  std::string text = concat(grouped(network.parameter_count()),
                            " parameters, ",
                            fixed_text(static_cast<double>(network.flops()) / kMillion, 1),
                            " million FLOPs an image, ",
                            fixed_text(static_cast<double>(network.activation_bytes()) / kMega, 1),
                            " MiB of activations an image in training");
  if (network.has_opaque()) text += "\n(without what is inside own modules)";
  return text;
}

}  // namespace

std::string summary_table(const Network& network) {
  std::vector<Row> rows{{"layer", "operations", "output", "parameters", "FLOPs"},
                        {"(input)", "", shape_text(network.input), "", ""}};
  for (Row& row : layer_rows(network)) rows.push_back(std::move(row));
  std::array<std::size_t, kColumns> widths{};
  for (const Row& row : rows) {
    for (std::size_t c = 0; c < kColumns; ++c) widths[c] = std::max(widths[c], row[c].size());
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < kColumns; ++c) {
      const std::string space(widths[c] - row[c].size(), ' ');
      line += c == 0 ? "" : "  ";
      line += c < kTextColumns ? row[c] + space : space + row[c];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  }
  return text + totals(network) + "\n";
}

}  // namespace trainer
