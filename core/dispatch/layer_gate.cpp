#include "core/dispatch/layer_gate.h"

namespace ursa::core::dispatch {

std::atomic<uintptr_t> layerGate{0};

} // namespace ursa::core::dispatch
