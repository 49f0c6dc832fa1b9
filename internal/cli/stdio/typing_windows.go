package stdio

import (
	"os"

	"golang.org/x/sys/windows"
)

// hideTyping turns off the terminal's echo and returns a function that restores it; nil if f is not a
// terminal.
func hideTyping(f *os.File) (restore func()) {
	var was uint32
	h := windows.Handle(f.Fd())
	if windows.GetConsoleMode(h, &was) != nil || windows.SetConsoleMode(h, was&^windows.ENABLE_ECHO_INPUT) != nil {
		return nil
	}
	return func() { _ = windows.SetConsoleMode(h, was) }
}
