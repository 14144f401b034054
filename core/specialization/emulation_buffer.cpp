#include "core/specialization/emulation_buffer.h"

#include "core/dispatch/adapter_calls.h"

namespace ursa::core::specialization {

Result<std::shared_ptr<const EmulationBuffer>> EmulationBuffer::create(ur_context_handle_t context,
                                                                       const ValueBlob &blob) {
  ur_buffer_properties_t properties = {UR_STRUCTURE_TYPE_BUFFER_PROPERTIES, nullptr,
                                       const_cast<std::byte *>(blob.data())};
  ur_mem_handle_t memory = nullptr;
  const ur_mem_flags_t flags = UR_MEM_FLAG_READ_ONLY | UR_MEM_FLAG_ALLOC_COPY_HOST_POINTER;
  URSA_CHECK(dispatch::call<api::Function::urMemBufferCreate>(context, flags, blob.size(),
                                                              &properties, &memory)
                 .context("While creating the emulation buffer."));
  return std::shared_ptr<const EmulationBuffer>(new EmulationBuffer(memory));
}

EmulationBuffer::~EmulationBuffer() {
  (void)dispatch::callAdapter<api::Function::urMemRelease>(memory_);
}

} // namespace ursa::core::specialization
