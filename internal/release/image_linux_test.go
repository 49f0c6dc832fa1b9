package main

import (
	"bufio"
	"bytes"
	"debug/elf"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// TestImage starts the program as the image does: as nobody, in a root that holds the program,
// an empty /tmp and a /data that it may write to.
func TestImage(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can change the root folder of a process")
	}
	b := programBytes(t)
	if isDynamic(t, b) {
		t.Skip("this test binary needs libraries of the system: set CGO_ENABLED=0")
	}
	user, args := entry(t)
	root, err := os.MkdirTemp("", "image") // t.TempDir is closed to other users
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(root)
	write(t, filepath.Join(root, "a2a-console"), b)
	for _, dir := range []string{"data", "tmp"} {
		if err := os.Mkdir(filepath.Join(root, dir), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chown(filepath.Join(root, dir), int(user), int(user)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(root, 0o755); err != nil {
		t.Fatal(err)
	}
	for i, a := range args { // the ports of the image may be taken here
		if strings.HasPrefix(a, "0.0.0.0:") {
			args[i] = "127.0.0.1:0"
		}
	}
	cmd := exec.Command(args[0], append(args[1:], "--json", "--agent-listen", "127.0.0.1:0", "--webhook-listen", "127.0.0.1:0")...)
	cmd.Dir, cmd.Env, cmd.Stderr = "/", []string{"HOME=/data"}, t.Output()
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: user, Gid: user}}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var started struct {
		Taps []struct{ URL string }
	}
	if err := json.NewDecoder(out).Decode(&started); err != nil || len(started.Taps) == 0 {
		t.Fatalf("the first line names no tap: %v", err)
	}
	resp, err := http.Get(started.Taps[0].URL + "/.well-known/agent-card.json")
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Errorf("the card by the tap: %v, %v", resp, err)
	}
	if err == nil {
		resp.Body.Close()
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("docker stop ends it with %v", err)
	}
	if _, err := os.Stat(filepath.Join(root, "data/record.db")); err != nil {
		t.Error(err)
	}
}

// isDynamic reports whether a program names a loader of libraries.
func isDynamic(t *testing.T, b []byte) bool {
	t.Helper()
	f, err := elf.NewFile(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(f.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP })
}

// entry is the user and the command line of the Dockerfile.
func entry(t *testing.T) (user uint32, args []string) {
	t.Helper()
	f, err := os.Open("../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		word, rest, _ := strings.Cut(lines.Text(), " ")
		switch word {
		case "USER":
			if rest != "65534:65534" {
				t.Fatalf("USER %s", rest)
			}
			user = 65534
		case "ENTRYPOINT", "CMD":
			var words []string
			if err := json.Unmarshal([]byte(rest), &words); err != nil {
				t.Fatal(err)
			}
			args = append(args, words...)
		}
	}
	if user == 0 || len(args) < 2 {
		t.Fatalf("the Dockerfile starts %q as %d", args, user)
	}
	return user, args
}
