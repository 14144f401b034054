// Traits of an adapter for QueueFunctions. check_concepts.py compiles them complete, and without a
// member or with a wrong one.
#include "adapters/common/queue_functions.h"

using namespace ursa;

struct ur_context_handle_t_ : adapter::HandleBase {};
struct ur_device_handle_t_ : adapter::HandleBase {};
struct ur_queue_handle_t_ : adapter::HandleBase {
  ur_context_handle_t context = nullptr;
  ur_device_handle_t device = nullptr;
  ur_queue_flags_t flags = 0;
};

struct Queues {
  using Context = ur_context_handle_t_;
  using Device = ur_device_handle_t_;
  using Queue = ur_queue_handle_t_;

#ifndef WITHOUT_checkDeviceInContext
  static Result<void> checkDeviceInContext(const Context &, const Device *) { return {}; }
#endif
#ifndef WITHOUT_make
  static Result<Queue *> make(Context &, Device &, ur_queue_flags_t) { return new Queue; }
#endif
#ifndef WITHOUT_isEmpty
  static bool isEmpty(const Queue &) { return true; }
#endif
#if defined(WRONG_finish)
  static bool finish(const Queue &) { return true; }
#elif !defined(WITHOUT_finish)
  static Result<void> finish(const Queue &) { return {}; }
#endif
#ifndef WITHOUT_flush // an optional one
  static Result<void> flush(const Queue &) { return {}; }
#endif
#ifndef WITHOUT_references
  static uint32_t references(const Queue &queue) { return queue.references.load(); }
#endif
};

void fillQueueTable(ur_dditable_t &table) {
  adapter::fillQueueFunctions<Queues>(table); // the line of the error
}
