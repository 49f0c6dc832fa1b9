package testpeer

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// Program returns the path of the program of package pkg ("." or "./name") in a folder's Go module. It
// builds the program, unless a test has built it before from the same files with the same Go.
func Program(module, pkg string) (string, error) {
	files, err := filesIn(module)
	if err != nil {
		return "", err
	}
	// In a test, PATH begins with the go command that runs the test, so the build uses the same Go.
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
		cmd.Env = append(os.Environ(), "GOFLAGS=") // a test run's flags, such as coverage, must not affect a cached program
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("build %s in %s: %w\n%s", pkg, module, err, out)
		}
		return nil
	})
	return filepath.Join(dir, name), err
}
