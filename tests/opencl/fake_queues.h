// Queues of the fake driver whose commands do not run at once (FakeDriver::ordersQueues): each runs
// when the ones before it in its queue, and the events of its wait list, are complete.
#pragma once

#include "opencl/fake_object.h"

#include <functional>

namespace ursa::testing {

/// Submits a command, or runs it at once.
/// @param event gets the command's event; null if nobody needs it
/// @param isBlocking wait for the command
void submit(cl_command_queue queue, cl_uint count, const cl_event *waits, cl_event *event,
            std::function<void()> work, cl_bool isBlocking = CL_FALSE);

cl_event makeUserEvent(cl_int code, cl_int *out);
void setUserEvent(cl_event event, cl_int status);
/// Returns CL_COMPLETE or another status. That of a failed command is negative.
cl_int statusOf(cl_event event);
/// @param function gets the status
void callWhenComplete(cl_event event, std::function<void(cl_int)> function);
void waitFor(cl_event event);
/// Waits until a queue has no commands.
void finish(cl_command_queue queue);

} // namespace ursa::testing
