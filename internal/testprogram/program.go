// Package testprogram gives tests the command a2a-console as a program without a second build.
// A test binary that links the command line acts as the program when it is started under that
// name. The program under test is therefore always built from the current sources, and `go test`
// knows from the test binary alone whether a cached result is valid.
package testprogram

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/a2a-console/a2a-console/internal/cli"
)

// name is the file name under which a test binary is the program.
const name = "a2a-console"

// RunIfStarted runs the command line and exits, if the process was started under the program's
// name, as by the path that Install returns. Call it first in TestMain, before flags are parsed.
func RunIfStarted() {
	if strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") == name {
		os.Exit(cli.Main(os.Stdin, os.Stdout, os.Stderr, os.Args[1:]))
	}
}

// Install puts the program into dir and returns its path, which works while dir and the test binary
// exist.
func Install(dir string) (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find the test binary: %w", err)
	}
	path := filepath.Join(dir, name)
	if runtime.GOOS == "windows" { // a symbolic link needs a privilege there
		path += ".exe"
		return path, copyFile(self, path)
	}
	return path, os.Symlink(self, path)
}

func copyFile(from, to string) error {
	src, err := os.Open(from)
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_EXCL, 0o700)
	if err != nil {
		return err
	}
	if _, err := io.Copy(dst, src); err != nil {
		dst.Close()
		return err
	}
	return dst.Close()
}
