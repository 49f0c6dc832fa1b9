package testpeer

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// Program returns the path of the program that package pkg ("." or "./name") of the Go
// module in a folder makes. It is built where no test built it before of the same files
// by the same Go.
func Program(module, pkg string) (string, error) {
	files, err := filesIn(module)
	if err != nil {
		return "", err
	}
	// The go command that tests find first is the one that runs them.
	sum, err := sumOf(module, files, runtime.Version(), runtime.GOOS, runtime.GOARCH, pkg)
	if err != nil {
		return "", err
	}
	name := "peer"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	dir, err := entry("go-"+filepath.Base(module), sum, func(dir string) error {
		cmd := exec.Command("go", "build", "-buildvcs=false", "-ldflags=-s -w", "-o", filepath.Join(dir, name), pkg)
		cmd.Dir = module
		cmd.Env = append(os.Environ(), "GOFLAGS=") // those of a test run, as of coverage, are not for what is kept
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("build %s in %s: %w\n%s", pkg, module, err, out)
		}
		return nil
	})
	return filepath.Join(dir, name), err
}
