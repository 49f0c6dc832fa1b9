package guide

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// mostRounds bounds how often processes are looked for: what starts others while it is
// looked for is found the next time.
const mostRounds = 20

// endMarked ends the processes that have a variable in their environment, whatever session
// they are in.
func endMarked(mark string) {
	for range mostRounds {
		found := false
		environs, _ := filepath.Glob("/proc/[0-9]*/environ")
		for _, path := range environs {
			env, err := os.ReadFile(path) // of others' processes it cannot be read
			if err != nil || !bytes.Contains(append([]byte{0}, env...), []byte("\x00"+mark+"\x00")) {
				continue
			}
			if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil && syscall.Kill(pid, syscall.SIGKILL) == nil {
				found = true
			}
		}
		if !found {
			return
		}
	}
}
