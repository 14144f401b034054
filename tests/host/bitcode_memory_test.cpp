// Bitcode that makes LLVM's reader allocate many gigabytes: counts, widths and positions that a few
// flipped bits make huge, and small records that stand for much. Each must be refused or read with
// memory in proportion to its size, whichever compiler reads it. The reading is done in a child:
// without the check it would end the process.
#include "bitcode_tree.h"
#include "damaged_images.h"

#include "adapters/cuda/jit/ptx_compiler.h"
#include "adapters/host/jit/host_jit.h"
#include "compiler/targets/common/bitcode_check.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Bitcode/LLVMBitCodes.h"
#include "llvm/Bitstream/BitstreamWriter.h"

#include <gmock/gmock.h>

#include <map>
#include <set>
#include <tuple>

#include <sys/resource.h>
#include <unistd.h>

namespace ursa::jit {
namespace {

using llvm::BitCodeAbbrevOp;
using namespace llvm::bitc;
using testing::HasSubstr;

constexpr uint64_t kMiB = uint64_t{1} << 20;
constexpr uint64_t kMostMiB = 512; ///< peak memory of a child that reads small files

uint64_t peakMiB() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_maxrss) >> 10;
}

/// Runs in a child. Leaves it with status 0 if read() took little memory.
template <class Read> [[noreturn]] void leaveAfter(Read &&read) {
  const uint64_t before = peakMiB();
  rlimit limit{};
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = 12 * 1024 * kMiB; // what is more is reported, and does not slow the machine
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  setrlimit(RLIMIT_AS, &limit);
#endif
  read();
  const uint64_t grown = peakMiB() - before;
  if (grown > kMostMiB)
    std::fprintf(stderr, "It took %d MiB.\n", static_cast<int>(grown));
  _exit(grown > kMostMiB ? 1 : 0);
}

/// Reads with both compilers.
void readAll(const Bytes &image, const std::string &what) {
  for (const auto &read :
       {+[](const Bytes &bytes) { return sentenceOf(host::jit::inspectModule(bytes)); },
        +[](const Bytes &bytes) { return sentenceOf(cuda::jit::inspectImage(bytes)); }}) {
    const std::string sentence = read(image);
    if (sentence.find("llocation failed") != std::string::npos ||
        sentence.find("ut of memory") != std::string::npos) {
      std::fprintf(stderr, "%s: %s\n", what.c_str(), sentence.c_str());
      _exit(2);
    }
  }
}

const BitcodeItem &image() {
  static const BitcodeItem &tree = *new BitcodeItem(readBitcodeTree(hostImage()));
  return tree;
}

TEST(BitcodeMemory, TheTreeIsTheModule) {
  const auto summary = host::jit::inspectModule(writeBitcodeTree(image()));
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_THAT((*summary).kernels, testing::ElementsAre("first", "second"));
}

// Each operand of each kind of record, with numbers of which LLVM may allocate as many elements.
TEST(BitcodeMemory, OfHugeOperandsIsBounded) {
  constexpr uint64_t kHuge[] = {0xFFFFFF,   0x7FFFFFFF,        0xFFFFFFFE,
                                0x20000000, uint64_t{1} << 33, ~uint64_t{0xFF}};
  BitcodeItem tree = image();
  std::vector<std::pair<std::string, Bytes>> damaged;
  std::set<std::tuple<unsigned, unsigned, size_t>> seen;
  forEachRecord(tree, [&](unsigned block, BitcodeItem &record) {
    for (size_t i = 0; i < record.operands.size() && i < 24; ++i) {
      if (!seen.insert({block, record.id, i}).second)
        continue;
      const uint64_t before = record.operands[i];
      for (const uint64_t huge : kHuge) {
        record.operands[i] = huge;
        damaged.emplace_back("operand " + std::to_string(i) + " of record " +
                                 std::to_string(record.id) + " of block " + std::to_string(block) +
                                 " is " + std::to_string(huge),
                             writeBitcodeTree(tree));
      }
      record.operands[i] = before;
    }
  });
  std::printf("%zu damaged modules\n", damaged.size());
  EXPECT_GT(damaged.size(), 1000U);
  EXPECT_EXIT(leaveAfter([&] {
                for (const auto &[what, bytes] : damaged)
                  readAll(bytes, what);
              }),
              testing::ExitedWithCode(0), "");
}

/// A change of a module that makes it a bomb.
struct Bomb {
  std::string name;
  std::function<void(BitcodeItem &module, BitcodeItem &file)> change;
  Bytes (*base)() = hostImage;
};

BitcodeItem record(unsigned code, std::vector<uint64_t> operands = {}) {
  return BitcodeItem::record(code, std::move(operands));
}

/// Adds a type and returns its number.
uint64_t addType(BitcodeItem &module, BitcodeItem type) {
  BitcodeItem &table = module.child(TYPE_BLOCK_ID_NEW);
  table.children.push_back(std::move(type));
  return table.entry(TYPE_CODE_NUMENTRY).operands[0]++;
}

/// Adds to the begin of the constants of the module, which begin with the number of a type.
void addConstants(BitcodeItem &module, uint64_t type, std::vector<BitcodeItem> constants) {
  BitcodeItem &block = module.child(CONSTANTS_BLOCK_ID);
  constants.insert(constants.begin(), record(CST_CODE_SETTYPE, {type}));
  block.children.insert(block.children.end(), constants.begin(), constants.end());
}

/// Adds to the begin of the first body, behind the number of its blocks and its constants.
void addInstructions(BitcodeItem &module, const std::vector<BitcodeItem> &instructions) {
  BitcodeItem &body = module.child(FUNCTION_BLOCK_ID);
  auto at = body.children.begin() + 1;
  while (at->isBlock)
    ++at;
  body.children.insert(at, instructions.begin(), instructions.end());
}

void addInstruction(BitcodeItem &module, BitcodeItem instruction) {
  addInstructions(module, {std::move(instruction)});
}

uint64_t typeWithCode(BitcodeItem &module, unsigned code) {
  uint64_t number = 0;
  for (const BitcodeItem &type : module.child(TYPE_BLOCK_ID_NEW).children) {
    if (type.id == code)
      return number;
    number += type.id != TYPE_CODE_NUMENTRY && type.id != TYPE_CODE_STRUCT_NAME;
  }
  ADD_FAILURE() << "no type " << code;
  return 0;
}

/// Returns the number of the first constant that may follow.
uint64_t valuesOf(BitcodeItem &module) {
  uint64_t values = 0;
  for (const BitcodeItem &item : module.children) {
    if (!item.isBlock)
      values += item.id == MODULE_CODE_GLOBALVAR || item.id == MODULE_CODE_FUNCTION;
    else if (item.id == CONSTANTS_BLOCK_ID)
      for (const BitcodeItem &constant : item.children)
        values += constant.id != CST_CODE_SETTYPE;
  }
  return values;
}

/// Adds functions without a body whose records are the first one's, with changes. The module must
/// have no constants, whose numbers would change.
void addFunctions(BitcodeItem &module, size_t count,
                  const std::function<void(size_t, std::vector<uint64_t> &)> &change) {
  BitcodeItem added = module.entry(MODULE_CODE_FUNCTION);
  added.operands[4] = 1; // without a body
  const auto at =
      1 + std::find_if(module.children.begin(), module.children.end(), [](const BitcodeItem &i) {
        return !i.isBlock && i.id == MODULE_CODE_FUNCTION;
      });
  std::vector<BitcodeItem> all(count, added);
  for (size_t i = 0; i < count; ++i)
    change(i, all[i].operands);
  module.children.insert(at, all.begin(), all.end());
}

std::vector<uint64_t> group(uint64_t index, std::vector<uint64_t> attributes) {
  std::vector<uint64_t> operands = {1000 + index, index};
  operands.insert(operands.end(), attributes.begin(), attributes.end());
  return operands;
}

/// Returns an abbreviation of a record whose size does not depend on its numbers.
unsigned fixedRecord(llvm::BitstreamWriter &stream, unsigned code, int operands) {
  const auto abbreviation = std::make_shared<llvm::BitCodeAbbrev>();
  abbreviation->Add(BitCodeAbbrevOp(code));
  for (int i = 0; i < operands; ++i)
    abbreviation->Add(BitCodeAbbrevOp(BitCodeAbbrevOp::Fixed, 32));
  return stream.EmitAbbrev(abbreviation);
}

/// Makes thousands of functions that all have the first body by the table of bodies.
void shareBody(BitcodeItem &module, BitcodeItem &file) {
  addInstructions(module, std::vector<BitcodeItem>(10'000, record(FUNC_CODE_INST_FREEZE, {1})));
  addFunctions(module, 3000, [&](size_t, std::vector<uint64_t> &operands) {
    operands[1] = 0;
    operands[4] = 0; // with a body
  });
  uint64_t number = 0;
  std::vector<uint64_t> functions;
  for (const BitcodeItem &item : module.children) {
    if (!item.isBlock && item.id == MODULE_CODE_FUNCTION && item.operands[4] == 0)
      functions.push_back(number);
    number +=
        !item.isBlock && (item.id == MODULE_CODE_FUNCTION || item.id == MODULE_CODE_GLOBALVAR);
  }
  struct Words {
    uint64_t body = 0, table = 0;
  };
  const auto words = std::make_shared<Words>();
  const auto note = [words](uint64_t Words::*word) {
    return BitcodeItem::written([words, word](llvm::BitstreamWriter &stream) {
      (*words).*word = stream.GetCurrentBitNo() / 32;
    });
  };
  const auto body =
      std::find_if(module.children.begin(), module.children.end(), [](const BitcodeItem &item) {
        return item.isBlock && item.id == FUNCTION_BLOCK_ID;
      });
  module.children.insert(body, note(&Words::body));
  module.children.insert(
      module.children.begin() + 1, BitcodeItem::written([words](llvm::BitstreamWriter &stream) {
        const unsigned fixed = fixedRecord(stream, MODULE_CODE_VSTOFFSET, 1);
        stream.EmitRecord(MODULE_CODE_VSTOFFSET, std::vector<uint64_t>{words->table}, fixed);
      }));
  module.children.push_back(note(&Words::table));
  module.children.push_back(BitcodeItem::block(
      VALUE_SYMTAB_BLOCK_ID,
      {BitcodeItem::written([words, functions](llvm::BitstreamWriter &stream) {
        const unsigned fixed = fixedRecord(stream, VST_CODE_FNENTRY, 2);
        for (const uint64_t function : functions)
          stream.EmitRecord(VST_CODE_FNENTRY, std::vector<uint64_t>{function, words->body}, fixed);
      })}));
  (void)writeBitcodeTree(file); // to know the positions
}

const std::vector<Bomb> &bombs() {
  static const std::vector<Bomb> &all = *new std::vector<Bomb>{
      {"TypesOfATable",
       [](BitcodeItem &module, BitcodeItem &) {
         module.child(TYPE_BLOCK_ID_NEW).entry(TYPE_CODE_NUMENTRY).operands[0] = 1U << 31;
       }},
      {"BlocksOfAFunction",
       [](BitcodeItem &module, BitcodeItem &) {
         module.child(FUNCTION_BLOCK_ID).entry(FUNC_CODE_DECLAREBLOCKS).operands[0] = 200'000'000;
       }},
      {"ParametersWithAttributes",
       [](BitcodeItem &module, BitcodeItem &) {
         module.child(PARAMATTR_GROUP_BLOCK_ID)
             .children.push_back(record(PARAMATTR_GRP_CODE_ENTRY,
                                        group(500'000'000, {0, ATTR_KIND_NOUNDEF})));
       }},
      {"ManyListsOfAttributes", // each shares the group, and is a list
       [](BitcodeItem &module, BitcodeItem &) {
         module.child(PARAMATTR_GROUP_BLOCK_ID)
             .children.push_back(
                 record(PARAMATTR_GRP_CODE_ENTRY, group(300'000, {0, ATTR_KIND_NOUNDEF})));
         for (uint64_t i = 0; i < 3000; ++i) {
           module.child(PARAMATTR_GROUP_BLOCK_ID)
               .children.push_back(record(PARAMATTR_GRP_CODE_ENTRY,
                                          group(i + 2, {1, ATTR_KIND_DEREFERENCEABLE, i + 1})));
           module.child(PARAMATTR_BLOCK_ID)
               .children.push_back(record(PARAMATTR_CODE_ENTRY, {301'000, 1002 + i}));
         }
       }},
      {"RangeOfWideNumbers",
       [](BitcodeItem &module, BitcodeItem &) {
         for (uint64_t i = 0; i < 8; ++i)
           module.child(PARAMATTR_GROUP_BLOCK_ID)
               .children.push_back(record(
                   PARAMATTR_GRP_CODE_ENTRY,
                   group(i + 1, {7, ATTR_KIND_RANGE, 0xFFFFFF00, (uint64_t{1} << 32) + 1, 2, 8})));
       }},
      {"RangesOfWideNumbers",
       [](BitcodeItem &module, BitcodeItem &) {
         std::vector<uint64_t> attribute = {8, ATTR_KIND_INITIALIZES, 3000, 8'000'000};
         attribute.insert(attribute.end(), 3000, 0);
         module.child(PARAMATTR_GROUP_BLOCK_ID)
             .children.push_back(record(PARAMATTR_GRP_CODE_ENTRY, group(1, attribute)));
       }},
      {"NamesThatShareTheTable",
       [](BitcodeItem &module, BitcodeItem &file) {
         file.child(STRTAB_BLOCK_ID).children[0].blob += std::string(400'000, 'x');
         addFunctions(module, 5000, [](size_t i, std::vector<uint64_t> &operands) {
           operands[0] = i;
           operands[1] = 390'000;
         });
       },
       plainImage},
      {"NamesBehindTheTable",
       [](BitcodeItem &module, BitcodeItem &) {
         addFunctions(module, 1, [](size_t, std::vector<uint64_t> &operands) {
           operands[0] = ~uint64_t{0} - (uint64_t{1} << 35) + 2;
           operands[1] = uint64_t{1} << 35;
         });
       },
       plainImage},
      {"ParametersOfManyFunctions",
       [](BitcodeItem &module, BitcodeItem &) {
         std::vector<uint64_t> type = {0, typeWithCode(module, TYPE_CODE_VOID)};
         type.insert(type.end(), 20'000, typeWithCode(module, TYPE_CODE_INTEGER));
         const uint64_t number = addType(module, record(TYPE_CODE_FUNCTION, type));
         addFunctions(module, 5000, [number](size_t, std::vector<uint64_t> &operands) {
           operands[1] = 0;
           operands[2] = number;
           operands[6] = 0;
         });
       },
       plainImage},
      {"NameOfACollectorOfManyFunctions",
       [](BitcodeItem &module, BitcodeItem &) {
         module.children.insert(
             module.children.begin() + 1,
             record(MODULE_CODE_GCNAME, std::vector<uint64_t>(300'000, 'x')));
         addFunctions(module, 5000, [](size_t, std::vector<uint64_t> &operands) {
           operands[1] = 0;
           operands[10] = 1;
         });
       },
       plainImage},
      {"TypeThatIsATree", // the name of the intrinsic spells it out
       [](BitcodeItem &module, BitcodeItem &file) {
         uint64_t type = typeWithCode(module, TYPE_CODE_INTEGER);
         for (int i = 0; i < 28; ++i)
           type = addType(module, record(TYPE_CODE_STRUCT_ANON, {0, type, type}));
         type = addType(module, record(TYPE_CODE_FUNCTION, {0, type, type}));
         std::string &names = file.child(STRTAB_BLOCK_ID).children[0].blob;
         const uint64_t at = names.size();
         names += "llvm.ssa.copy.x";
         addFunctions(module, 1, [type, at](size_t, std::vector<uint64_t> &operands) {
           operands[0] = at;
           operands[1] = 15;
           operands[2] = type;
           operands[6] = 0;
         });
       },
       plainImage},
      {"WideIntegers",
       [](BitcodeItem &module, BitcodeItem &) {
         std::vector<BitcodeItem> constants;
         for (uint64_t i = 0; i < 4000; ++i)
           constants.push_back(record(CST_CODE_INTEGER, {2 * i + 100}));
         addConstants(module, addType(module, record(TYPE_CODE_INTEGER, {8'000'000})), constants);
       }},
      {"VectorOfOneNumber",
       [](BitcodeItem &module, BitcodeItem &) {
         const uint64_t element = typeWithCode(module, TYPE_CODE_INTEGER);
         addConstants(module, addType(module, record(TYPE_CODE_VECTOR, {1'000'000'000, element})),
                      {record(CST_CODE_INTEGER, {8})});
       }},
      {"ExpressionOfVectors",
       [](BitcodeItem &module, BitcodeItem &) {
         const uint64_t element = typeWithCode(module, TYPE_CODE_INTEGER);
         const uint64_t first = valuesOf(module);
         addConstants(module, addType(module, record(TYPE_CODE_VECTOR, {300'000'000, element})),
                      {record(CST_CODE_NULL), record(CST_CODE_UNDEF),
                       record(CST_CODE_CE_BINOP, {BINOP_ADD, first, first + 1}),
                       record(CST_CODE_CE_SHUFFLEVEC, {first + 2, first + 1, first})});
         module.entry(MODULE_CODE_GLOBALVAR).operands[4] = first + 4;
       }},
      {"RangeOfAnExpression",
       [](BitcodeItem &module, BitcodeItem &) {
         const uint64_t pointer = typeWithCode(module, TYPE_CODE_OPAQUE_POINTER);
         for (uint64_t i = 0; i < 8; ++i)
           addConstants(module, pointer,
                        {record(CST_CODE_CE_GEP_WITH_INRANGE,
                                {typeWithCode(module, TYPE_CODE_INTEGER), 0, 0xFFFFFF00,
                                 (uint64_t{1} << 32) + 1, 2, 8, pointer, i})});
       }},
      {"BlockWithAnAddress",
       [](BitcodeItem &module, BitcodeItem &) {
         uint64_t function = 0;
         for (const BitcodeItem &item : module.children)
           function += item.id == MODULE_CODE_GLOBALVAR && !item.isBlock;
         addConstants(module, typeWithCode(module, TYPE_CODE_OPAQUE_POINTER),
                      {record(CST_CODE_BLOCKADDRESS,
                              {typeWithCode(module, TYPE_CODE_OPAQUE_POINTER), function + 1,
                               1'000'000'000})});
         module.entry(MODULE_CODE_GLOBALVAR).operands[4] = valuesOf(module);
       }},
      {"ConstantsOfThemselves",
       [](BitcodeItem &module, BitcodeItem &) {
         const uint64_t first = valuesOf(module);
         addConstants(module, typeWithCode(module, TYPE_CODE_INTEGER),
                      {record(CST_CODE_CE_BINOP, {BINOP_ADD, first + 1, first + 1}),
                       record(CST_CODE_CE_BINOP, {BINOP_ADD, first, first})});
         module.entry(MODULE_CODE_GLOBALVAR).operands[4] = first + 1;
       }},
      {"ExpressionsThatBecomeInstructions",
       [](BitcodeItem &module, BitcodeItem &) {
         BitcodeItem &body = module.child(FUNCTION_BLOCK_ID);
         const uint64_t first = valuesOf(module) + 1;
         const uint64_t integer = typeWithCode(module, TYPE_CODE_INTEGER);
         BitcodeItem &constants = body.child(CONSTANTS_BLOCK_ID);
         uint64_t at = first;
         for (const BitcodeItem &constant : constants.children)
           at += constant.id != CST_CODE_SETTYPE;
         constants.children.push_back(record(CST_CODE_SETTYPE, {integer}));
         constants.children.push_back(record(CST_CODE_CE_BINOP, {BINOP_UDIV, first, first}));
         for (uint64_t i = 0; i < 20'000; ++i, ++at)
           constants.children.push_back(record(CST_CODE_CE_BINOP, {BINOP_UDIV, at, first}));
         std::vector<BitcodeItem> uses;
         for (uint64_t i = 0; i < 20'000; ++i)
           uses.push_back(record(FUNC_CODE_INST_FREEZE, {i + 1}));
         addInstructions(module, uses);
       }},
      {"NumberOfAnEnumerator",
       [](BitcodeItem &module, BitcodeItem &) {
         for (uint64_t i = 0; i < 8; ++i)
           module.child(METADATA_BLOCK_ID)
               .children.push_back(
                   record(METADATA_ENUMERATOR, {5, 0xFFFFFF00 - 64 * i, 0, 2 * i + 2}));
       }},
      {"NumberOfAFixedPointType",
       [](BitcodeItem &module, BitcodeItem &) {
         std::vector<uint64_t> operands(9);
         operands.push_back((uint64_t{1} << 32) + 0xFFFFFF00);
         operands.push_back(2);
         operands.push_back((uint64_t{1} << 32) + 0xFFFFFF00);
         operands.push_back(2);
         module.child(METADATA_BLOCK_ID)
             .children.push_back(record(METADATA_FIXED_POINT_TYPE, operands));
       }},
      {"ClausesOfALandingPad",
       [](BitcodeItem &module, BitcodeItem &) {
         addInstruction(module, record(FUNC_CODE_INST_LANDINGPAD,
                                       {typeWithCode(module, TYPE_CODE_INTEGER), 1, 300'000'000}));
       }},
      {"RangeOfCases",
       [](BitcodeItem &module, BitcodeItem &) {
         addInstruction(module, record(FUNC_CODE_INST_SWITCH,
                                       {0x4B5U << 16, typeWithCode(module, TYPE_CODE_INTEGER), 1,
                                        0, 1, 1, 0, 0, 0x1FFFFFFFC, 0}));
       }},
      {"CasesOfASwitch",
       [](BitcodeItem &module, BitcodeItem &) {
         addInstruction(module, record(FUNC_CODE_INST_SWITCH,
                                       {0x4B5U << 16, typeWithCode(module, TYPE_CODE_INTEGER), 1,
                                        0, 300'000'000}));
       }},
      {"MaskOfAShuffle",
       [](BitcodeItem &module, BitcodeItem &) {
         const uint64_t element = typeWithCode(module, TYPE_CODE_INTEGER);
         const uint64_t vector =
             addType(module, record(TYPE_CODE_VECTOR, {1'500'000'000, element}));
         BitcodeItem &body = module.child(FUNCTION_BLOCK_ID);
         BitcodeItem &constants = body.child(CONSTANTS_BLOCK_ID);
         constants.children.push_back(record(CST_CODE_SETTYPE, {vector}));
         constants.children.push_back(record(CST_CODE_NULL));
         addInstruction(module, record(FUNC_CODE_INST_SHUFFLEVEC, {1, 1, 1}));
       }},
      {"LiteralsOfAnAbbreviation", // operands that have no bits in a record
       [](BitcodeItem &module, BitcodeItem &) {
         module.child(METADATA_BLOCK_ID)
             .children.push_back(BitcodeItem::written([](llvm::BitstreamWriter &stream) {
               const auto abbreviation = std::make_shared<llvm::BitCodeAbbrev>();
               abbreviation->Add(BitCodeAbbrevOp(METADATA_DISTINCT_NODE));
               for (int i = 0; i < 30'000; ++i)
                 abbreviation->Add(BitCodeAbbrevOp(0));
               const unsigned number = stream.EmitAbbrev(abbreviation);
               for (int i = 0; i < 20'000; ++i)
                 stream.Emit(number, 4);
             }));
       }},
      {"BodyOfManyFunctions", shareBody, plainImage},
  };
  return all;
}

class BitcodeBomb : public ::testing::TestWithParam<Bomb> {};

TEST_P(BitcodeBomb, TakesLittleMemory) {
  BitcodeItem tree = readBitcodeTree(GetParam().base());
  GetParam().change(tree.child(MODULE_BLOCK_ID), tree);
  const Bytes bytes = writeBitcodeTree(tree);
  EXPECT_EXIT(leaveAfter([&] { readAll(bytes, "It"); }), testing::ExitedWithCode(0), "");
}

INSTANTIATE_TEST_SUITE_P(, BitcodeBomb, ::testing::ValuesIn(bombs()),
                         [](const auto &bomb) { return bomb.param.name; });

} // namespace
} // namespace ursa::jit
