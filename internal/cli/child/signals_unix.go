//go:build unix

package child

import (
	"os"
	"syscall"
)

var forwarded = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}
