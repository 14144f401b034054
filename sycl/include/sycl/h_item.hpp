// sycl::h_item, a work-item of a hierarchical kernel (SYCL 2020, 4.9.1.6), and private_memory
// (4.9.4.2.3). One work-item of the device runs all those of a group, one after the other.
#pragma once

#include <sycl/detail/work_items.hpp>
#include <sycl/item.hpp>

#include <cstddef>

inline namespace ursa_sycl {
namespace sycl {

template <int Dimensions> class group;
template <int Dimensions> class h_item;

namespace detail {

/// Groups of hierarchical kernels have at most so many work-items.
inline constexpr std::size_t kLargestHierarchicalGroup = 1024;

/// Returns the work-item @p index of @p logical, in row-major order.
template <int D>
h_item<D> makeHItem(std::size_t index, const range<D> &logical, const id<D> &groupId,
                    const range<D> &groups, const range<D> &local);

} // namespace detail

template <int Dimensions> class h_item {
public:
  static constexpr int dimensions = Dimensions;

  item<Dimensions, false> get_global() const { return global_; }
  item<Dimensions, false> get_local() const { return logical_; }
  item<Dimensions, false> get_logical_local() const { return logical_; }
  item<Dimensions, false> get_physical_local() const { return physical_; }

  range<Dimensions> get_global_range() const { return global_.get_range(); }
  std::size_t get_global_range(int dimension) const { return global_.get_range(dimension); }
  id<Dimensions> get_global_id() const { return global_.get_id(); }
  std::size_t get_global_id(int dimension) const { return global_.get_id(dimension); }
  range<Dimensions> get_local_range() const { return logical_.get_range(); }
  std::size_t get_local_range(int dimension) const { return logical_.get_range(dimension); }
  id<Dimensions> get_local_id() const { return logical_.get_id(); }
  std::size_t get_local_id(int dimension) const { return logical_.get_id(dimension); }
  range<Dimensions> get_logical_local_range() const { return logical_.get_range(); }
  std::size_t get_logical_local_range(int dimension) const { return logical_.get_range(dimension); }
  id<Dimensions> get_logical_local_id() const { return logical_.get_id(); }
  std::size_t get_logical_local_id(int dimension) const { return logical_.get_id(dimension); }
  range<Dimensions> get_physical_local_range() const { return physical_.get_range(); }
  std::size_t get_physical_local_range(int dimension) const {
    return physical_.get_range(dimension);
  }
  id<Dimensions> get_physical_local_id() const { return physical_.get_id(); }
  std::size_t get_physical_local_id(int dimension) const { return physical_.get_id(dimension); }

  friend bool operator==(const h_item &a, const h_item &b) {
    return a.global_ == b.global_ && a.logical_ == b.logical_ && a.physical_ == b.physical_;
  }
  friend bool operator!=(const h_item &a, const h_item &b) { return !(a == b); }

private:
  friend struct detail::Builder;
  h_item(const item<Dimensions, false> &global, const item<Dimensions, false> &logical,
         const item<Dimensions, false> &physical)
      : global_(global), logical_(logical), physical_(physical) {}

  item<Dimensions, false> global_;
  item<Dimensions, false> logical_;
  item<Dimensions, false> physical_;
};

namespace detail {

template <int D> id<D> delinearize(std::size_t index, const range<D> &size) {
  id<D> result;
  for (int d = D - 1; d >= 0; --d) {
    result[d] = index % size[d];
    index /= size[d];
  }
  return result;
}

template <int D>
h_item<D> makeHItem(std::size_t index, const range<D> &logical, const id<D> &groupId,
                    const range<D> &groups, const range<D> &local) {
  const id<D> inLogical = delinearize(index, logical);
  id<D> inPhysical;
  id<D> inGlobal;
  for (int d = 0; d < D; ++d) {
    inPhysical[d] = inLogical[d] % local[d];
    inGlobal[d] = groupId[d] * local[d] + inPhysical[d];
  }
  using Item = item<D, false>;
  return Builder::make<h_item<D>>(Builder::make<Item>(inGlobal, groups * local, id<D>()),
                                  Builder::make<Item>(inLogical, logical, id<D>()),
                                  Builder::make<Item>(inPhysical, local, id<D>()));
}

} // namespace detail

/// A variable of each work-item that lives as long as its group's function.
template <class T, int Dimensions = 1> class private_memory {
public:
  private_memory(const group<Dimensions> &) {}
  private_memory(const private_memory &) = delete;
  private_memory &operator=(const private_memory &) = delete;

  T &operator()(const h_item<Dimensions> &item) {
    return all_[item.get_physical_local().get_linear_id()];
  }

private:
  T all_[detail::kLargestHierarchicalGroup];
};

} // namespace sycl
} // namespace ursa_sycl
