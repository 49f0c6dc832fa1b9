package print

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
	"github.com/a2a-console/a2a-console/internal/words"
)

const (
	MaxBodyBytes = 256 << 10 // of a body
	maxBodyLines = 60        // lines of a body; --raw writes all
)

// ProblemText returns a sentence for what went wrong with an exchange, "" for nothing.
func ProblemText(x wire.Exchange) string {
	if x.Problem == "" && x.Outcome == wire.Interrupted {
		return "The console stopped while this exchange was open; neither side had ended the exchange."
	}
	return x.Problem
}

// Message prints the headers, the beginning of the body, and the trailers. size is the size of the
// whole body in bytes.
func Message(p *stdio.Streams, h wire.Head, body []byte, size int64, side, id string) {
	printFields(p, h.Header)
	text, err := coding.Decode(h.Header, body, coding.NewBudget(MaxBodyBytes))
	if err != nil && !errors.Is(err, coding.ErrTooLong) {
		text = body
	}
	if lines, ok := dialect.Indented(text); ok {
		text = lines
	}
	shown := printFirstLines(p, text)
	if !shown || size > int64(len(body)) || errors.Is(err, coding.ErrTooLong) {
		fmt.Fprintf(p.Stdout, "… %d bytes in total; see all: sessions show %s --raw %s\n", size, id, side)
	}
	printTrailers(p, h)
}

// Protobuf prints the headers, the messages of a gRPC body as JSON, and the trailers.
func Protobuf(p *stdio.Streams, h wire.Head, messages [][]byte, side, id string) {
	printFields(p, h.Header)
	var all []byte
	for _, m := range messages {
		if lines, ok := dialect.Indented(m); ok {
			m = lines
		}
		all = append(append(all, m...), '\n')
	}
	if len(all) > 0 {
		fmt.Fprintf(p.Stdout, "\n%s\n", stdio.Fold(p.Stdout, fmt.Sprintf("(protobuf, shown as JSON; for the bytes: sessions show %s --raw %s)", id, side)))
	}
	if !printFirstLines(p, all) {
		fmt.Fprintf(p.Stdout, "… %s in total\n", words.Plural(len(messages), "message"))
	}
	printTrailers(p, h)
}

func printFields(p *stdio.Streams, h http.Header) {
	for _, name := range slices.Sorted(maps.Keys(h)) {
		for _, v := range h[name] {
			fmt.Fprintln(p.Stdout, stdio.Fold(p.Stdout, words.Visible(name)+": "+words.Visible(v)))
		}
	}
}

func printTrailers(p *stdio.Streams, h wire.Head) {
	if len(h.Trailer) > 0 {
		fmt.Fprintln(p.Stdout)
		printFields(p, h.Trailer)
	}
}

// printFirstLines prints an empty line and the first lines of a text, and reports whether those are
// all.
func printFirstLines(p *stdio.Streams, text []byte) bool {
	if len(text) == 0 {
		return true
	}
	fmt.Fprintln(p.Stdout)
	lines := strings.Split(strings.TrimRight(string(text), "\r\n"), "\n")
	for _, l := range lines[:min(len(lines), maxBodyLines)] {
		fmt.Fprintln(p.Stdout, stdio.Fold(p.Stdout, words.Visible(strings.TrimSuffix(l, "\r"))))
	}
	return len(lines) <= maxBodyLines
}
