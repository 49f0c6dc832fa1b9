//go:build !linux

package child

import "syscall"

// endWithParent does nothing: only Linux can end a program when its parent is killed.
func endWithParent() *syscall.SysProcAttr { return nil }
