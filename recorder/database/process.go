package database

import (
	"errors"
	"os"
	"runtime"
	"syscall"
	"time"
)

// stale is how old a session's time stamp was when programs that wrote format 6
// or older took its program for dead.
const stale = time.Minute

// Hostname is this machine's name, "" when it has none.
func Hostname() string {
	h, err := os.Hostname()
	if err != nil {
		return ""
	}
	return h
}

// HasExited reports whether a process of this machine is certainly not running.
func HasExited(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return true
	}
	defer p.Release()
	if runtime.GOOS == "windows" {
		return false
	}
	err = p.Signal(syscall.Signal(0))
	return errors.Is(err, os.ErrProcessDone) || errors.Is(err, syscall.ESRCH)
}
