// USM that the application frees while commands are running: it is gone for the application at
// once, and given back when no command can use it any more. Nothing is waited for.
#pragma once

#include "adapters/host/context.h"

namespace ursa::host {

/// Gives memory of an allocation that the context has removed back to its pool or the system.
void giveBack(const ur_context_handle_t_::Allocation &allocation);

/// The same, once the commands that the context's queues have now are complete.
void giveBackWhenUnused(ur_context_handle_t_ &context,
                        const ur_context_handle_t_::Allocation &allocation);

/// @name Queues that exist
/// @{
void noteQueue(ur_queue_handle_t_ &queue);
void forgetQueue(ur_queue_handle_t_ &queue);
/// @}

} // namespace ursa::host
