// Groups with the interface of sycl_khr_group_interface, and work-items as groups of one.
#include "check.h"

#include <cstdint>
#include <type_traits>

static_assert(SYCL_KHR_GROUP_INTERFACE == 1);

namespace khr = sycl::khr;

namespace {

template <int Dimensions> using Member = khr::member_item<khr::work_group<Dimensions>>;
using SubGroupMember = khr::member_item<khr::sub_group>;

template <class Group, class Id, class LinearId, class Range, class Size>
constexpr bool hasTypes = std::is_same_v<typename Group::id_type, Id> &&
    std::is_same_v<typename Group::linear_id_type, LinearId> &&
        std::is_same_v<typename Group::range_type, Range> &&
            std::is_same_v<typename Group::size_type, Size> &&
                std::is_same_v<decltype(std::declval<const Group &>().id()), Id> &&
                    std::is_same_v<decltype(std::declval<const Group &>().linear_id()), LinearId> &&
                        std::is_same_v<decltype(std::declval<const Group &>().range()), Range> &&
                            std::is_same_v<decltype(std::declval<const Group &>().size()), Size>
                                &&noexcept(std::declval<const Group &>().id()) &&noexcept(
                                    std::declval<const Group &>().size());

static_assert(hasTypes<khr::work_group<>, sycl::id<1>, size_t, sycl::range<1>, size_t>);
static_assert(hasTypes<khr::work_group<3>, sycl::id<3>, size_t, sycl::range<3>, size_t>);
static_assert(hasTypes<Member<2>, sycl::id<2>, size_t, sycl::range<2>, size_t>);
static_assert(hasTypes<khr::sub_group, sycl::id<1>, uint32_t, sycl::range<1>, uint32_t>);
static_assert(hasTypes<SubGroupMember, sycl::id<1>, uint32_t, sycl::range<1>, uint32_t>);
static_assert(khr::work_group<2>::dimensions == 2 && khr::sub_group::dimensions == 1);
static_assert(Member<3>::dimensions == 3 && SubGroupMember::dimensions == 1);
static_assert(khr::work_group<2>::fence_scope == sycl::memory_scope::work_group);
static_assert(khr::sub_group::fence_scope == sycl::memory_scope::sub_group);
static_assert(Member<1>::fence_scope == sycl::memory_scope::work_item);
static_assert(SubGroupMember::fence_scope == sycl::memory_scope::work_item);
static_assert(!std::is_default_constructible_v<Member<1>>);
static_assert(std::is_copy_constructible_v<Member<1>> && std::is_copy_assignable_v<Member<1>>);

template <int Dimensions> int wrongOf(sycl::nd_item<Dimensions> item) {
  int wrong = 0;
  const sycl::group<Dimensions> group = item.get_group();
  const khr::work_group<Dimensions> work = group;
  wrong += sycl::group<Dimensions>(work) != group;
  wrong += work.id() != group.get_group_id() || work.linear_id() != group.get_group_linear_id();
  wrong += work.range() != item.get_group_range();
  wrong += work.size() != item.get_local_range().size();
  const khr::member_item member = get_member_item(work);
  static_assert(std::is_same_v<decltype(member), const Member<Dimensions>>);
  wrong += member.id() != item.get_local_id() || member.range() != item.get_local_range();
  wrong += member.linear_id() != item.get_local_linear_id() || member.size() != 1;
  wrong += khr::leader_of(work) != (item.get_local_linear_id() == 0);
  wrong += !khr::leader_of(member);
  const khr::work_group<Dimensions> copy = work;
  wrong += copy != work || !(get_member_item(copy) == member) || get_member_item(copy) != member;

  const sycl::sub_group original = item.get_sub_group();
  const khr::sub_group sub = original;
  wrong += sycl::sub_group(sub) != original;
  wrong += sub.id() != original.get_group_id();
  wrong += sub.linear_id() != original.get_group_linear_id();
  wrong += sub.range() != original.get_group_range();
  wrong += sub.size() != original.get_local_linear_range();
  wrong += sub.max_size() != original.get_max_local_range()[0] || sub.max_size() < sub.size();
  const auto lane = khr::get_member_item(sub);
  wrong += lane.id() != original.get_local_id() || lane.range() != original.get_local_range();
  wrong += lane.linear_id() != original.get_local_linear_id() || lane.size() != 1;
  wrong += khr::leader_of(sub) != original.leader() || !khr::leader_of(lane);
  wrong += !(sub == khr::sub_group(original)) || sub != khr::sub_group(original);

#ifdef __cpp_lib_mdspan
  using Extents = typename khr::work_group<Dimensions>::extents_type;
  static_assert(std::is_same_v<Extents, std::dextents<size_t, Dimensions>>);
  static_assert(std::is_same_v<khr::sub_group::extents_type, std::dextents<uint32_t, 1>>);
  static_assert(khr::work_group<Dimensions>::rank() == Dimensions);
  static_assert(khr::work_group<Dimensions>::rank_dynamic() == Dimensions);
  static_assert(khr::work_group<Dimensions>::static_extent(0) == std::dynamic_extent);
  static_assert(khr::sub_group::rank() == 1 && khr::sub_group::rank_dynamic() == 1);
  static_assert(khr::sub_group::static_extent(0) == std::dynamic_extent);
  static_assert(Member<Dimensions>::rank() == Dimensions && SubGroupMember::rank() == 1);
  static_assert(Member<Dimensions>::rank_dynamic() == 0);
  static_assert(Member<Dimensions>::static_extent(Dimensions - 1) == 1);
  static_assert(std::is_same_v<SubGroupMember::extents_type, std::extents<uint32_t, 1>>);
  for (int i = 0; i < Dimensions; ++i) {
    wrong += work.extent(i) != item.get_local_range(i) || member.extent(i) != 1;
    wrong += work.extents().extent(i) != item.get_local_range(i);
    wrong += member.extents().extent(i) != 1;
  }
  wrong += sub.extents().extent(0) != sub.size() || sub.extent(0) != sub.size();
  wrong += lane.extent(0) != 1;
#endif
  return wrong;
}

template <int Dimensions>
void testDimensions(sycl::queue &queue, sycl::range<Dimensions> global,
                    sycl::range<Dimensions> local) {
  int *const bad = sycl::malloc_shared<int>(global.size(), queue);
  queue
      .parallel_for(
          sycl::nd_range<Dimensions>(global, local),
          [=](sycl::nd_item<Dimensions> item) { bad[item.get_global_linear_id()] = wrongOf(item); })
      .wait();
  for (size_t i = 0; i < global.size(); ++i)
    CHECK_EQUAL(bad[i], 0);
  sycl::free(bad, queue);
}

// Each work-group sums rows, its work-items parts of a row.
void testRows(sycl::queue &queue) {
  constexpr size_t kRows = 40, kColumns = 50;
  int *const in = sycl::malloc_shared<int>(kRows * kColumns, queue);
  int *const out = sycl::malloc_shared<int>(kRows, queue);
  for (size_t i = 0; i < kRows * kColumns; ++i)
    in[i] = static_cast<int>(i);
  queue
      .parallel_for(
          sycl::nd_range<1>(64, 16),
          [=](sycl::nd_item<1> item) {
            const khr::work_group<1> group = item.get_group();
            const khr::member_item member = get_member_item(group);
            for (size_t row = group.linear_id(); row < kRows; row += group.range().size()) {
              int sum = 0;
              for (size_t i = member.linear_id(); i < kColumns; i += member.range().size())
                sum += in[row * kColumns + i];
              sum = sycl::reduce_over_group(sycl::group<1>(group), sum, sycl::plus<>());
              if (khr::leader_of(group))
                out[row] = sum;
            }
          })
      .wait();
  for (size_t row = 0; row < kRows; ++row)
    CHECK_EQUAL(out[row], kColumns * kColumns * row + kColumns * (kColumns - 1) / 2);
  sycl::free(in, queue);
  sycl::free(out, queue);
}

} // namespace

int main() {
  sycl::queue queue;
  testDimensions<1>(queue, {64}, {16});
  testDimensions<2>(queue, {6, 16}, {2, 8});
  testDimensions<3>(queue, {4, 3, 8}, {2, 1, 8});
  testRows(queue);
  return failures != 0;
}
