#include "sycl/runtime/box_merge.h"

#include <tuple>

namespace ursa::runtime {
namespace {

/// Boxes are cut into rows for the second way only up to so many.
constexpr size_t kManyRows = 4096;

/// The order in which boxes that continue each other along an axis are neighbours.
std::tuple<Extent, Extent> keyAlong(int axis, const Box &box) {
  Extent begin = box.begin, end = box.end;
  std::rotate(begin.begin(), begin.begin() + (axis + 1) % kRank, begin.end()); // the axis is last
  std::rotate(end.begin(), end.begin() + (axis + 1) % kRank, end.end());
  Extent others{begin[0], end[0], begin[1]};
  return {others, {end[1], begin[2], end[2]}};
}

bool continues(int axis, const Box &box, const Box &next) {
  for (int i = 0; i < kRank; ++i)
    if (i != axis && (box.begin[i] != next.begin[i] || box.end[i] != next.end[i]))
      return false;
  return box.end[axis] == next.begin[axis];
}

void mergeAlong(int axis, Boxes &boxes) {
  std::sort(boxes.begin(), boxes.end(),
            [axis](const Box &a, const Box &b) { return keyAlong(axis, a) < keyAlong(axis, b); });
  size_t kept = 0;
  for (size_t i = 1; i < boxes.size(); ++i) {
    if (continues(axis, boxes[kept], boxes[i]))
      boxes[kept].end[axis] = boxes[i].end[axis];
    else
      boxes[++kept] = boxes[i];
  }
  boxes.resize(kept + 1);
}

void mergeAlongAll(Boxes &boxes) {
  for (size_t before = boxes.size() + 1; boxes.size() < before && boxes.size() > 1;) {
    before = boxes.size();
    for (int axis = kRank - 1; axis >= 0; --axis)
      mergeAlong(axis, boxes);
  }
}

std::vector<size_t> borders(const Boxes &boxes, int axis) {
  std::vector<size_t> all;
  for (const Box &each : boxes) {
    all.push_back(each.begin[axis]);
    all.push_back(each.end[axis]);
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// Cuts boxes at the borders of all others in one dimension. Returns false if these are too many.
bool cutAtBorders(Boxes &boxes, int axis) {
  const std::vector<size_t> at = borders(boxes, axis);
  Boxes parts;
  for (const Box &each : boxes) {
    auto border = std::upper_bound(at.begin(), at.end(), each.begin[axis]);
    for (Box part = each; part.begin[axis] < each.end[axis]; ++border) {
      part.end[axis] = *border;
      parts.push_back(part);
      part.begin[axis] = *border;
    }
    if (parts.size() > kManyRows)
      return false;
  }
  boxes = std::move(parts);
  return true;
}

/// Appends what is left of a box without another one: at most six boxes.
void appendWithout(Box box, const Box &without, Boxes &parts) {
  if (!box.overlaps(without)) {
    parts.push_back(box);
    return;
  }
  for (int i = 0; i < kRank; ++i) {
    if (box.begin[i] < without.begin[i]) {
      Box before = box;
      before.end[i] = box.begin[i] = without.begin[i];
      parts.push_back(before);
    }
    if (box.end[i] > without.end[i]) {
      Box behind = box;
      behind.begin[i] = box.end[i] = without.end[i];
      parts.push_back(behind);
    }
  }
}

} // namespace

Boxes disjointBoxes(const Boxes &boxes) {
  Boxes disjoint;
  for (const Box &each : boxes) {
    if (each.isEmpty())
      continue;
    Boxes rest{each};
    for (size_t i = 0, known = disjoint.size(); i < known; ++i) {
      Boxes next;
      for (const Box &part : rest)
        appendWithout(part, disjoint[i], next);
      rest = std::move(next);
    }
    disjoint.insert(disjoint.end(), rest.begin(), rest.end());
  }
  return disjoint;
}

Boxes mergeBoxes(Boxes boxes) {
  std::erase_if(boxes, [](const Box &each) { return each.isEmpty(); });
  if (boxes.size() < 2)
    return boxes;
  Boxes rows = boxes;
  mergeAlongAll(boxes);
  if (boxes.size() < 2 || !cutAtBorders(rows, 0) || !cutAtBorders(rows, 1))
    return boxes;
  mergeAlong(kRank - 1, rows);
  mergeAlongAll(rows);
  return rows.size() < boxes.size() ? rows : boxes;
}

} // namespace ursa::runtime
