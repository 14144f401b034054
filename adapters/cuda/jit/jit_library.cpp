// Exports the functions of ptx_compiler.h by the C interface.
#include "adapters/cuda/jit/nvptx_jit.h"

#include "adapters/cuda/jit/ptx_compiler.h"
#include "support/stack.h"

#include <exception>
#include <new>
#include <string_view>

namespace {

using ursa::onLargeStack;
using ursa::Result;
using ursa::compiler::nvptx::KernelForms;
using ursa::compiler::targets::ModuleConstant;
using ursa::compiler::targets::ModuleConstantValues;

static_assert(static_cast<int>(KernelForms::Both) == URSA_NVPTX_FORMS_BOTH &&
              static_cast<int>(KernelForms::WithoutOffset) == URSA_NVPTX_FORMS_WITHOUT_OFFSET &&
              static_cast<int>(KernelForms::WithOffset) == URSA_NVPTX_FORMS_WITH_OFFSET);

std::span<const std::byte> bytesOf(const void *data, size_t size) {
  return {static_cast<const std::byte *>(data), size};
}

void write(const ursa_nvptx_output_t &output, std::string_view text) {
  output.text(output.user, text.data(), text.size());
}

// Calls a function that returns a result, with a stack for LLVM, and writes the sentence of its
// error.
template <class Work> ur_result_t guarded(const ursa_nvptx_output_t &output, Work &&work) {
  try {
    const Result<void> result = onLargeStack(work);
    if (result)
      return UR_RESULT_SUCCESS;
    write(output, result.error().message);
    return result.error().code;
  } catch (const std::bad_alloc &) {
    write(output, "The code generator ran out of memory.");
    return UR_RESULT_ERROR_OUT_OF_HOST_MEMORY;
  } catch (const std::exception &error) {
    write(output, error.what());
    return UR_RESULT_ERROR_UNKNOWN;
  } catch (...) {
    write(output, "The code generator failed without a reason.");
    return UR_RESULT_ERROR_UNKNOWN;
  }
}

ur_result_t inspect(const void *bitcode, size_t size, const ursa_nvptx_output_t *output) {
  return guarded(*output, [&]() -> Result<void> {
    URSA_TRY(const ursa::cuda::jit::ImageSummary summary,
             ursa::cuda::jit::inspectImage(bytesOf(bitcode, size)));
    for (const std::string &kernel : summary.kernels)
      output->kernel(output->user, kernel.data(), kernel.size());
    for (const ModuleConstant &constant : summary.constants)
      output->constant(output->user, constant.id, constant.size);
    return {};
  });
}

ur_result_t compile(const ursa_nvptx_input_t *input, const ursa_nvptx_output_t *output) {
  return guarded(*output, [&]() -> Result<void> {
    ModuleConstantValues values;
    for (const ursa_nvptx_constant_t &constant :
         std::span(input->constants, input->constantCount)) {
      const auto bytes = bytesOf(constant.value, constant.size);
      values[constant.id].assign(bytes.begin(), bytes.end());
    }
    URSA_TRY(const std::string ptx,
             ursa::cuda::jit::compileToPtx(bytesOf(input->bitcode, input->size), values,
                                           {input->computeCapability, input->level != 0,
                                            static_cast<KernelForms>(input->forms)}));
    write(*output, ptx);
    return {};
  });
}

} // namespace

const ursa_nvptx_jit_t *ursaNvptxJit() {
  static constexpr ursa_nvptx_jit_t kInterface = {URSA_VERSION, inspect, compile};
  return &kInterface;
}
