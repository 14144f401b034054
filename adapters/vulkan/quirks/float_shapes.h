// Floating-point code that drivers compile wrongly, as other instructions with the same results.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace ursa::vulkan {

/// Rounds doubles by sums with 2^52, which have no digits after the point, for drivers whose
/// GLSL.std.450 instructions round doubles wrongly. A double that becomes an integer and a double
/// again is rounded as well: drivers make such an instruction of it.
///
///   before:  %r = OpExtInst %double %glsl RoundEven %x
///   after:   %m = OpExtInst %double %glsl FAbs %x
///            %s = OpFAdd %double %m %2^52
///            %d = OpFSub %double %s %2^52    ; unless %m is at least 2^52
///            %r = ...                        ; %d with the sign of %x
std::vector<uint32_t> withDoublesRoundedBySums(std::span<const uint32_t> words);

/// Puts an NMin with infinity, which changes no number, between the conversion of an integer to a
/// float and back. Mesa removes such a pair, even for integers that the float does not represent
/// exactly.
///
///   before:  %f = OpConvertSToF %float %i        after:  %f = OpConvertSToF %float %i
///            %j = OpConvertFToS %int %f                  %m = OpExtInst %float %glsl NMin %f %inf
///                                                        %j = OpConvertFToS %int %m
std::vector<uint32_t> withSeparateConversions(std::span<const uint32_t> words);

/// Takes over the sign of a float by a selection. LLVM up to 22 computes the bits of a selection
/// between them and one of their operands wrongly for processors with AVX-512.
///
///   before:  %a = OpBitwiseAnd %uint %x %0x7fffffff       after:  %m = OpExtInst ... FAbs %x
///            %b = OpBitwiseAnd %uint %y %0x80000000               %n = OpFNegate %float %m
///            %c = OpBitwiseOr %uint %a %b                         %i = OpSLessThan %bool %y %0
///            %r = OpBitcast %float %c                             %r = OpSelect %float %i %n %m
std::vector<uint32_t> withSelectedSigns(std::span<const uint32_t> words);

} // namespace ursa::vulkan
