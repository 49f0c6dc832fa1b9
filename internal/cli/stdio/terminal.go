package stdio

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"
)

func terminal(w io.Writer) (*os.File, bool) {
	if o, ok := w.(*output); ok {
		w = o.to
	}
	f, ok := w.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// IsTerminal reports whether w is a terminal, directly or through NewOutput.
func IsTerminal(w io.Writer) bool {
	_, ok := terminal(w)
	return ok
}

// Width returns the number of columns of w's terminal, or the value of COLUMNS; 0 if w is not a
// terminal, or its width is unknown.
func Width(w io.Writer) int {
	f, ok := terminal(w)
	if !ok {
		return 0
	}
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return columns
}

// Colour is a terminal colour, by its SGR number.
type Colour string

// Each colour accompanies a sign or a word with the same meaning.
const (
	Plain  Colour = ""
	Faint  Colour = "2"
	Red    Colour = "31"
	Green  Colour = "32"
	Yellow Colour = "33"
)

// Paint colours text if it is true.
type Paint bool

// PaintFor returns true if w is a terminal, unless NO_COLOR is set or TERM is "dumb".
func PaintFor(w io.Writer) Paint {
	return Paint(os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && IsTerminal(w))
}

func (p Paint) Text(c Colour, s string) string {
	if !p || s == "" || c == Plain {
		return s
	}
	return "\x1b[" + string(c) + "m" + s + "\x1b[0m"
}
