// See reflection.h.
#include "compiler/targets/vulkan/reflection.h"

#include "compiler/targets/vulkan/data_segment.h"
#include "compiler/targets/vulkan/primitives.h"
#include "compiler/targets/vulkan/printf.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

#include <set>

using namespace llvm;

namespace ursa::vulkan {
namespace {

constexpr char kMagic[] = {'U', 'R', 'S', 'A', 'V', 'K', '1', '\0'};
constexpr std::size_t kAlign = 8;

void pad(std::string &bytes, std::size_t align) {
  bytes.resize(alignTo(bytes.size(), align), '\0');
}

/// Offset and size of a part of the body.
struct Part {
  std::int64_t offset;
  std::int64_t size;
};

Part addPart(std::string &body, StringRef bytes) {
  pad(body, 16);
  const Part part{static_cast<std::int64_t>(body.size()), static_cast<std::int64_t>(bytes.size())};
  body += bytes;
  return part;
}

std::int64_t numberIn(const MDNode &node, unsigned index) {
  return mdconst::extract<ConstantInt>(node.getOperand(index))->getSExtValue();
}

class Writer {
public:
  explicit Writer(const Module &module) : module_(module), out_(text_), json_(out_) {}

  std::string write(const std::vector<NamedKernel> &kernels) {
    json_.object([&] {
      json_.attributeArray("kernels", [&] {
        for (const NamedKernel &kernel : kernels)
          writeKernel(kernel);
      });
      writeConstants();
      writeData();
      writePrintf();
    });
    pad(body_, kAlign);
    std::string rest = text_;
    pad(rest, kAlign); // as long as the header is a multiple of it
    rest += body_;
    std::string bytes(kMagic, sizeof(kMagic));
    char words[8] = {};
    support::endian::write32le(words, static_cast<std::uint32_t>(text_.size()));
    support::endian::write32le(
        words + 4, static_cast<std::uint32_t>(xxh3_64bits(arrayRefFromStringRef(rest))));
    bytes.append(words, sizeof(words));
    return bytes + rest;
  }

private:
  void attribute(StringRef name, const Part &part) {
    json_.attributeObject(name, [&] {
      json_.attribute("offset", part.offset);
      json_.attribute("size", part.size);
    });
  }

  void writeKernel(const NamedKernel &kernel) {
    const KernelModule &module = kernel.module;
    const StringRef words(reinterpret_cast<const char *>(module.words.data()),
                          module.words.size() * sizeof(std::uint32_t));
    json_.object([&] {
      json_.attribute("name", kernel.kernel->getName());
      attribute("module", addPart(body_, words));
      writeArguments(kernel.kernel->getFnAttribute(kArgumentsAttribute).getValueAsString());
      json_.attribute("data", module.readsData);
      if (module.localSize)
        json_.attributeArray("localSize", [&] {
          for (std::uint32_t size : *module.localSize)
            json_.value(static_cast<std::int64_t>(size));
        });
      if (module.subGroupSize)
        json_.attribute("subGroupSize", static_cast<std::int64_t>(module.subGroupSize));
      json_.attribute("localBytes", static_cast<std::int64_t>(module.localBytes));
      json_.attributeArray("constants", [&] {
        for (std::uint32_t id : module.constants)
          json_.value(static_cast<std::int64_t>(id));
      });
      json_.attributeArray("capabilities", [&] {
        for (const std::string &name : module.capabilities)
          json_.value(name);
      });
    });
  }

  /// "v0+8*,l6": see kernel_arguments.h.
  void writeArguments(StringRef description) {
    std::int64_t end = 0;
    bool inBuffer = false;
    SmallVector<StringRef, 8> arguments;
    description.split(arguments, ',', -1, /*KeepEmpty=*/false);
    json_.attributeArray("arguments", [&] {
      for (StringRef argument : arguments) {
        const char kind = argument.front();
        argument = argument.drop_front();
        std::int64_t first = 0;
        std::int64_t size = 0;
        argument.consumeInteger(10, first);
        if (argument.consume_front("+"))
          argument.consumeInteger(10, size);
        inBuffer |= kind == 'b';
        const bool isPointer = argument.consume_front("*");
        json_.object([&] {
          json_.attribute("kind", kind == 'l' ? "local" : isPointer ? "pointer" : "value");
          json_.attribute(kind == 'l' ? "specId" : "offset", first);
          if (kind != 'l') {
            json_.attribute("size", size);
            end = std::max(end, first + size);
          }
          if (!argument.empty())
            writePointers(argument);
        });
      }
    });
    json_.attribute("argumentBytes", end);
    json_.attribute("argumentBuffer", inBuffer);
  }

  /// "@0@16": offsets of pointers in a value.
  void writePointers(StringRef offsets) {
    json_.attributeArray("pointers", [&] {
      std::int64_t offset = 0;
      while (offsets.consume_front("@") && !offsets.consumeInteger(10, offset))
        json_.value(offset);
    });
  }

  /// What the image declares, also what no kernel reads.
  void writeConstants() {
    const NamedMDNode *declared = module_.getNamedMetadata(kSpecConstantsMetadata);
    if (!declared)
      return;
    json_.attributeArray("constants", [&] {
      for (const MDNode *constant : declared->operands())
        for (unsigned i = 1; i + 2 < constant->getNumOperands(); i += 3) {
          const std::int64_t id = numberIn(*constant, i);
          if (id < 0) // padding
            continue;
          json_.object([&] {
            json_.attribute("id", id);
            json_.attribute("size", numberIn(*constant, i + 2));
          });
        }
    });
  }

  void writeData() {
    const GlobalVariable *data = module_.getGlobalVariable(kDataVariable, /*AllowInternal=*/true);
    if (!data)
      return;
    const Constant *content = data->getInitializer();
    std::string bytes(module_.getDataLayout().getTypeAllocSize(content->getType()), '\0');
    if (auto *sequence = dyn_cast<ConstantDataSequential>(content))
      bytes = sequence->getRawDataValues().str();
    const Part part = addPart(body_, bytes);
    json_.attributeObject("data", [&] {
      json_.attribute("offset", part.offset);
      json_.attribute("size", part.size);
      json_.attribute("align", 16);
      json_.attributeArray("relocations", [&] {
        if (const NamedMDNode *nodes = module_.getNamedMetadata(kRelocations))
          for (const MDNode *node : nodes->operands())
            json_.value(numberIn(*node, 0));
      });
      json_.attributeArray("variables", [&] {
        if (const NamedMDNode *nodes = module_.getNamedMetadata(kVariables))
          for (const MDNode *node : nodes->operands())
            json_.object([&] {
              json_.attribute("name", cast<MDString>(node->getOperand(0))->getString());
              json_.attribute("offset", numberIn(*node, 1));
              json_.attribute("size", numberIn(*node, 2));
            });
      });
    });
  }

  void writePrintf() {
    const NamedMDNode *slot = module_.getNamedMetadata(kPrintfSlot);
    if (!slot)
      return;
    json_.attributeObject("printf", [&] {
      json_.attribute("slot", numberIn(*slot->getOperand(0), 0));
      json_.attributeArray("formats", [&] {
        if (const NamedMDNode *formats = module_.getNamedMetadata(kPrintfFormats))
          for (const MDNode *format : formats->operands())
            json_.object([&] {
              json_.attribute("text", cast<MDString>(format->getOperand(0))->getString());
              json_.attributeArray("arguments", [&] {
                for (unsigned i = 1; i < format->getNumOperands(); ++i)
                  json_.value(numberIn(*format, i));
              });
            });
      });
      json_.attributeArray("strings", [&] {
        if (const NamedMDNode *strings = module_.getNamedMetadata(kPrintfStrings))
          for (const MDNode *string : strings->operands())
            json_.value(cast<MDString>(string->getOperand(0))->getString());
      });
    });
  }

  const Module &module_;
  std::string text_;
  raw_string_ostream out_;
  json::OStream json_;
  std::string body_;
};

} // namespace

std::string imageBytes(const Module &module, const std::vector<NamedKernel> &kernels) {
  return Writer(module).write(kernels);
}

std::string requirementsOf(const KernelModule &kernel) {
  // What Vulkan promises of every device.
  constexpr std::uint64_t kLocalBytes = 16384, kItems = 128, kLastItems = 64;
  std::vector<std::string> lines = kernel.capabilities;
  if (kernel.subGroupSize)
    lines.push_back("subGroupSize " + utostr(kernel.subGroupSize));
  if (const auto &size = kernel.localSize;
      size &&
      (std::uint64_t{(*size)[0]} * (*size)[1] * (*size)[2] > kItems || (*size)[2] > kLastItems))
    lines.push_back(
        ("localSize " + Twine((*size)[0]) + " " + Twine((*size)[1]) + " " + Twine((*size)[2]))
            .str());
  if (kernel.localBytes > kLocalBytes)
    lines.push_back("localBytes " + utostr(kernel.localBytes));
  return join(lines, "\n");
}

std::string allCapabilities(const std::vector<NamedKernel> &kernels) {
  std::set<std::string> names;
  for (const NamedKernel &kernel : kernels)
    names.insert(kernel.module.capabilities.begin(), kernel.module.capabilities.end());
  return join(names, "\n");
}

} // namespace ursa::vulkan
