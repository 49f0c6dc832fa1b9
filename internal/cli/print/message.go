package print

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
	"github.com/a2a-console/a2a-console/internal/words"
)

const (
	ShownBytes = 256 << 10 // of a body, at most
	shownLines = 60        // of a body, at most; --raw has the rest
)

// ProblemText says what went wrong with an exchange, "" when nothing did.
func ProblemText(x wire.Exchange) string {
	if x.Problem == "" && x.Outcome == wire.Interrupted {
		return "The console stopped while this exchange was open; neither side had ended it."
	}
	return x.Problem
}

// Message prints a head and the beginning of its body, of size bytes in all.
func Message(p *stdio.Streams, h wire.Head, body []byte, size int64, side, id string) {
	for _, name := range slices.Sorted(maps.Keys(h.Header)) {
		for _, v := range h.Header[name] {
			fmt.Fprintln(p.Stdout, stdio.Fold(p.Stdout, words.Visible(name)+": "+words.Visible(v)))
		}
	}
	text, err := coding.Decode(h.Header, body, coding.NewBudget(ShownBytes))
	if err != nil && !errors.Is(err, coding.ErrTooLong) {
		text = body
	}
	if lines, ok := dialect.Indented(text); ok {
		text = lines
	}
	if len(text) > 0 {
		fmt.Fprintln(p.Stdout)
	}
	lines := strings.Split(strings.TrimRight(string(text), "\r\n"), "\n")
	for _, l := range lines[:min(len(lines), shownLines)] {
		fmt.Fprintln(p.Stdout, stdio.Fold(p.Stdout, words.Visible(strings.TrimSuffix(l, "\r"))))
	}
	if len(lines) > shownLines || size > int64(len(body)) || errors.Is(err, coding.ErrTooLong) {
		fmt.Fprintf(p.Stdout, "… %d bytes in all: sessions show %s --raw %s\n", size, id, side)
	}
}
