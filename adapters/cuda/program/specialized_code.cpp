#include "adapters/cuda/program/specialized_code.h"

#include "adapters/cuda/driver/adapter.h"
#include "adapters/cuda/driver/device.h"
#include "adapters/cuda/program/code_generator.h"
#include "adapters/cuda/program/offset_forms.h"
#include "core/cache/build_cache.h"
#include "core/cache/disk_store.h"
#include "spirv/translator.h"
#include "support/code_identity.h"
#include "support/shared_library.h"

#include <algorithm>
#include <charconv>

namespace ursa::cuda {
namespace {

using core::cache::Binary;
using core::cache::BinaryKey;

using Bytes = std::span<const std::byte>;

Bytes bytesOf(std::string_view text) { return std::as_bytes(std::span(text.data(), text.size())); }

std::string_view textOf(Bytes bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

// Returns a key without the facts of one kind.
BinaryKey keyOf(std::string_view kind, std::string_view compiler, Bytes code) {
  BinaryKey key;
  key.add("adapter", "cuda").add("kind", kind).add("compiler", compiler);
  key.addHash("code", code);
  return key;
}

void addValues(BinaryKey &key, const adapter::ConstantValues &constants) {
  Binary values;
  const auto add = [&values](const void *bytes, size_t size) {
    const auto *first = static_cast<const std::byte *>(bytes);
    values.insert(values.end(), first, first + size);
  };
  for (const auto &[id, value] : constants) {
    const uint64_t size = value.size();
    add(&id, sizeof(id));
    add(&size, sizeof(size));
    add(value.data(), value.size());
  }
  key.addHash("values", values);
}

// A summary as text: a line for each constant, then one for each kernel.
std::string writeSummary(const BitcodeSummary &summary) {
  std::string text;
  for (const CodeConstant &constant : summary.constants)
    text += fmt::format("c{} {}\n", constant.id, constant.size);
  for (const std::string &kernel : summary.kernels)
    text += fmt::format("k{}\n", kernel);
  return text;
}

std::optional<BitcodeSummary> readSummary(std::string_view text) {
  BitcodeSummary summary;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    if (end == text.npos || end == 0)
      return std::nullopt;
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    if (line[0] == 'k') {
      summary.kernels.emplace_back(line.substr(1));
      continue;
    }
    CodeConstant constant;
    const char *const last = line.data() + line.size();
    const auto id = std::from_chars(line.data() + 1, last, constant.id);
    if (line[0] != 'c' || id.ec != std::errc() || id.ptr == last ||
        std::from_chars(id.ptr + 1, last, constant.size).ptr != last)
      return std::nullopt;
    summary.constants.push_back(constant);
  }
  return summary;
}

// Returns what an earlier process stored, or else what @p make makes.
template <class Make> Result<Binary> stored(const BinaryKey &key, Make &&make) {
  std::optional<Result<Binary>> result;
  core::cache::loadOrBuild(
      key,
      [&](Bytes bytes) {
        result.emplace(Binary(bytes.begin(), bytes.end()));
        return !bytes.empty();
      },
      [&]() -> std::optional<Binary> {
        result.emplace(make());
        return *result ? std::optional<Binary>(**result) : std::nullopt;
      });
  return *std::move(result);
}

// Of the programs of this process: each change of values makes a program of the same bytes.
using Summaries = core::cache::BuildCache<std::string, BitcodeSummary, std::hash<std::string>>;
Summaries &summaries() {
  constexpr size_t kMost = 256;
  static Summaries &known = *new Summaries(kMost);
  return known;
}

Binary toBinary(std::string_view text) {
  const Bytes bytes = bytesOf(text);
  return Binary(bytes.begin(), bytes.end());
}

Result<BitcodeSummary> summaryOf(Bytes bitcode) {
  const std::string compiler = codeGeneratorIdentity();
  if (compiler.empty())
    return inspectBitcode(bitcode);
  const BinaryKey key = keyOf("contents of bitcode", compiler, bitcode);
  return summaries().getOrBuild(key.text(), [&]() -> Result<BitcodeSummary> {
    URSA_TRY(const Binary text, stored(key, [&]() -> Result<Binary> {
               URSA_TRY(const BitcodeSummary summary, inspectBitcode(bitcode));
               return toBinary(writeSummary(summary));
             }));
    if (std::optional<BitcodeSummary> summary = readSummary(textOf(text)))
      return *std::move(summary);
    return inspectBitcode(bitcode);
  });
}

Result<Binary> ptxOf(const ur_device_handle_t_ &device, const Code &code,
                     const adapter::ConstantValues &values, const BuildOptions &options,
                     ursa_nvptx_forms_t forms) {
  const bool isSpirv = code.form == CodeForm::Spirv;
  const auto make = [&]() -> Result<Binary> {
    std::vector<std::byte> translated;
    if (isSpirv) {
      URSA_TRY(translated, spirv::toBitcode(code.module->specialized(values)));
    }
    URSA_TRY(const std::string ptx,
             generatePtx(isSpirv ? translated : code.bytes,
                         isSpirv ? adapter::ConstantValues() : values, device.computeCapability,
                         options.optimization, forms));
    return toBinary(ptx);
  };
  const std::string compiler = codeGeneratorIdentity();
  if (compiler.empty())
    return make();
  BinaryKey key = keyOf("PTX", compiler, code.bytes);
  if (isSpirv)
    key.add("translator", spirv::translatorIdentity());
  addValues(key, values);
  key.add("processor", fmt::format("sm_{}", device.computeCapability))
      .add("optimized", options.optimization > 0 ? "yes" : "no")
      .add("forms", fmt::format("{}", static_cast<int>(forms)));
  return stored(key, make);
}

const std::string &adapterIdentity() {
  static const std::string &identity = *new std::string(libraryIdentity(ownFile()));
  return identity;
}

// A CUBIN that the driver makes of PTX, with the facts about its kernels from the PTX.
CodePointer objectCode(Binary bytes, const Code &ptx) {
  auto object = std::make_shared<Code>();
  object->form = CodeForm::Cubin;
  object->bytes = std::move(bytes);
  object->kernels = ptx.kernels;
  object->ptx.assign(ptx.bytes.begin(), ptx.bytes.end() - 1);
  return object;
}

// Loads the CUBIN for the device that comes with PTX; null if there is none, or if the driver does
// not take it: the driver may be older than the compiler. CUBINs are optimized.
ModulePointer loadObject(NativeContext &native, const Code &code, const BuildOptions &options) {
  const PtxObject *object = objectFor(code.objects, native.device.computeCapability);
  if (!object || options.optimization != BuildOptions().optimization)
    return nullptr;
  std::string ignored;
  auto module = loadModule(native, objectCode(object->bytes, code), options, ignored);
  if (module)
    return *std::move(module);
  log().write(UR_LOGGER_LEVEL_INFO,
              "The CUBIN for sm_{} of a program is not loaded, and its PTX is compiled: {}",
              object->computeCapability, module.error().message);
  return nullptr;
}

Result<Binary> compilePtx(NativeContext &native, const CodePointer &ptx,
                          const BuildOptions &options, std::string &log) {
  const CodePointer codes[] = {ptx};
  auto object = linkCode(native, codes, options, /*isComplete=*/true, log);
  if (!object && object.error().code == UR_RESULT_ERROR_PROGRAM_LINK_FAILURE)
    return Error{UR_RESULT_ERROR_PROGRAM_BUILD_FAILURE, object.error().message};
  return object;
}

Result<CodePointer> ptxWithForms(const ur_device_handle_t_ &device, const Code &code,
                                 const adapter::ConstantValues &values, const BuildOptions &options,
                                 ursa_nvptx_forms_t forms) {
  URSA_TRY(const Binary ptx, ptxOf(device, code, values, options, forms));
  return readCode(ptx);
}

// Loads PTX: the stored CUBIN of an earlier process, else the output of the driver's compiler.
Result<ModulePointer> loadPtx(NativeContext &native, const CodePointer &ptx,
                              const BuildOptions &options, const std::shared_ptr<OffsetForms> &left,
                              std::string &log) {
  BinaryKey key = keyOf("object", adapterIdentity(), ptx->bytes);
  key.add("processor", fmt::format("sm_{}", native.device.computeCapability))
      .add("driver", fmt::format("{}", cu().version))
      .add("driver code", libraryIdentityAt(reinterpret_cast<const void *>(cu().cuInit)))
      .add("optimization", fmt::format("{}", options.optimization));
  std::optional<Result<ModulePointer>> module;
  core::cache::loadOrBuild(
      key,
      [&](Bytes bytes) {
        std::string ignored;
        module.emplace(loadModule(native, objectCode({bytes.begin(), bytes.end()}, *ptx), options,
                                  ignored, left));
        return static_cast<bool>(*module);
      },
      [&]() -> std::optional<Binary> {
        const auto object = compilePtx(native, ptx, options, log);
        if (!object) {
          module.emplace(object.error());
          return std::nullopt;
        }
        module.emplace(loadModule(native, objectCode(*object, *ptx), options, log, left));
        return *module ? std::optional<Binary>(*object) : std::nullopt;
      });
  return *std::move(module);
}

} // namespace

Result<CodePointer> describeCode(CodePointer code) {
  if (code->form != CodeForm::Bitcode)
    return code;
  auto described = std::make_shared<Code>(*code);
  URSA_TRY(BitcodeSummary summary, summaryOf(code->bytes));
  for (const std::string &name : summary.kernels)
    described->kernels[name];
  described->constants = std::move(summary.constants);
  return CodePointer(std::move(described));
}

Result<CodePointer> specializedPtx(const ur_device_handle_t_ &device, const Code &code,
                                   const adapter::ConstantValues &values,
                                   const BuildOptions &options) {
  return ptxWithForms(device, code, values, options, URSA_NVPTX_FORMS_BOTH);
}

Result<ModulePointer> loadSpecialized(NativeContext &native, const CodePointer &code,
                                      const adapter::ConstantValues &values,
                                      const BuildOptions &options, std::string &log) {
  if (code->isForDriver()) {
    if (auto module = loadObject(native, *code, options))
      return module;
    return loadModule(native, code, options, log);
  }
  const auto forms =
      hasKernelWithOffset(*code) ? URSA_NVPTX_FORMS_BOTH : URSA_NVPTX_FORMS_WITHOUT_OFFSET;
  URSA_TRY(const CodePointer ptx, ptxWithForms(native.device, *code, values, options, forms));
  std::shared_ptr<OffsetForms> left;
  if (std::ranges::any_of(ptx->kernels,
                          [](const auto &kernel) { return kernel.second.leavesOffsetForm; }))
    left = std::make_shared<OffsetForms>(code, values, options);
  return loadPtx(native, ptx, options, left, log);
}

Result<ModulePointer> loadOffsetForms(NativeContext &native, const CodePointer &code,
                                      const adapter::ConstantValues &values,
                                      const BuildOptions &options, std::string &log) {
  URSA_TRY(const CodePointer ptx,
           ptxWithForms(native.device, *code, values, options, URSA_NVPTX_FORMS_WITH_OFFSET));
  return loadPtx(native, ptx, options, nullptr, log);
}

} // namespace ursa::cuda
