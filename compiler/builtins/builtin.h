// Built-in functions of OpenCL C: what a name means, once for all targets, which switch over it.
//
//   _Z13get_global_idj                        WorkItemQuery{GlobalId}
//   _Z18work_group_barrierj12memory_scope     Barrier{WorkGroup}
//   _Z10atomic_maxPU3AS1Vjj                   Atomic{Max, Legacy, unsigned of 32 bits}
//   _Z28sub_group_scan_exclusive_maxj         GroupFunction{SubGroup, ScanExclusive, Max, ...}
//   _Z11read_imagei14ocl_image2d_roDv2_i      ImageFunction{Read, "image2d_t", ...}
//
// Operands have the order of OpenCL C. The functions of SPIR-V's extended instructions, such as
// __spirv_ocl_printf, are the same as OpenCL's.
#pragma once

#include "compiler/builtins/names.h"

#include "llvm/Support/AtomicOrdering.h"

#include <cstdint>
#include <optional>
#include <variant>

namespace ursa::compiler::builtins {

/// The work-items that take part in a function.
enum class Scope { WorkGroup, SubGroup };

enum class Query {
  GlobalId, // the first ones have a value for each dimension
  LocalId,
  GroupId,
  GlobalOffset,
  GlobalSize,
  LocalSize, ///< of this group; the last one of a launch may be smaller than EnqueuedLocalSize
  EnqueuedLocalSize,
  NumGroups,
  WorkDim,
  GlobalLinearId, ///< without the global offset
  LocalLinearId,
  SubGroupSize, ///< of this sub-group; the last one of a group may be smaller than the largest one
  MaxSubGroupSize,
  NumSubGroups,
  EnqueuedNumSubGroups,
  SubGroupId,
  SubGroupLocalId
};

/// Returns the name that is not mangled.
llvm::StringRef nameOf(Query query);
/// Returns whether the function has the dimension as its operand.
bool hasDimension(Query query);
/// Returns whether the function is about sub-groups.
bool isOfSubGroup(Query query);
/// Returns the value for dimensions that no launch has: 1 for sizes, else 0.
std::uint64_t valueBeyondDimensions(Query query);

/// get_global_id and the like.
struct WorkItemQuery {
  Query query;
};

/// work_group_barrier and the like. Operands: fence flags; scope (optional).
struct Barrier {
  Scope scope;
};

/// mem_fence, atomic_work_item_fence and the like. Operands: fence flags; order and scope, if the
/// name does not tell the order.
struct Fence {
  std::optional<llvm::AtomicOrdering> order;
};

/// An atomic function. Operands: the object; those of the operation; orders and scope.
struct Atomic {
  enum Operation {
    Add,
    Sub,
    Min,
    Max,
    And,
    Or,
    Xor,
    Exchange,
    CompareExchange,
    Load,
    Store,
    Init,
    TestAndSet,
    Clear
  };
  enum Form {
    Legacy,   ///< relaxed, in the scope of the device; a compare-exchange returns the old value
    C11,      ///< sequentially consistent, in the scope of the device
    Explicit, ///< with operands for the orders and, optionally, for the scope
    Spirv     ///< __spirv_AtomicIAdd and the like: scope and semantics follow the object
  };
  Operation operation;
  Form form;
  bool isByOne; ///< atomic_inc and atomic_dec: no operand
  ValueType value;

  /// Returns the number of the operand that is the (first) order of the explicit form. The scope
  /// follows the orders.
  unsigned orderOperand() const;
  unsigned scopeOperand() const;
};

/// A function of which the work-items of a group or sub-group exchange values.
struct GroupFunction {
  enum Kind {
    All,
    Any,
    Elect,
    Broadcast,
    BroadcastFirst,
    Shuffle,
    ShuffleXor,
    ShuffleUp,
    ShuffleDown,
    Reduce,
    ScanInclusive,
    ScanExclusive
  };
  enum Operation { None, Add, Mul, Min, Max, And, Or, Xor, LogicalAnd, LogicalOr, LogicalXor };
  Scope scope;
  Kind kind;
  Operation operation = None; ///< of reductions and scans
  bool isNonUniform = false;  ///< not all work-items need to take part
  ValueType value;
};

/// async_work_group_copy and its kin. Operands of copies: target, source, count of elements, stride
/// in global memory (of strided copies), event.
struct GroupCopy {
  enum Operation { Copy, StridedCopy, Wait, Prefetch };
  Operation operation;
  ValueType element;
};

/// A function of images that targets support. Those of depth, multisampled and mipmapped images are
/// not described.
struct ImageFunction {
  enum Operation {
    Read,
    Write,
    Width,
    Height,
    Depth,
    ArraySize,
    Dimensions, ///< get_image_dim
    ChannelOrder,
    ChannelType,
    MakeSampler ///< creates a sampler from a literal
  };
  Operation operation;
  llvm::StringRef imageType; ///< as "image2d_t"; empty for MakeSampler
  bool isReadWrite;          ///< the kernel may read what it wrote to the image
  bool isUnsigned;           ///< reads or writes unsigned integers
};

/// Returns whether targets support images of a type, as "image2d_t".
bool isImageType(llvm::StringRef type);

/// vloada_half3, vstore_half4_rtz and the like. Operands: the value (of stores), index, pointer.
struct VectorAccess {
  bool isLoad = false;
  bool isAligned = false; ///< vloada, vstorea: aligned to the whole vector
  bool isHalf = false;
  unsigned count = 1;       ///< elements
  unsigned stride = 1;      ///< elements from one vector to the next
  llvm::StringRef rounding; ///< part of the name: "", "rte", "rtz", "rtp", "rtn"
};

/// convert_int4_sat_rtz and the like.
struct Conversion {
  llvm::StringRef rounding; ///< part of the name, as in VectorAccess
  bool isSaturated;
  bool isToUnsigned;
};

/// A function such as modf, which stores a second result through its last operand.
struct SecondResult {
  bool isInteger; ///< the second result is an int, else as the first one
};

/// to_global and the like, or get_fence, which both ask where a generic pointer points to.
struct PointerQuery {
  std::optional<unsigned> space; ///< the address space; none for get_fence
};

struct Printf {};

/// A read of a specialization constant. Operands: SpecId, default value.
struct SpecConstant {
  bool isComposite; ///< puts the parts of a composite together, which are its operands
};

using Builtin = std::variant<std::monostate, WorkItemQuery, Barrier, Fence, Atomic, GroupFunction,
                             GroupCopy, ImageFunction, VectorAccess, Conversion, SecondResult,
                             PointerQuery, Printf, SpecConstant>;

/// Returns what a function does; std::monostate for functions that libraries define, and for those
/// that are not built in. The result refers to @p name.
Builtin describe(llvm::StringRef name);

/// Returns the description if it is a @p T.
template <typename T> std::optional<T> describeAs(llvm::StringRef name) {
  const Builtin builtin = describe(name);
  const T *found = std::get_if<T>(&builtin);
  return found ? std::optional<T>(*found) : std::nullopt;
}

/// Returns whether a target may define @p name: a built-in function of OpenCL C or of an extension,
/// or a name reserved for compilers.
bool isBuiltinName(llvm::StringRef name);

} // namespace ursa::compiler::builtins
