; Valid code for a machine that no test runs on.
target triple = "msp430-none-elf"

define void @k() "ursa-kernel" {
  ret void
}
