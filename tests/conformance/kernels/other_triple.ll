; Valid code for a machine on which no test runs.
target triple = "msp430-none-elf"

define void @k() "ursa-kernel" {
  ret void
}
