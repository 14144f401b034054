// Unified shared memory: on the host, all three kinds are ordinary memory.
#pragma once

#include "adapters/common/handle.h"

namespace ursa::host {

/// An allocation of the context, from a pool unless that is null. @param wantedAlignment 0 for any
Result<void *> allocateUsm(ur_context_handle_t_ &context, ur_usm_pool_handle_t pool, size_t size,
                           size_t wantedAlignment, ur_usm_type_t type);
/// Frees what allocateUsm made, or says that it was not made in the context. Commands that are not
/// complete may use the memory: then it is freed after them, and this does not wait for it.
Result<void> freeUsm(ur_context_handle_t context, void *memory);
/// The same at once, for a command that frees.
Result<void> freeUsmNow(ur_context_handle_t_ &context, void *memory);

void fillUsmTable(ur_dditable_t &table);

} // namespace ursa::host
