package testpeer

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// modules is the folder where Node.js looks for packages.
const modules = "node_modules"

// Packages returns a node_modules folder with the packages of a folder's package-lock.json, and installs
// them with npm if no test has done so.
func Packages(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	files := []string{"package.json", "package-lock.json"}
	sum, err := sumOf(dir, files, runtime.GOOS, runtime.GOARCH)
	if err != nil {
		return "", err
	}
	installed, err := entry("npm-"+filepath.Base(dir), sum, func(to string) error {
		if err := copyFiles(to, dir, files); err != nil {
			return err
		}
		cmd := exec.Command("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts")
		cmd.Dir = to
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("npm ci for %s: %w\n%s", dir, err, out)
		}
		return nil
	})
	return filepath.Join(installed, modules), err
}

// Scripts copies a folder's files to another folder, which must not exist, and links the installed
// packages there. It writes nothing to the folder itself, because `go test` would take that for a
// change.
func Scripts(to, dir string) error {
	packages, err := Packages(dir)
	if err != nil {
		return err
	}
	files, err := filesIn(dir)
	if err != nil {
		return err
	}
	if err := os.Mkdir(to, 0o700); err != nil {
		return err
	}
	if err := copyFiles(to, dir, files); err != nil {
		return err
	}
	return os.Symlink(packages, filepath.Join(to, modules))
}

func copyFiles(to, from string, files []string) error {
	for _, name := range files {
		b, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			return err
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(to, name)), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, name), b, 0o600); err != nil {
			return err
		}
	}
	return nil
}
