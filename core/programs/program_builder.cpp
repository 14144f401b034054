#include "core/programs/program_builder.h"

#include "core/dispatch/adapter_calls.h"
#include "core/selection/device_queries.h"
#include "core/selection/image_choice.h"
#include "format/code.h"
#include "support/log.h"

#include <cstring>

namespace ursa::core::programs {
namespace {

using api::Function;
using cache::SharedProgram;
using dispatch::call;
using selection::ImageBinding;
using selection::withAdapterReason;
using specialization::ValueBlob;

std::string buildLog(const ImageBinding &binding, ur_program_handle_t program) {
  size_t size = 0;
  if (dispatch::callAdapter<Function::urProgramGetBuildInfo>(program, binding.device,
                                                             UR_PROGRAM_BUILD_INFO_LOG, 0, nullptr,
                                                             &size) != UR_RESULT_SUCCESS ||
      size <= 1)
    return "";
  std::string log(size, '\0');
  if (dispatch::callAdapter<Function::urProgramGetBuildInfo>(
          program, binding.device, UR_PROGRAM_BUILD_INFO_LOG, size, log.data(), nullptr) !=
      UR_RESULT_SUCCESS)
    return "";
  log.resize(std::strlen(log.c_str()));
  return log;
}

// Returns the values to set in a native program. A module may have several defaults for one id, one
// per use, so values that the application has not set are not passed. Constants with symbolic ids
// have one default each.
std::vector<ur_specialization_constant_info_t> flushedValues(const ImageBinding &binding,
                                                             const ValueBlob &blob) {
  std::vector<ur_specialization_constant_info_t> values;
  values.reserve(binding.layout.leaves().size());
  for (const specialization::SpecLeaf &leaf : binding.layout.leaves())
    if (!binding.layout.constants()[leaf.constant].id.empty() ||
        std::memcmp(blob.data() + leaf.offset, binding.layout.defaults().data() + leaf.offset,
                    leaf.size) != 0)
      values.push_back({leaf.id, leaf.size, blob.data() + leaf.offset});
  return values;
}

// Returns the values in the form that the program receives, because the same code may come with
// different layouts of its constants.
std::vector<std::byte> valuesOfKey(const ImageBinding &binding, const ValueBlob &blob) {
  std::vector<std::byte> bytes;
  if (binding.mode != URSA_SPECIALIZATION_MODE_NATIVE)
    return bytes;
  const auto add = [&bytes](const void *from, size_t size) {
    const auto *first = static_cast<const std::byte *>(from);
    bytes.insert(bytes.end(), first, first + size);
  };
  for (const ur_specialization_constant_info_t &value : flushedValues(binding, blob)) {
    const auto size = static_cast<uint32_t>(value.size);
    add(&value.id, sizeof(value.id));
    add(&size, sizeof(size));
    add(value.pValue, value.size);
  }
  return bytes;
}

} // namespace

Result<SharedProgram> createProgram(const ImageBinding &binding,
                                    const ur_program_properties_t *properties) {
  const auto code = binding.image->code;
  ur_program_handle_t program = nullptr;
  Result<void> created;
  if (format::isSpirv(format::codeOf(code))) {
    created = call<Function::urProgramCreateWithIL>(binding.context, code.data(), code.size(),
                                                    properties, &program);
  } else {
    ur_device_handle_t device = binding.device;
    size_t length = code.size();
    const auto *bytes = reinterpret_cast<const uint8_t *>(code.data());
    created = call<Function::urProgramCreateWithBinary>(binding.context, 1, &device, &length,
                                                        &bytes, properties, &program);
  }
  if (!created)
    return withAdapterReason(
        std::move(created)
            .context(
                fmt::format("While making a program of the image for '{}'.", binding.image->target))
            .error(),
        binding.device);
  return dispatch::adopt<Function::urProgramRelease>(program);
}

Result<void> flushNatively(const ImageBinding &binding, ur_program_handle_t program,
                           const ValueBlob &blob) {
  const auto values = flushedValues(binding, blob);
  if (values.empty())
    return {};
  Result<void> set = call<Function::urProgramSetSpecializationConstants>(
      program, static_cast<uint32_t>(values.size()), values.data());
  if (!set)
    return withAdapterReason(set.error(), binding.device);
  return {};
}

Result<SharedProgram> buildProgram(const ImageBinding &binding, const ValueBlob &blob,
                                   const std::string &options) {
  URSA_TRY(SharedProgram program, createProgram(binding));
  if (binding.mode == URSA_SPECIALIZATION_MODE_NATIVE)
    URSA_CHECK(flushNatively(binding, program.get(), blob));
  const Result<void> built = call<Function::urProgramBuild>(
      binding.context, program.get(), options.empty() ? nullptr : options.c_str());
  if (!built) {
    Error error = withAdapterReason(built.error(), binding.device);
    if (const std::string log = buildLog(binding, program.get()); !log.empty())
      error.message += fmt::format(" Build log: {}", log);
    return error;
  }
  return program;
}

Result<SharedProgram> cachedProgram(cache::ProgramCache &cache, const ImageBinding &binding,
                                    const ValueBlob &blob, const std::string &options) {
  const cache::ProgramKey key{binding.image->code,        binding.images, binding.image->codeHash,
                              valuesOfKey(binding, blob), binding.device, options};
  return cache.getOrBuild(key, [&] { return buildProgram(binding, blob, options); });
}

Result<SharedKernel> createKernel(const ImageBinding &binding, ur_program_handle_t program,
                                  const std::string &name) {
  ur_kernel_handle_t kernel = nullptr;
  const Result<void> created = call<Function::urKernelCreate>(program, name.c_str(), &kernel);
  if (!created)
    return withAdapterReason(created.error(), binding.device);
  return dispatch::adopt<Function::urKernelRelease>(kernel);
}

} // namespace ursa::core::programs
