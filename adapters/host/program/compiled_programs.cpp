#include "adapters/host/program/compiled_programs.h"

#include "adapters/host/program/machine_program.h"
#include "compiler/targets/host/runtime/cpu_identity.h"
#include "core/cache/disk_store.h"
#include "format/host/byte_stream.h"
#include "format/host/machine_image.h"
#include "support/environment.h"

#include <mutex>

namespace ursa::host {
namespace {

using core::cache::BinaryKey;
using format::host::ConstantValues;

using Bytes = std::span<const std::byte>;

// Returns a key without the facts of one kind; none if there is no compiler.
std::optional<BinaryKey> keyOf(std::string_view kind, Bytes image) {
  const std::string compiler = jit::compilerIdentity();
  if (compiler.empty())
    return std::nullopt;
  BinaryKey key;
  key.add("adapter", "host").add("kind", kind).add("compiler", compiler);
  key.addHash("image", image);
  return key;
}

// The same for SPIR-V, which another program translates first.
std::optional<BinaryKey> keyOfSpirv(std::string_view kind, Bytes words) {
  std::optional<BinaryKey> key = keyOf(kind, words);
  if (key)
    key->add("translator", jit::translatorIdentity());
  return key;
}

void addValues(BinaryKey &key, const ConstantValues &constants) {
  format::host::ByteWriter values;
  for (const auto &[id, value] : constants) {
    values.number(id);
    values.number(static_cast<uint32_t>(value.size()));
    values.raw(value);
  }
  key.addHash("values", values.bytes());
}

std::vector<std::byte> writeSummary(const jit::ModuleSummary &summary) {
  format::host::ByteWriter out;
  out.number(static_cast<uint32_t>(summary.kernels.size()));
  for (const std::string &kernel : summary.kernels)
    out.text(kernel);
  out.number(static_cast<uint32_t>(summary.constants.size()));
  for (const format::host::ConstantSlot &constant : summary.constants) {
    out.number(constant.id);
    out.number(constant.size);
  }
  return out.bytes();
}

std::optional<jit::ModuleSummary> readSummary(Bytes bytes) {
  format::host::ByteReader in(bytes);
  jit::ModuleSummary summary;
  constexpr size_t kMinBytes = sizeof(uint32_t);
  for (uint32_t count = in.count(kMinBytes); count > 0; --count)
    summary.kernels.push_back(in.text());
  for (uint32_t count = in.count(2 * kMinBytes); count > 0; --count) {
    const auto id = in.number<uint32_t>();
    summary.constants.push_back({id, in.number<uint32_t>()});
  }
  return in.isDone() ? std::optional(std::move(summary)) : std::nullopt;
}

// Returns what an earlier process stored, or else the result of @p make.
// @param read returns a result from stored bytes, or none
// @param write returns the bytes of a result
template <class T, class Make, class Read, class Write>
Result<T> stored(const std::optional<BinaryKey> &key, Make &&make, Read &&read, Write &&write) {
  if (!key)
    return make();
  std::optional<Result<T>> result;
  core::cache::loadOrBuild(
      *key,
      [&](Bytes bytes) {
        if (std::optional<T> known = read(bytes))
          result.emplace(*std::move(known));
        return result.has_value();
      },
      [&]() -> std::optional<core::cache::Binary> {
        result.emplace(make());
        return *result ? std::optional<core::cache::Binary>(write(**result)) : std::nullopt;
      });
  return *std::move(result);
}

template <class Inspect>
Result<jit::ModuleSummary> summaryOf(SummaryCache &known, const std::optional<BinaryKey> &key,
                                     Bytes image, Inspect &&inspect) {
  const auto load = [&] {
    return stored<jit::ModuleSummary>(
        key, [&] { return inspect(image); }, readSummary, writeSummary);
  };
  return key ? known.getOrBuild(key->text(), load) : load();
}

// Machine code, and the log of its compilation.
struct CompiledImage {
  std::string log;
  std::unique_ptr<jit::Program> program;
  jit::MachineImages code; ///< empty for stored code, which is loaded already
};

std::vector<std::byte> writeCompiled(const CompiledImage &image) {
  format::host::ByteWriter out;
  out.text(image.log);
  out.number(static_cast<uint32_t>(image.code.size()));
  for (const std::vector<std::byte> &part : image.code) {
    out.number(static_cast<uint64_t>(part.size()));
    out.raw(part);
  }
  return out.bytes();
}

std::optional<CompiledImage> readCompiled(Bytes bytes) {
  format::host::ByteReader in(bytes);
  CompiledImage image;
  image.log = in.text();
  std::vector<Bytes> parts(in.count(sizeof(uint64_t)));
  Bytes rest;
  for (size_t i = 0; i < parts.size(); ++i) {
    const auto size = in.number<uint64_t>();
    rest = in.rest();
    if (size > rest.size())
      return std::nullopt;
    parts[i] = rest.first(size);
    in = format::host::ByteReader(rest.subspan(size));
  }
  if (!in.isDone() || parts.empty())
    return std::nullopt;
  auto program = loadMachineCode(parts);
  if (!program)
    return std::nullopt;
  image.program = *std::move(program);
  return image;
}

Result<CompiledImage> compile(Bytes bitcode, const ConstantValues &constants,
                              std::string_view options, std::string &log) {
  CompiledImage image;
  auto code = jit::compileToMachineCode(bitcode, constants, options, image.log);
  log += image.log;
  if (!code)
    return code.error();
  image.code = *std::move(code);
  const std::vector<Bytes> parts(image.code.begin(), image.code.end());
  URSA_TRY(image.program, loadMachineCode(parts));
  return image;
}

// Returns the key of what depends on the build of a program; none if there is no compiler.
std::optional<BinaryKey> keyOfBuild(std::string_view kind, Bytes image,
                                    const ConstantValues &constants, std::string_view options) {
  std::optional<BinaryKey> key = keyOf(kind, image);
  if (key) {
    addValues(*key, constants);
    key->add("options", options).add("cpu", compiler::host::cpuIdentity());
    for (const char *variable : {"URSA_HOST_VECTOR_WIDTH", "URSA_HOST_DISABLE"})
      key->add(variable, environmentVariable(variable).value_or(""));
  }
  return key;
}

constexpr std::string_view kMachineCode = "machine code";
constexpr std::string_view kWidths = "widths of kernels";

std::vector<std::byte> writeWidths(const MeasuredWidths &kernels) {
  format::host::ByteWriter out;
  out.number(static_cast<uint32_t>(kernels.size()));
  for (const auto &[name, known] : kernels) {
    out.text(name);
    out.number(known.width);
    out.number(static_cast<uint32_t>(known.untimed.size()));
    for (const uint32_t width : known.untimed)
      out.number(width);
  }
  return out.bytes();
}

MeasuredWidths readWidths(Bytes bytes) {
  format::host::ByteReader in(bytes);
  MeasuredWidths kernels;
  constexpr size_t kMinBytes = 3 * sizeof(uint32_t);
  for (uint32_t count = in.count(kMinBytes); count > 0; --count) {
    KnownWidths &known = kernels[in.text()];
    known.width = in.number<uint32_t>();
    known.untimed.resize(in.count(sizeof(uint32_t)));
    for (uint32_t &width : known.untimed)
      width = in.number<uint32_t>();
  }
  return in.isDone() ? kernels : MeasuredWidths();
}

MeasuredWidths storedWidths(core::cache::DiskStore &store, const BinaryKey &key) {
  const auto bytes = store.load(key);
  return bytes ? readWidths(*bytes) : MeasuredWidths();
}

} // namespace

Result<jit::ModuleSummary> summaryOfModule(SummaryCache &known, Bytes bitcode) {
  return summaryOf(known, keyOf("contents of a module", bitcode), bitcode, jit::inspectModule);
}

Result<jit::ModuleSummary> summaryOfSpirv(SummaryCache &known, Bytes words) {
  return summaryOf(known, keyOfSpirv("contents of SPIR-V", words), words, jit::inspectSpirv);
}

Result<std::vector<std::byte>> hostImageOf(Bytes words, const ConstantValues &constants,
                                           jit::ImageUse use) {
  std::optional<BinaryKey> key = keyOfSpirv("module of SPIR-V", words);
  if (key) {
    addValues(*key, constants);
    key->add("use", use == jit::ImageUse::Object ? "object" : "program");
  }
  using Module = std::vector<std::byte>;
  return stored<Module>(
      key, [&] { return jit::hostImageOfSpirv(words, constants, use); },
      [](Bytes bytes) { return std::optional<Module>(std::in_place, bytes.begin(), bytes.end()); },
      [](const Module &module) { return module; });
}

Result<std::unique_ptr<jit::Program>> buildImage(Bytes image, const ConstantValues &constants,
                                                 std::string_view options, std::string &log) {
  if (format::host::isMachineCode(image)) {
    if (!options.empty())
      log += fmt::format("note: the build options '{}' have no effect on machine code\n", options);
    return loadMachineCode(image);
  }
  const std::optional<BinaryKey> key = keyOfBuild(kMachineCode, image, constants, options);
  URSA_TRY(CompiledImage compiled, stored<CompiledImage>(
                                       key, [&] { return compile(image, constants, options, log); },
                                       [&](Bytes bytes) {
                                         auto known = readCompiled(bytes);
                                         if (known)
                                           log += known->log;
                                         return known;
                                       },
                                       writeCompiled));
  return std::move(compiled.program);
}

std::unique_ptr<jit::Program> storedImage(Bytes image, const ConstantValues &constants,
                                          std::string_view options) {
  const auto store = core::cache::diskStore();
  const auto key = store ? keyOfBuild(kMachineCode, image, constants, options) : std::nullopt;
  const auto bytes = key ? store->load(*key) : std::nullopt;
  auto compiled = bytes ? readCompiled(*bytes) : std::nullopt;
  return compiled ? std::move(compiled->program) : nullptr;
}

MeasuredWidths measuredWidths(Bytes image, const ConstantValues &constants,
                              std::string_view options) {
  const auto store = core::cache::diskStore();
  const auto key = store ? keyOfBuild(kWidths, image, constants, options) : std::nullopt;
  return key ? storedWidths(*store, *key) : MeasuredWidths();
}

void storeWidths(Bytes image, const ConstantValues &constants, std::string_view options,
                 const std::string &kernel, const KnownWidths &known) {
  const auto store = core::cache::diskStore();
  const auto key = store ? keyOfBuild(kWidths, image, constants, options) : std::nullopt;
  if (!key)
    return;
  static std::mutex &mutex = *new std::mutex; // kernels of a program share an entry
  const std::lock_guard lock(mutex);
  MeasuredWidths all = storedWidths(*store, *key);
  all[kernel] = known;
  store->save(*key, writeWidths(all));
}

} // namespace ursa::host
