package database

import (
	"errors"
	"os"
	"runtime"
	"syscall"
)

// HasExited reports whether a process on this machine is certainly not running.
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
