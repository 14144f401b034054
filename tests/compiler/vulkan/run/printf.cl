// printf conversions: widths, flags, vectors of all element types, strings, pointers, hexadecimal floats.
// RUN: %ursac %s --targets=vulkan1.2 -o a.ursa
// RUN: %vulkan_run a.ursa written --global 1 --local 1 > text; %FileCheck %s --strict-whitespace --match-full-lines < text
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void written() {
  //      CHECK:[   -5|-5   |+5|00005|5]
  printf("[%5d|%-5d|%+d|%05d|%u]\n", -5, -5, 5, 5, 5u);
  // CHECK-NEXT:[ff|FF|0xff|377|a|%]
  printf("[%x|%X|%#x|%o|%c|%%]\n", 255, 255, 255, 255, 'a');
  // CHECK-NEXT:[-3,122|40000,7|-9000000000,1,2]
  printf("[%v2hhd|%v2hu|%v3ld]\n", (char2)(-3, 122), (ushort2)(40000, 7), (long3)(-9000000000L, 1, 2));
  // CHECK-NEXT:[1.50,-2.25,0.00,4.00|1,2,3,4,5,6,7,8]
  printf("[%.2v4hlf|%v8hld]\n", (float4)(1.5f, -2.25f, 0, 4), (int8)(1, 2, 3, 4, 5, 6, 7, 8));
  // CHECK-NEXT:[0x1.8p+1|0x1p-2|1.5e+10|1E-05|inf|nan]
  printf("[%a|%a|%.1e|%.0E|%f|%f]\n", 3.0f, 0.25, 1.5e10, 1e-5, INFINITY, as_float(0x7FC00000));
  // CHECK-NEXT:[text|  text|te]
  printf("[%s|%6s|%.2s]\n", "text", "text", "text");
  // CHECK-NEXT:[9223372036854775807|18446744073709551615]
  printf("[%ld|%lu]\n", LONG_MAX, ULONG_MAX);
}
