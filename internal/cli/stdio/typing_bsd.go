//go:build darwin || freebsd || netbsd || openbsd || dragonfly

package stdio

import "golang.org/x/sys/unix"

const getTerminal, setTerminal = unix.TIOCGETA, unix.TIOCSETA
