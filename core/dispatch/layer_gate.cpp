#include "core/dispatch/layer_gate.h"

namespace ursa {

std::atomic<uintptr_t> layerGate{0};

} // namespace ursa
