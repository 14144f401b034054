// Values that loops load and that are used after the loops, which work-items leave in different iterations.
// RUN: %ursac %s --targets=vulkan1.2,host-x86_64 -o a.ursa
// RUN: %vulkan_run a.ursa searched 'uint[64]=0..7' 'uint[64]=0' --global 64 --local 32
// RUN: %vulkan_run a.ursa nested 'uint[64]=0..7' 'uint[64]=0' --global 64 --local 32
// RUN: %vulkan_run a.ursa once 'uint[64]=0..7' 'uint[64]=0' --global 1 --local 1
kernel void searched(global const uint *a, global uint *o) {
  const uint i = get_global_id(0);
  uint at = i, value;
  do {
    value = a[at & 63] + 1;
    ++at;
  } while (value != i % 8 && at < i + 40);
  o[i] = value * 100 + (at - i);
}
kernel void nested(global const uint *a, global uint *o) {
  const uint i = get_global_id(0);
  uint at = i, sum = 0, last;
  do {
    uint next;
    do {
      next = a[at & 63];
      at += 1 + (next & 1);
    } while (next < 3 && at < i + 20);
    sum += next;
    last = a[(at + sum) & 63];
  } while (last != 4 && at < i + 60);
  o[i] = sum * 1000 + last * 100 + (at - i);
}
kernel void once(global const uint *a, global uint *o) {
  int i = 0;
  bool isEqual;
  do {
    isEqual = a[i] + 1 == a[i + 1];
  } while (i++ == 0 && isEqual);
  o[0] = isEqual ? 5 : 6;
}
