//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package stdio

import (
	"os"

	"golang.org/x/sys/unix"
)

// hideTyping turns off the terminal's echo and returns a function that restores it; nil if f is not a
// terminal.
func hideTyping(f *os.File) (restore func()) {
	was, err := unix.IoctlGetTermios(int(f.Fd()), getTerminal)
	if err != nil {
		return nil
	}
	quiet := *was
	quiet.Lflag &^= unix.ECHO
	if unix.IoctlSetTermios(int(f.Fd()), setTerminal, &quiet) != nil {
		return nil
	}
	return func() { _ = unix.IoctlSetTermios(int(f.Fd()), setTerminal, was) }
}
