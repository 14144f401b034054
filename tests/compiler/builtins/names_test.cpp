// Parts of the names of built-in functions.
#include "compiler/builtins/builtin.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/LLVMContext.h"

#include <gtest/gtest.h>

namespace ursa::compiler::builtins {
namespace {

TEST(BaseName, ExtractsBaseNameOfMangledName) {
  EXPECT_EQ(baseName("_Z6vload4mPU3AS1Kf").str(), "vload4");
  EXPECT_EQ(baseName("_Z3sinf").str(), "sin");
  EXPECT_EQ(baseName("printf").str(), "printf");
  EXPECT_EQ(baseName("_Z99sinf").str(), "_Z99sinf");
}

TEST(ParameterTypes, FollowTheBaseName) {
  EXPECT_EQ(parameterTypes("_Z6vload4mPU3AS1Kf").str(), "mPU3AS1Kf");
  EXPECT_EQ(parameterTypes("printf").str(), "");
  EXPECT_EQ(mangledName("vload4", "mPU3AS1Kf"), "_Z6vload4mPU3AS1Kf");
}

TEST(PrivateOverload, HasNoAddressSpace) {
  EXPECT_EQ(privateOverload("_Z4modffPU3AS1f"), "_Z4modffPf");
  EXPECT_EQ(privateOverload("_Z6sincosDv4_fPU3AS4S_"), "_Z6sincosDv4_fPS_");
  EXPECT_EQ(privateOverload("_Z4modffPf"), "_Z4modffPf");
  EXPECT_EQ(privateOverload("_Z4modffPU3AS"), "_Z4modffPU3AS");
}

TEST(Signature, IgnoresAddressSpaces) {
  const std::string expected = "fract(float vector[4], float vector[4]*)";
  EXPECT_EQ(signature("_Z5fractDv4_fPS_"), expected);
  EXPECT_EQ(signature("_Z5fractDv4_fPU3AS1S_"), expected);
  EXPECT_EQ(signature("_Z5fractDv4_fPU3AS4S_"), expected);
}

TEST(Signature, DiffersForOtherTypes) {
  EXPECT_NE(signature("_Z10atomic_addPU3AS1Vii"), signature("_Z10atomic_addPU3AS1Vjj"));
  EXPECT_EQ(signature("printf"), "");
}

TEST(Signature, KeepsNamesThatBeginLikeAnAddressSpace) {
  EXPECT_EQ(signature("_Z1f3ASx"), "f(ASx)");
  EXPECT_EQ(signature("_Z1ff3ASx"), "f(float, ASx)");
}

TEST(ValueType, IsOfTheFirstParameterOrOfWhatItPointsTo) {
  llvm::LLVMContext context;
  const ValueType words = valueType("_Z10atomic_maxPU3AS1Vjj");
  EXPECT_TRUE(words.isUnsigned());
  EXPECT_EQ(words.type(context), llvm::Type::getInt32Ty(context));
  const ValueType atomic = valueType("_Z11atomic_loadPU3AS4VU7_Atomicl");
  EXPECT_EQ(atomic.kind, ValueType::Signed);
  EXPECT_EQ(atomic.bits, 64U);
  const ValueType halves = valueType("_Z21async_work_group_copyPU3AS3Dv3_DhPU3AS1KS_m9ocl_event");
  EXPECT_EQ(halves.type(context), llvm::FixedVectorType::get(llvm::Type::getHalfTy(context), 3));
  EXPECT_EQ(valueType("_Z20work_group_broadcastdm").type(context),
            llvm::Type::getDoubleTy(context));
}

TEST(ValueType, IsOtherForOtherNames) {
  llvm::LLVMContext context;
  for (const char *name :
       {"", "sin", "_Z12get_work_dimv", "_Z11read_imagef14ocl_image2d_roDv2_i", "_Z3sinDv0_f",
        "_Z3sinDv99999999999_f", "_Z3sinDv4", "_Z3sinU", "_Z3sinU9x"})
    EXPECT_EQ(valueType(name).type(context), nullptr) << name;
}

TEST(IsBuiltinName, RecognizesBuiltInFunctions) {
  for (const char *name :
       {"_Z13get_global_idj", "_Z3sinf", "_Z7barrierj", "_Z6vload4mPU3AS1Kf", "printf",
        "_Z15convert_int_satf", "_Z20__spirv_SpecConstantii", "llvm.fmuladd.f32",
        "__ursa_specialization_buffer", "_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_",
        "_Z11read_imagef14ocl_image2d_ro11ocl_samplerDv2_i", "__read_pipe_2",
        "_Z21work_group_reduce_addi", "_Z12get_work_dimv", "_Z5isnanf"})
    EXPECT_TRUE(isBuiltinName(name)) << name;
}

TEST(IsBuiltinName, RejectsUserFunctions) {
  // Built-in functions are mangled: an unmangled function with such a name is the user's.
  for (const char *name :
       {"sin", "_Z4sinoi", "_Z9get_valuei", "_Z2isi", "_Z8read_alli", "helper", ""})
    EXPECT_FALSE(isBuiltinName(name)) << name;
}

} // namespace
} // namespace ursa::compiler::builtins
