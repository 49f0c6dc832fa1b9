// Package faults holds the tests and benchmarks that drive the built program as its users do, with
// several processes at a time and faults in between: programs that are stopped or killed, clocks
// that jump, full disks, sessions removed and labels recomputed during traffic. They know the
// command line, the API and the SQLite file, but not how the record is written.
//
// A2A_CONSOLE names a program to test instead of the one of these sources.
package faults

import (
	"fmt"
	"os"
	"os/exec"
	"testing"

	"github.com/a2a-console/a2a-console/internal/testprogram"
)

// builds is where the programs under test are.
var builds struct {
	dir     string
	console string // as it is shipped
}

func TestMain(m *testing.M) {
	testprogram.RunIfStarted()
	if role := os.Getenv("A2A_FAULTS_ROLE"); role != "" {
		os.Exit(play(role))
	}
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "faults")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	builds.dir = dir
	if builds.console = os.Getenv("A2A_CONSOLE"); builds.console == "" {
		if builds.console, err = testprogram.Install(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return m.Run()
}

func build(to string, flags ...string) error {
	args := append([]string{"build", "-o", to}, flags...)
	if out, err := exec.Command("go", append(args, "../..")...).CombinedOutput(); err != nil {
		return fmt.Errorf("build the program: %w\n%s", err, out)
	}
	return nil
}
