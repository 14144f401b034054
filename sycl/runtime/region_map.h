// A value for each place of a region, kept as boxes of places with the same value.
//
// The boxes are the leaves of a binary tree of cuts. A change of a box cuts only the leaves that it
// meets, and siblings that become equal are one leaf again, so that the size of the tree depends on
// the boxes that were used and not on the region. A cut close to the end of a leaf would make the
// tree a list in the end: then the leaf is halved first, unless the box lies on both sides.
#pragma once

#include "sycl/runtime/box.h"

#include <cstdint>
#include <limits>
#include <utility>

namespace ursa::runtime {

/// Not thread safe. @p Value is copied when a leaf is cut and compared when leaves are joined.
template <class Value> class RegionMap {
public:
  /// @param granularity halves of leaves end at multiples of it
  RegionMap(const Extent &extent, const Extent &granularity, Value initial)
      : whole_{{}, extent}, granularity_(granularity) {
    nodes_.push_back({std::move(initial)});
  }

  /// Calls @p visitor(box, value) for the parts of a box that have one value each, in no order.
  template <class Visitor> void visit(const Box &box, Visitor &&visitor) const {
    if (whole_.overlaps(box))
      visitNode(0, whole_, box, visitor);
  }

  /// Calls @p change(box, value) for these parts, to change the value.
  template <class Change> void update(const Box &box, Change &&change) {
    if (whole_.overlaps(box))
      updateNode(0, whole_, box, change);
  }

  void assign(const Box &box, const Value &value) {
    if (whole_.overlaps(box))
      assignNode(0, whole_, box, value);
  }

  /// The number of parts that the map keeps.
  size_t leafCount() const { return (nodes_.size() - 2 * free_.size() + 1) / 2; }

private:
  static constexpr uint32_t kLeaf = 0; // the root is nobody's child

  struct Node {
    Value value{};
    uint32_t children = kLeaf; ///< the first of two
    uint8_t axis = 0;
    size_t position = 0;
  };

  /// The boxes of the two parts of an inner node.
  std::pair<Box, Box> parts(const Node &node, const Box &box) const {
    std::pair<Box, Box> both(box, box);
    both.first.end[node.axis] = both.second.begin[node.axis] = node.position;
    return both;
  }

  template <class Visitor>
  void visitNode(uint32_t index, const Box &own, const Box &box, Visitor &visitor) const {
    const Node &node = nodes_[index];
    if (node.children == kLeaf)
      return visitor(own.intersection(box), node.value);
    const auto [first, second] = parts(node, own);
    if (first.overlaps(box))
      visitNode(node.children, first, box, visitor);
    if (second.overlaps(box))
      visitNode(node.children + 1, second, box, visitor);
  }

  template <class Change>
  void updateNode(uint32_t index, const Box &own, const Box &box, Change &change) {
    if (nodes_[index].children == kLeaf) {
      if (box.contains(own))
        return change(own, nodes_[index].value);
      cut(index, own, box);
    }
    forParts(index, own, box,
             [&](uint32_t child, const Box &part) { updateNode(child, part, box, change); });
  }

  void assignNode(uint32_t index, const Box &own, const Box &box, const Value &value) {
    if (box.contains(own)) {
      dropChildren(index);
      nodes_[index].value = value;
      return;
    }
    if (nodes_[index].children == kLeaf) {
      if (nodes_[index].value == value)
        return;
      cut(index, own, box);
    }
    forParts(index, own, box,
             [&](uint32_t child, const Box &part) { assignNode(child, part, box, value); });
  }

  template <class Body> void forParts(uint32_t index, const Box &own, const Box &box, Body &&body) {
    const uint32_t children = nodes_[index].children;
    const auto [first, second] = parts(nodes_[index], own);
    if (first.overlaps(box))
      body(children, first);
    if (second.overlaps(box))
      body(children + 1, second);
    const Node &a = nodes_[children], &b = nodes_[children + 1];
    if (a.children == kLeaf && b.children == kLeaf && a.value == b.value) {
      Value joined = std::move(nodes_[children].value);
      dropChildren(index);
      nodes_[index].value = std::move(joined);
    }
  }

  /// Makes a leaf that a box covers in part an inner node.
  void cut(uint32_t index, const Box &own, const Box &box) {
    int axis = 0;
    size_t position = 0;
    chooseCut(own, own.intersection(box), axis, position);
    uint32_t children = 0;
    if (free_.empty()) {
      children = static_cast<uint32_t>(nodes_.size());
      nodes_.resize(nodes_.size() + 2);
    } else {
      children = free_.back();
      free_.pop_back();
    }
    Node &node = nodes_[index];
    nodes_[children].value = node.value;
    nodes_[children + 1].value = std::move(node.value);
    node.value = Value{};
    node.children = children;
    node.axis = static_cast<uint8_t>(axis);
    node.position = position;
  }

  void chooseCut(const Box &own, const Box &box, int &axis, size_t &position) const {
    size_t bestShare = 0; // in 1024ths of a leaf's length: that of the smaller part
    for (int i = 0; i < kRank; ++i)
      for (const size_t at : {box.begin[i], box.end[i]}) {
        const size_t smaller = std::min(at - own.begin[i], own.end[i] - at);
        if (smaller == 0)
          continue;
        const double share = static_cast<double>(smaller) / static_cast<double>(own.length(i));
        const size_t rounded = 1 + static_cast<size_t>(share * 1024);
        if (rounded > bestShare) {
          bestShare = rounded;
          axis = i;
          position = at;
        }
      }
    if (bestShare > 256)
      return;
    size_t longest = 0;
    for (int i = 0; i < kRank; ++i) {
      size_t middle = own.begin[i] + own.length(i) / 2;
      middle -= middle % granularity_[i];
      const bool isOnOneSide = box.end[i] <= middle || box.begin[i] >= middle;
      if (middle > own.begin[i] && isOnOneSide && own.length(i) / granularity_[i] > longest) {
        longest = own.length(i) / granularity_[i];
        axis = i;
        position = middle;
      }
    }
  }

  void dropChildren(uint32_t index) {
    const uint32_t children = std::exchange(nodes_[index].children, kLeaf);
    if (children == kLeaf)
      return;
    for (const uint32_t child : {children, children + 1}) {
      dropChildren(child);
      nodes_[child].value = Value{};
    }
    free_.push_back(children);
  }

  const Box whole_;
  const Extent granularity_;
  std::vector<Node> nodes_;
  std::vector<uint32_t> free_; ///< pairs of nodes
};

} // namespace ursa::runtime
