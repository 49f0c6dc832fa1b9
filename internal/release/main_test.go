package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/testprogram"
)

func TestMain(m *testing.M) {
	testprogram.RunIfStarted()
	os.Exit(m.Run())
}

// programBytes returns the bytes of a program a2a-console: the test binary, which acts as the
// program under that name.
func programBytes(t *testing.T) []byte {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func write(t *testing.T, name string, b []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, b, 0o755); err != nil {
		t.Fatal(err)
	}
}

func output(t *testing.T, folder string, env []string, name string, args ...string) string {
	t.Helper()
	out, err := try(folder, env, name, args...)
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return out
}

func try(folder string, env []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = folder, append(os.Environ(), env...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func requireCommand(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("%s is missing", name)
		}
	}
}

// archive is a .tar.gz with one program.
func archive(t *testing.T, name string, b []byte) []byte {
	t.Helper()
	var buf bytes.Buffer
	z, err := gzip.NewWriterLevel(&buf, gzip.NoCompression)
	if err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(z)
	err = w.WriteHeader(&tar.Header{Name: name, Mode: 0o755, Size: int64(len(b))})
	if err == nil {
		_, err = io.Copy(w, bytes.NewReader(b))
	}
	if err == nil {
		err = w.Close()
	}
	if err == nil {
		err = z.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func sumLine(name string, b []byte) string {
	return fmt.Sprintf("%x  %s\n", sha256.Sum256(b), name)
}

// hasDevelopmentVersion reports whether a text has the version of this test binary.
func hasDevelopmentVersion(s string) bool { return strings.Contains(s, console.Release+"-devel") }
