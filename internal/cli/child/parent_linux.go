package child

import "syscall"

// endWithParent makes the system end a program when this one is killed.
func endWithParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM} }
