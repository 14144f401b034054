#include "compiler/targets/common/constant_graph.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <utility>

using namespace llvm;

namespace ursa::compiler::targets {

void ConstantGraph::add(ArrayRef<std::uint64_t> parts, bool isInstruction) {
  nodes_.push_back({parts_.size(), parts.size(), isInstruction});
  parts_.insert(parts_.end(), parts.begin(), parts.end());
}

std::uint64_t ConstantGraph::instructionsOf(const Node &node, ArrayRef<std::uint64_t> known) const {
  std::uint64_t ofParts = 0;
  for (std::size_t i = 0; i < node.parts; ++i) {
    const std::uint64_t part = parts_[node.firstPart + i];
    ofParts = SaturatingAdd(ofParts, part < first_ ? instructionsOfModule_ : known[part - first_]);
  }
  return ofParts != 0 || node.isInstruction ? SaturatingAdd(ofParts, node.parts + 1) : 0;
}

// Visits the parts of a constant before the constant, without recursion: chains may be long.
Expected<std::uint64_t> ConstantGraph::mostInstructions() const {
  for (const std::uint64_t part : parts_)
    if (part >= end() || (part >= reserved_ && part < first_))
      return createStringError("A constant consists of a value that is no constant");
  enum : unsigned char { Unknown, Open, Done };
  std::vector<unsigned char> states(nodes_.size(), Unknown);
  std::vector<std::uint64_t> known(nodes_.size());
  std::vector<std::pair<std::size_t, std::size_t>> path; // nodes, and which part is next
  for (std::size_t root = 0; root < nodes_.size(); ++root) {
    if (states[root] != Unknown)
      continue;
    path.emplace_back(root, 0);
    states[root] = Open;
    while (!path.empty()) {
      auto &[node, next] = path.back();
      if (next == nodes_[node].parts) {
        known[node] = instructionsOf(nodes_[node], known);
        states[node] = Done;
        path.pop_back();
        continue;
      }
      const std::uint64_t part = parts_[nodes_[node].firstPart + next++];
      if (part < first_ || states[part - first_] == Done)
        continue;
      if (states[part - first_] == Open)
        return createStringError("A constant contains itself");
      states[part - first_] = Open;
      path.emplace_back(part - first_, 0);
    }
  }
  return known.empty() ? 0 : *std::max_element(known.begin(), known.end());
}

} // namespace ursa::compiler::targets
