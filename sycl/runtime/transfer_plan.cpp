#include "sycl/runtime/transfer_plan.h"

#include "sycl/runtime/box_merge.h"

namespace ursa::runtime {
namespace {

/// Plans what a source has of the missing boxes, and leaves the others.
void take(const PageTable &table, size_t source, size_t target, Boxes &missing,
          std::vector<Transfer> &plan) {
  Boxes there, rest;
  for (const Box &each : missing) {
    table.appendParts(source, each, true, there);
    table.appendParts(source, each, false, rest);
  }
  for (const Box &each : mergeBoxes(std::move(there)))
    plan.push_back({source, target, each});
  missing = std::move(rest);
}

void takeFromDevices(const PageTable &table, size_t target, Boxes &missing, Route route,
                     const std::function<Route(size_t)> &routeOf, std::vector<Transfer> &plan) {
  for (size_t source = 0; source < table.allocationCount() && !missing.empty(); ++source)
    if (source != kHostAllocation && source != target && routeOf(source) == route)
      take(table, source, target, missing, plan);
}

} // namespace

std::vector<Transfer> planTransfers(const PageTable &table, size_t target, const Boxes &boxes,
                                    const std::function<Route(size_t)> &routeOf) {
  std::vector<Transfer> plan;
  Boxes missing;
  for (const Box &each : boxes)
    table.appendParts(target, each, false, missing);
  if (missing.empty())
    return plan;
  if (target == kHostAllocation) {
    takeFromDevices(
        table, target, missing, Route::SameDevice, [](size_t) { return Route::SameDevice; }, plan);
    return plan;
  }
  takeFromDevices(table, target, missing, Route::SameDevice, routeOf, plan);
  takeFromDevices(table, target, missing, Route::Peer, routeOf, plan);
  Boxes fromHost;
  for (const Box &each : missing)
    table.appendParts(kHostAllocation, each, true, fromHost);
  Boxes elsewhere;
  for (const Box &each : missing)
    table.appendParts(kHostAllocation, each, false, elsewhere);
  takeFromDevices(table, kHostAllocation, elsewhere, Route::None, routeOf, plan);
  for (const Transfer &each : plan)
    if (each.to == kHostAllocation)
      fromHost.push_back(each.box);
  for (const Box &each : mergeBoxes(std::move(fromHost)))
    plan.push_back({kHostAllocation, target, each});
  return plan;
}

} // namespace ursa::runtime
