// Kinds of commands in graphs (sycl_ext_oneapi_graph).
#pragma once

inline namespace ursa_sycl {
namespace sycl {
namespace ext::oneapi::experimental {

enum class node_type {
  empty,
  subgraph,
  kernel, ///< native commands, too
  memcpy,
  memset,
  memfill,
  prefetch,
  memadvise,
  ext_oneapi_barrier,
  host_task,
  async_malloc, ///< @{ no node has them
  async_free    ///< @}
};

} // namespace ext::oneapi::experimental
} // namespace sycl
} // namespace ursa_sycl
