// Nothing: what remains is the cost of a launch.
kernel void empty() {}
