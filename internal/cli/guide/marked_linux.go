package guide

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// mostRounds bounds how often processes are looked for, and between is the pause after a round
// that was not the last: long enough together for a program to start, and short for one that
// has no environment at all.
const (
	mostRounds = 20
	between    = 5 * time.Millisecond
)

// endMarked ends the processes that have a variable in their environment, whatever session
// they are in. What starts others while it is looked for is found the next time.
func endMarked(mark string) {
	for range mostRounds {
		again := false
		environs, _ := filepath.Glob("/proc/[0-9]*/environ")
		for _, path := range environs {
			env, err := os.ReadFile(path) // of others' processes it cannot be read
			switch folder := filepath.Dir(path); {
			case err != nil:
			case len(env) == 0:
				again = again || isStarting(folder)
			case bytes.Contains(append([]byte{0}, env...), []byte("\x00"+mark+"\x00")):
				pid, err := strconv.Atoi(filepath.Base(folder))
				again = again || err == nil && syscall.Kill(pid, syscall.SIGKILL) == nil
			}
		}
		if !again {
			return
		}
		time.Sleep(between)
	}
}

// isStarting reports whether a process without an environment may be about to have one: it is
// executing a program, as a process that ended and the kernel's threads are not.
func isStarting(folder string) bool {
	stat, err := os.ReadFile(filepath.Join(folder, "stat")) // pid (name) state parent …
	if err != nil {
		return false
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 2 {
		return false
	}
	const kernel = "2" // the parent of the kernel's threads, which has none itself
	state, parent := string(fields[0]), string(fields[1])
	return state != "Z" && state != "X" && parent != kernel && parent != "0"
}
