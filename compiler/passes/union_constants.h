// Gives specialization constants with unions a type that holds every byte of them (unions.h), and a
// default in which every byte of a union has a value: clang defines those of one member only.
//
//   before:  %union.U = type { double, [8 x i8] }
//            @c = constant { i32, [12 x i8] } { i32 7, [12 x i8] undef }
//            call void @_Z40__sycl_getComposite2020SpecConstantValue..(ptr sret(%union.U) %p,
//                                                                      ptr @id, ptr @c, ..)
//
//   after:   @ursa.default.c = constant { [2 x i64] } { [2 x i64] [i64 7, i64 0] }
//            call void @_Z40__sycl_getComposite2020SpecConstantValue..(ptr sret([2 x i64]) %p,
//                                                                      ptr @id,
//                                                                      ptr @ursa.default.c, ..)
//
// Names of types are lost when modules are linked, so that this comes before.
#pragma once

namespace llvm {
class Module;
} // namespace llvm

namespace ursa::compiler::passes {

/// Completes the constants of @p module, which clang has compiled. Malformed markup stays for those
/// who report it.
void completeUnionConstants(llvm::Module &module);

} // namespace ursa::compiler::passes
