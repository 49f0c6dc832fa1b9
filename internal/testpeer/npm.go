package testpeer

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// modules is the name of the folder in which Node.js looks for packages.
const modules = "node_modules"

// Packages returns a folder node_modules with the packages that the package-lock.json in
// a folder names. They are installed by npm where no test installed them before.
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

// Scripts copies the JavaScript of a folder to another one, which must not be there yet,
// and puts its packages beside it. Nothing is written to the folder itself: `go test`
// would take that for a change.
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
