package faults

import (
	"fmt"
	"os"
)

// play makes this test binary one of the programs that a benchmark needs beside
// the console.
func play(role string) int {
	fmt.Fprintf(os.Stderr, "no role %q\n", role)
	return 2
}
