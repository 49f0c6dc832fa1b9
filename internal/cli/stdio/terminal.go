package stdio

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"
)

// terminal is the file of a terminal that w writes to.
func terminal(w io.Writer) (*os.File, bool) {
	if o, ok := w.(*output); ok {
		w = o.to
	}
	f, ok := w.(*os.File)
	return f, ok && term.IsTerminal(int(f.Fd()))
}

// IsTerminal reports whether w is a terminal.
func IsTerminal(w io.Writer) bool {
	_, ok := terminal(w)
	return ok
}

// Width is how many columns w's terminal has, or the variable COLUMNS says it has; 0
// where w is none, or does not tell.
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

// Colour is a colour of a terminal, by its SGR number.
type Colour string

// The colours in use. Each goes with a sign or a word that says the same.
const (
	Plain  Colour = ""
	Faint  Colour = "2"
	Red    Colour = "31"
	Green  Colour = "32"
	Yellow Colour = "33"
)

// Paint colours text where it is true.
type Paint bool

// PaintFor paints for terminals, unless NO_COLOR is set or the terminal has no colours.
func PaintFor(w io.Writer) Paint {
	return Paint(os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && IsTerminal(w))
}

// Text is s in a colour.
func (p Paint) Text(c Colour, s string) string {
	if !p || s == "" || c == Plain {
		return s
	}
	return "\x1b[" + string(c) + "m" + s + "\x1b[0m"
}
