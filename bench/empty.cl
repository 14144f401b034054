// Kernels of a program without specialization constants.
kernel void empty() {}

kernel void write_one(global int *out) { out[get_global_id(0)] = 1; }
