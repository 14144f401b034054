// Partitions of a device, on synthetic hwloc topologies.
#include "adapters/host/driver/partition.h"

#include <gmock/gmock.h>
#include <hwloc.h>

#include <numeric>

namespace ursa::host {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Machine {
public:
  explicit Machine(const char *description) {
    EXPECT_EQ(hwloc_topology_init(&handle_), 0);
    EXPECT_EQ(hwloc_topology_set_synthetic(handle_, description), 0) << description;
    EXPECT_EQ(hwloc_topology_load(handle_), 0);
  }
  Machine(const Machine &) = delete;
  Machine &operator=(const Machine &) = delete;
  ~Machine() { hwloc_topology_destroy(handle_); }

  hwloc_topology *get() const { return handle_; }
  UnitList units() const {
    UnitList all(static_cast<size_t>(hwloc_get_nbobjs_by_type(handle_, HWLOC_OBJ_PU)));
    std::iota(all.begin(), all.end(), 0);
    return all;
  }

private:
  hwloc_topology *handle_ = nullptr;
};

// Two NUMA nodes, each with two level 3 caches of two cores with private caches: eight units.
const char *const kServer = "pack:1 numa:2 l3:2 l2:2 l1:1 core:1 pu:1";
// The topology of a small virtual machine.
const char *const kSmall = "numa:1 l3:1 l2:2 l1:1 core:1 pu:1";

ur_device_partition_property_t equally(uint32_t units) {
  ur_device_partition_property_t property{};
  property.type = UR_DEVICE_PARTITION_EQUALLY;
  property.value.equally = units;
  return property;
}

ur_device_partition_property_t count(uint32_t units) {
  ur_device_partition_property_t property{};
  property.type = UR_DEVICE_PARTITION_BY_COUNTS;
  property.value.count = units;
  return property;
}

ur_device_partition_property_t domain(ur_device_affinity_domain_flags_t flags) {
  ur_device_partition_property_t property{};
  property.type = UR_DEVICE_PARTITION_BY_AFFINITY_DOMAIN;
  property.value.affinity_domain = flags;
  return property;
}

Result<Partition> cut(const Machine &machine, const UnitList &units,
                      const std::vector<ur_device_partition_property_t> &properties) {
  return partitionUnits(machine.get(), units,
                        {UR_STRUCTURE_TYPE_DEVICE_PARTITION_PROPERTIES, nullptr, properties.data(),
                         properties.size()});
}

Result<Partition> cut(const Machine &machine, const ur_device_partition_property_t &property) {
  return cut(machine, machine.units(), {property});
}

TEST(Partition, ByNode) {
  const Machine machine(kServer);
  const auto partition = cut(machine, domain(UR_DEVICE_AFFINITY_DOMAIN_FLAG_NUMA));
  ASSERT_TRUE(partition);
  EXPECT_THAT(partition->parts, ElementsAre(UnitList{0, 1, 2, 3}, UnitList{4, 5, 6, 7}));
}

TEST(Partition, ByCache) {
  const Machine machine(kServer);
  const auto third = cut(machine, domain(UR_DEVICE_AFFINITY_DOMAIN_FLAG_L3_CACHE));
  ASSERT_TRUE(third);
  EXPECT_THAT(third->parts,
              ElementsAre(UnitList{0, 1}, UnitList{2, 3}, UnitList{4, 5}, UnitList{6, 7}));
  const auto first = cut(machine, domain(UR_DEVICE_AFFINITY_DOMAIN_FLAG_L1_CACHE));
  ASSERT_TRUE(first);
  EXPECT_EQ(first->parts.size(), 8u);
}

// Threads of a core share its caches, so they stay together.
TEST(Partition, ThreadsOfACoreStayTogether) {
  const Machine machine("numa:1 l2:2 core:1 pu:2");
  const auto partition = cut(machine, domain(UR_DEVICE_AFFINITY_DOMAIN_FLAG_L2_CACHE));
  ASSERT_TRUE(partition);
  EXPECT_THAT(partition->parts, ElementsAre(UnitList{0, 1}, UnitList{2, 3}));
}

TEST(Partition, NextLevelIsTheOutermostThatCuts) {
  constexpr auto kNext = UR_DEVICE_AFFINITY_DOMAIN_FLAG_NEXT_PARTITIONABLE;
  const Machine machine(kServer);
  UnitList units = machine.units();
  std::vector<ur_device_affinity_domain_flags_t> levels;
  while (units.size() > 1) {
    const auto partition = cut(machine, units, {domain(kNext)});
    ASSERT_TRUE(partition);
    levels.push_back(partition->properties.at(0).value.affinity_domain);
    units = partition->parts.at(0);
  }
  EXPECT_THAT(levels, ElementsAre(UR_DEVICE_AFFINITY_DOMAIN_FLAG_NUMA,
                                  UR_DEVICE_AFFINITY_DOMAIN_FLAG_L3_CACHE,
                                  UR_DEVICE_AFFINITY_DOMAIN_FLAG_L2_CACHE));
}

TEST(Partition, OneNodeIsOnePart) {
  const Machine machine(kSmall);
  const auto partition = cut(machine, domain(UR_DEVICE_AFFINITY_DOMAIN_FLAG_NUMA));
  ASSERT_TRUE(partition);
  EXPECT_THAT(partition->parts, ElementsAre(UnitList{0, 1}));
}

TEST(Partition, EquallyLeavesTheRestOut) {
  const Machine machine(kServer);
  const auto partition = cut(machine, equally(3));
  ASSERT_TRUE(partition);
  EXPECT_THAT(partition->parts, ElementsAre(UnitList{0, 1, 2}, UnitList{3, 4, 5}));
  EXPECT_EQ(partition->properties.at(0).value.equally, 3u);
}

TEST(Partition, ByCountsKeepsTheirOrder) {
  const Machine machine(kServer);
  const auto partition = cut(machine, machine.units(), {count(3), count(1), count(4)});
  ASSERT_TRUE(partition);
  EXPECT_THAT(partition->parts, ElementsAre(UnitList{0, 1, 2}, UnitList{3}, UnitList{4, 5, 6, 7}));
  EXPECT_EQ(partition->properties.size(), 3u);
}

TEST(Partition, OfAPart) {
  const Machine machine(kServer);
  const UnitList secondNode = {4, 5, 6, 7};
  const auto partition = cut(machine, secondNode, {count(1), count(2)});
  ASSERT_TRUE(partition);
  EXPECT_THAT(partition->parts, ElementsAre(UnitList{4}, UnitList{5, 6}));
}

TEST(Partition, WhatIsPossible) {
  const Machine server(kServer);
  EXPECT_EQ(affinityDomains(server.get(), server.units()),
            static_cast<ur_device_affinity_domain_flags_t>(
                UR_DEVICE_AFFINITY_DOMAIN_FLAG_NUMA | UR_DEVICE_AFFINITY_DOMAIN_FLAG_L3_CACHE |
                UR_DEVICE_AFFINITY_DOMAIN_FLAG_L2_CACHE | UR_DEVICE_AFFINITY_DOMAIN_FLAG_L1_CACHE |
                UR_DEVICE_AFFINITY_DOMAIN_FLAG_NEXT_PARTITIONABLE));
  EXPECT_THAT(supportedPartitions(server.get(), server.units()),
              ElementsAre(UR_DEVICE_PARTITION_EQUALLY, UR_DEVICE_PARTITION_BY_COUNTS,
                          UR_DEVICE_PARTITION_BY_AFFINITY_DOMAIN));
  EXPECT_EQ(maxSubDevices(server.units()), 8u);
}

// Two units that share all caches: there is no next level.
TEST(Partition, NoNextLevel) {
  const Machine machine("numa:1 l2:1 core:1 pu:2");
  EXPECT_EQ(affinityDomains(machine.get(), machine.units()),
            static_cast<ur_device_affinity_domain_flags_t>(
                UR_DEVICE_AFFINITY_DOMAIN_FLAG_NUMA | UR_DEVICE_AFFINITY_DOMAIN_FLAG_L2_CACHE));
  const auto next = cut(machine, domain(UR_DEVICE_AFFINITY_DOMAIN_FLAG_NEXT_PARTITIONABLE));
  ASSERT_FALSE(next);
  EXPECT_EQ(next.error().code, UR_RESULT_ERROR_DEVICE_PARTITION_FAILED);
}

TEST(Partition, OneUnitCannotBeCut) {
  const Machine machine(kServer);
  const UnitList one = {5};
  EXPECT_THAT(supportedPartitions(machine.get(), one), IsEmpty());
  EXPECT_EQ(affinityDomains(machine.get(), one), 0u);
  EXPECT_EQ(maxSubDevices(one), 0u);
  const auto partition = cut(machine, one, {equally(1)});
  ASSERT_FALSE(partition);
  EXPECT_EQ(partition.error().code, UR_RESULT_ERROR_DEVICE_PARTITION_FAILED);
}

TEST(Partition, WithoutATopologyCountsStillWork) {
  const UnitList units = {0, 1, 2, 3};
  EXPECT_EQ(affinityDomains(nullptr, units), 0u);
  EXPECT_THAT(supportedPartitions(nullptr, units),
              ElementsAre(UR_DEVICE_PARTITION_EQUALLY, UR_DEVICE_PARTITION_BY_COUNTS));
}

struct Refusal {
  const char *name;
  std::vector<ur_device_partition_property_t> properties;
  ur_result_t code;
  const char *says;
};

class PartitionRefusals : public testing::TestWithParam<Refusal> {};

TEST_P(PartitionRefusals, SayWhy) {
  const Machine machine(kServer);
  const auto partition = cut(machine, machine.units(), GetParam().properties);
  ASSERT_FALSE(partition);
  EXPECT_EQ(partition.error().code, GetParam().code);
  EXPECT_THAT(partition.error().message, HasSubstr(GetParam().says));
}

ur_device_partition_property_t ofType(int type) {
  ur_device_partition_property_t property{};
  property.type = static_cast<ur_device_partition_t>(type);
  return property;
}

INSTANTIATE_TEST_SUITE_P(
    All, PartitionRefusals,
    testing::Values(
        Refusal{"NothingEach", {equally(0)}, UR_RESULT_ERROR_INVALID_VALUE, "0 compute units"},
        Refusal{"MoreEachThanThereAre",
                {equally(9)},
                UR_RESULT_ERROR_INVALID_DEVICE_PARTITION_COUNT,
                "the device has 8"},
        Refusal{"CountOfNothing", {count(2), count(0)}, UR_RESULT_ERROR_INVALID_VALUE, "count 0"},
        Refusal{"CountsBeyondTheEnd",
                {count(6), count(3)},
                UR_RESULT_ERROR_INVALID_DEVICE_PARTITION_COUNT,
                "2 of the device's 8 are left"},
        Refusal{"MixedTypes", {count(1), equally(1)}, UR_RESULT_ERROR_INVALID_VALUE, "Property 1"},
        Refusal{"TwoTimesEqually",
                {equally(1), equally(1)},
                UR_RESULT_ERROR_INVALID_VALUE,
                "one property; 2"},
        Refusal{"NoSuchLevel",
                {domain(UR_DEVICE_AFFINITY_DOMAIN_FLAG_L4_CACHE)},
                UR_RESULT_ERROR_DEVICE_PARTITION_FAILED,
                "affinity domain 0x2"},
        Refusal{"TwoLevels", {domain(5)}, UR_RESULT_ERROR_INVALID_VALUE, "0x5"},
        Refusal{"NoLevel", {domain(0)}, UR_RESULT_ERROR_INVALID_VALUE, "0x0"},
        Refusal{"UndefinedLevel", {domain(0x40)}, UR_RESULT_ERROR_INVALID_ENUMERATION, "0x40"},
        Refusal{"Slices",
                {ofType(UR_DEVICE_PARTITION_BY_CSLICE)},
                UR_RESULT_ERROR_DEVICE_PARTITION_FAILED,
                "slices"},
        Refusal{"UndefinedType", {ofType(7)}, UR_RESULT_ERROR_INVALID_ENUMERATION, "type 7"}),
    [](const auto &test) { return std::string(test.param.name); });

TEST(Partition, NeedsProperties) {
  const Machine machine(kServer);
  const auto none =
      partitionUnits(machine.get(), machine.units(),
                     {UR_STRUCTURE_TYPE_DEVICE_PARTITION_PROPERTIES, nullptr, nullptr, 0});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, UR_RESULT_ERROR_INVALID_NULL_POINTER);
  const ur_device_partition_property_t property = equally(1);
  const auto empty =
      partitionUnits(machine.get(), machine.units(),
                     {UR_STRUCTURE_TYPE_DEVICE_PARTITION_PROPERTIES, nullptr, &property, 0});
  ASSERT_FALSE(empty);
  EXPECT_EQ(empty.error().code, UR_RESULT_ERROR_INVALID_VALUE);
}

} // namespace
} // namespace ursa::host
