package main

import (
	"bufio"
	"bytes"
	"context"
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
	"time"
)

// TestImage starts the program as the image does: as nobody, in a root that holds the program,
// an empty /tmp and a /data that it may write to. What docker exec runs finds the same record.
func TestImage(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can change the root folder of a process")
	}
	b := programBytes(t)
	if isDynamic(t, b) {
		t.Skip("this test binary needs libraries of the system: set CGO_ENABLED=0")
	}
	in := readImage(t)
	root, err := os.MkdirTemp("", "image") // t.TempDir is closed to other users
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(root)
	in.root = root
	write(t, filepath.Join(root, "a2a-console"), b)
	for _, dir := range []string{"data", "tmp"} {
		if err := os.Mkdir(filepath.Join(root, dir), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chown(filepath.Join(root, dir), int(in.user), int(in.user)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(root, 0o755); err != nil {
		t.Fatal(err)
	}
	for i, a := range in.args { // the ports of the image may be taken here
		if strings.HasPrefix(a, "0.0.0.0:") {
			in.args[i] = "127.0.0.1:0"
		}
	}
	cmd := in.command(t, append(in.args, "--json", "--agent-listen", "127.0.0.1:0", "--webhook-listen", "127.0.0.1:0")...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var started struct {
		Taps []struct{ Agent, URL string }
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
	found, err := in.command(t, in.args[0], "search", "agent-card.json").Output()
	if err != nil || !bytes.Contains(found, []byte("GetAgentCard")) {
		t.Errorf("docker exec with search: %v, %q", err, found)
	}
	joined, err := in.command(t, in.args[0], started.Taps[0].Agent, "--no-open", "--json").Output()
	if err != nil || !bytes.Contains(joined, []byte(started.Taps[0].URL)) {
		t.Errorf("docker exec with an agent did not find the console: %v, %q", err, joined)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("docker stop ends it with %v", err)
	}
	if _, err := os.Stat(filepath.Join(root, "data/a2a-console/record.db")); err != nil {
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

// image is what the Dockerfile says about the program, and a root folder that stands for the image's.
type image struct {
	user      uint32
	env, args []string
	root      string
}

// command runs a program of the image. It is killed after a minute, because a console would not end.
func (i image) command(t *testing.T, args ...string) *exec.Cmd {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir, cmd.Env, cmd.Stderr = "/", i.env, t.Output()
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: i.root, Credential: &syscall.Credential{Uid: i.user, Gid: i.user}}
	return cmd
}

// readImage reads the user, the environment and the command line of the Dockerfile.
func readImage(t *testing.T) (in image) {
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
			in.user = 65534
		case "ENV":
			in.env = append(in.env, strings.Fields(rest)...)
		case "ENTRYPOINT", "CMD":
			var words []string
			if err := json.Unmarshal([]byte(rest), &words); err != nil {
				t.Fatal(err)
			}
			in.args = append(in.args, words...)
		}
	}
	if in.user == 0 || len(in.args) < 2 {
		t.Fatalf("the Dockerfile starts %q as %d", in.args, in.user)
	}
	return in
}
