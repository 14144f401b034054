// Defines a function that another program calls. It also queries the work-item.
int twice(int x) { return x + (int)get_global_id(0); }
__kernel void own(__global int *out) { out[0] = twice(21); }
