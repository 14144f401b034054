// See builtin.h.
#include "compiler/builtins/builtin.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace ursa::compiler::builtins {
namespace {

constexpr StringLiteral kImageTypes[] = {"image1d_t", "image1d_array_t", "image1d_buffer_t",
                                         "image2d_t", "image2d_array_t", "image3d_t"};

/// In the order of Query.
constexpr StringLiteral kQueryNames[] = {
    "get_global_id",           "get_local_id",          "get_group_id",
    "get_global_offset",       "get_global_size",       "get_local_size",
    "get_enqueued_local_size", "get_num_groups",        "get_work_dim",
    "get_global_linear_id",    "get_local_linear_id",   "get_sub_group_size",
    "get_max_sub_group_size",  "get_num_sub_groups",    "get_enqueued_num_sub_groups",
    "get_sub_group_id",        "get_sub_group_local_id"};

std::optional<Query> queryNamed(StringRef base) {
  if (!base.starts_with("get_"))
    return std::nullopt;
  const auto *found = find(kQueryNames, base);
  if (found == std::end(kQueryNames))
    return std::nullopt;
  return static_cast<Query>(found - std::begin(kQueryNames));
}

/// Describes functions that are known by unmangled names as well.
Builtin describePlain(StringRef base) {
  if (const auto query = queryNamed(base))
    return WorkItemQuery{*query};
  if (base.consume_front("__spirv_SpecConstant"))
    return SpecConstant{base.starts_with("Composite")};
  return StringSwitch<Builtin>(base)
      .Cases({"barrier", "work_group_barrier"}, Barrier{Scope::WorkGroup})
      .Case("sub_group_barrier", Barrier{Scope::SubGroup})
      .Case("mem_fence", Fence{AtomicOrdering::AcquireRelease})
      .Case("read_mem_fence", Fence{AtomicOrdering::Acquire})
      .Case("write_mem_fence", Fence{AtomicOrdering::Release})
      .Case("atomic_work_item_fence", Fence{std::nullopt})
      .Case("printf", Printf{})
      .Case("__translate_sampler_initializer",
            ImageFunction{ImageFunction::MakeSampler, "", false, false})
      .Case("get_fence", PointerQuery{std::nullopt})
      .Cases({"__to_private", "__spirv_GenericCastToPtrExplicit_ToPrivate"}, PointerQuery{0})
      .Cases({"__to_global", "__spirv_GenericCastToPtrExplicit_ToGlobal"}, PointerQuery{1})
      .Cases({"__to_local", "__spirv_GenericCastToPtrExplicit_ToLocal"}, PointerQuery{3})
      .Default(std::monostate());
}

std::optional<Atomic> describeAtomic(StringRef base, const ValueType &value) {
  using Operation = std::optional<Atomic::Operation>;
  if (base.consume_front("__spirv_Atomic")) {
    const auto operation =
        StringSwitch<Operation>(base)
            .Cases({"IAdd", "IIncrement", "FAddEXT"}, Atomic::Add)
            .Cases({"ISub", "IDecrement"}, Atomic::Sub)
            .Cases({"SMin", "UMin", "FMinEXT"}, Atomic::Min)
            .Cases({"SMax", "UMax", "FMaxEXT"}, Atomic::Max)
            .Case("And", Atomic::And)
            .Case("Or", Atomic::Or)
            .Case("Xor", Atomic::Xor)
            .Case("Exchange", Atomic::Exchange)
            .Cases({"CompareExchange", "CompareExchangeWeak"}, Atomic::CompareExchange)
            .Case("Load", Atomic::Load)
            .Case("Store", Atomic::Store)
            .Case("FlagTestAndSet", Atomic::TestAndSet)
            .Case("FlagClear", Atomic::Clear)
            .Default(std::nullopt);
    if (!operation)
      return std::nullopt;
    return Atomic{*operation, Atomic::Spirv, base.ends_with("crement"), value};
  }
  if (!base.consume_front("atomic_") && !base.consume_front("atom_"))
    return std::nullopt;
  const bool isExplicit = base.consume_back("_explicit");
  const bool isC11 = base.consume_front("fetch_");
  const Atomic::Form c11 = isExplicit ? Atomic::Explicit : Atomic::C11;
  if (const auto operation = StringSwitch<Operation>(base)
                                 .Cases({"add", "inc"}, Atomic::Add)
                                 .Cases({"sub", "dec"}, Atomic::Sub)
                                 .Case("min", Atomic::Min)
                                 .Case("max", Atomic::Max)
                                 .Case("and", Atomic::And)
                                 .Case("or", Atomic::Or)
                                 .Case("xor", Atomic::Xor)
                                 .Case("xchg", Atomic::Exchange)
                                 .Case("cmpxchg", Atomic::CompareExchange)
                                 .Default(std::nullopt))
    return Atomic{*operation, isC11 ? c11 : Atomic::Legacy, base == "inc" || base == "dec", value};
  const auto operation =
      StringSwitch<Operation>(base)
          .Case("exchange", Atomic::Exchange)
          .Cases({"compare_exchange_strong", "compare_exchange_weak"}, Atomic::CompareExchange)
          .Case("load", Atomic::Load)
          .Case("store", Atomic::Store)
          .Case("init", Atomic::Init)
          .Case("flag_test_and_set", Atomic::TestAndSet)
          .Case("flag_clear", Atomic::Clear)
          .Default(std::nullopt);
  if (!operation)
    return std::nullopt;
  return Atomic{*operation, c11, false, value};
}

std::optional<GroupFunction> describeGroupFunction(StringRef base, const ValueType &value) {
  using Kind = std::optional<GroupFunction::Kind>;
  GroupFunction function{Scope::WorkGroup, GroupFunction::All};
  if (base.consume_front("sub_group_"))
    function.scope = Scope::SubGroup;
  else if (!base.consume_front("work_group_"))
    return std::nullopt;
  function.isNonUniform = base.consume_front("non_uniform_");
  function.value = value;
  Kind kind = StringSwitch<Kind>(base)
                  .Case("all", GroupFunction::All)
                  .Case("any", GroupFunction::Any)
                  .Case("elect", GroupFunction::Elect)
                  .Case("broadcast", GroupFunction::Broadcast)
                  .Case("broadcast_first", GroupFunction::BroadcastFirst)
                  .Case("shuffle", GroupFunction::Shuffle)
                  .Case("shuffle_xor", GroupFunction::ShuffleXor)
                  .Case("shuffle_up", GroupFunction::ShuffleUp)
                  .Case("shuffle_down", GroupFunction::ShuffleDown)
                  .Default(std::nullopt);
  if (!kind) {
    kind = base.consume_front("reduce_")           ? Kind(GroupFunction::Reduce)
           : base.consume_front("scan_inclusive_") ? Kind(GroupFunction::ScanInclusive)
           : base.consume_front("scan_exclusive_") ? Kind(GroupFunction::ScanExclusive)
                                                   : Kind();
    function.operation = StringSwitch<GroupFunction::Operation>(base)
                             .Case("add", GroupFunction::Add)
                             .Case("mul", GroupFunction::Mul)
                             .Case("min", GroupFunction::Min)
                             .Case("max", GroupFunction::Max)
                             .Case("and", GroupFunction::And)
                             .Case("or", GroupFunction::Or)
                             .Case("xor", GroupFunction::Xor)
                             .Case("logical_and", GroupFunction::LogicalAnd)
                             .Case("logical_or", GroupFunction::LogicalOr)
                             .Case("logical_xor", GroupFunction::LogicalXor)
                             .Default(GroupFunction::None);
    if (!kind || function.operation == GroupFunction::None)
      return std::nullopt;
  }
  function.kind = *kind;
  return function;
}

std::optional<GroupCopy> describeGroupCopy(StringRef base, const ValueType &element) {
  const auto operation = StringSwitch<std::optional<GroupCopy::Operation>>(base)
                             .Case("async_work_group_copy", GroupCopy::Copy)
                             .Case("async_work_group_strided_copy", GroupCopy::StridedCopy)
                             .Case("wait_group_events", GroupCopy::Wait)
                             .Case("prefetch", GroupCopy::Prefetch)
                             .Default(std::nullopt);
  if (!operation)
    return std::nullopt;
  return GroupCopy{*operation, element};
}

/// Returns whether a function has a level-of-detail parameter: more parameters than image, optional
/// sampler, coordinate and color.
bool hasLodParameter(ImageFunction::Operation operation, StringRef parameters) {
  const bool hasSampler = parameters.contains("ocl_sampler");
  const size_t count = parameters.count(", ") + 1;
  if (operation == ImageFunction::Read)
    return count > (hasSampler ? 3U : 2U);
  return operation == ImageFunction::Write && count > 3;
}

std::optional<ImageFunction> describeImageFunction(StringRef base, StringRef name) {
  const auto operation =
      StringSwitch<std::optional<ImageFunction::Operation>>(base)
          .Cases({"read_imagef", "read_imagei", "read_imageui", "read_imageh"}, ImageFunction::Read)
          .Cases({"write_imagef", "write_imagei", "write_imageui", "write_imageh"},
                 ImageFunction::Write)
          .Case("get_image_width", ImageFunction::Width)
          .Case("get_image_height", ImageFunction::Height)
          .Case("get_image_depth", ImageFunction::Depth)
          .Case("get_image_array_size", ImageFunction::ArraySize)
          .Case("get_image_dim", ImageFunction::Dimensions)
          .Case("get_image_channel_order", ImageFunction::ChannelOrder)
          .Case("get_image_channel_data_type", ImageFunction::ChannelType)
          .Default(std::nullopt);
  if (!operation)
    return std::nullopt;
  // "read_imagef(ocl_image2d_ro, ocl_sampler, int vector[2])"
  const std::string text = signature(name);
  StringRef parameters = StringRef(text).split('(').second;
  if (!parameters.consume_back(")") || hasLodParameter(*operation, parameters))
    return std::nullopt;
  StringRef image = parameters.split(", ").first;
  const bool isReadWrite = image.ends_with("_rw");
  if (!image.consume_front("ocl_") ||
      !(image.consume_back("_ro") || image.consume_back("_wo") || image.consume_back("_rw")))
    return std::nullopt;
  for (const StringLiteral &type : kImageTypes)
    if (type.drop_back(2) == image)
      return ImageFunction{*operation, type, isReadWrite, base.ends_with("ui")};
  return std::nullopt;
}

std::optional<VectorAccess> describeVectorAccess(StringRef base) {
  VectorAccess access;
  access.isLoad = base.consume_front("vload");
  if (!access.isLoad && !base.consume_front("vstore"))
    return std::nullopt;
  access.isAligned = base.consume_front("a");
  access.isHalf = base.consume_front("_half");
  if (!base.empty() && base[0] != '_' && base.consumeInteger(10, access.count))
    return std::nullopt;
  access.stride = access.isAligned && access.count == 3 ? 4 : access.count;
  if (base.consume_front("_"))
    access.rounding = base;
  return access;
}

std::optional<Conversion> describeConversion(StringRef base) {
  if (!base.consume_front("convert_"))
    return std::nullopt;
  const StringRef suffix = base.rsplit('_').second;
  return Conversion{suffix.starts_with("rt") ? suffix : "", base.contains("_sat"),
                    base.starts_with("u")};
}

std::optional<SecondResult> describeSecondResult(StringRef base) {
  return StringSwitch<std::optional<SecondResult>>(base)
      .Cases({"modf", "sincos", "fract"}, SecondResult{false})
      .Cases({"frexp", "remquo", "lgamma_r"}, SecondResult{true})
      .Default(std::nullopt);
}

} // namespace

StringRef nameOf(Query query) { return kQueryNames[static_cast<std::size_t>(query)]; }

bool hasDimension(Query query) { return query <= Query::NumGroups; }

bool isOfSubGroup(Query query) { return query >= Query::SubGroupSize; }

std::uint64_t valueBeyondDimensions(Query query) {
  return query >= Query::GlobalSize && query <= Query::NumGroups ? 1 : 0;
}

unsigned Atomic::orderOperand() const {
  switch (operation) {
  case Load:
  case TestAndSet:
  case Clear:
    return 1;
  case CompareExchange:
    return 3;
  default:
    return 2;
  }
}

unsigned Atomic::scopeOperand() const {
  return orderOperand() + (operation == CompareExchange ? 2 : 1);
}

bool isImageType(StringRef type) { return is_contained(kImageTypes, type); }

Builtin describe(StringRef name) {
  StringRef base = baseName(name);
  const bool isMangled = base.size() != name.size();
  base.consume_front("__spirv_ocl_");
  if (Builtin plain = describePlain(base); !isMangled || plain.index() != 0)
    return plain;
  if (const auto atomic = describeAtomic(base, valueType(name)))
    return *atomic;
  if (const auto function = describeGroupFunction(base, valueType(name)))
    return *function;
  if (const auto copy = describeGroupCopy(base, valueType(name)))
    return *copy;
  if (const auto function = describeImageFunction(base, name))
    return *function;
  if (const auto access = describeVectorAccess(base))
    return *access;
  if (const auto conversion = describeConversion(base))
    return *conversion;
  if (const auto result = describeSecondResult(base))
    return *result;
  return std::monostate();
}

} // namespace ursa::compiler::builtins
