// Defines what another program calls. The work-item is asked for there, too.
int twice(int x) { return x + (int)get_global_id(0); }
__kernel void own(__global int *out) { out[0] = twice(21); }
