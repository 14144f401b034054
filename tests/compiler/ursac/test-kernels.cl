// The kernels that other tests and the demo run compile at every level.
// RUN: for level in 0 1 2 3; do for kernel in %root/tests/kernels/*.cl %root/examples/demo/convolution.cl; do %ursac --targets=host-x86_64 "$kernel" -O$level -o %t.ursa || exit 1; done; done
