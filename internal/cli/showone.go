package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
	"github.com/a2a-console/a2a-console/recorder"
)

const (
	shownBytes = 256 << 10 // of a body, at most
	shownLines = 60        // of a body, at most; --raw has the rest
)

// showOne prints one exchange for people: its row, both messages, what is wrong.
func showOne(ctx context.Context, p *program, store *recorder.Store, x wire.Exchange) error {
	if err := showExchanges(p, []wire.Exchange{x}); err != nil {
		return err
	}
	if text := problemText(x); text != "" {
		fmt.Fprintf(p.stdout, "\n%s\n", visible(text))
	}
	showGaps(p, x)
	req, err := bodyStart(ctx, store, x.ID, wire.Request, shownBytes)
	if err != nil {
		return err
	}
	resp, err := bodyStart(ctx, store, x.ID, wire.Response, shownBytes)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.stdout, "\n%s %s\n", x.Method, visible(x.URL))
	showMessage(p, x.Request, req, x.RequestBytes, "request", x.ID)
	for _, i := range x.Interim {
		fmt.Fprintf(p.stdout, "\n%d %s\n", i.Status, http.StatusText(i.Status))
		showMessage(p, wire.Head{Header: i.Header}, nil, 0, "response", x.ID)
	}
	if x.Response.Status != 0 {
		fmt.Fprintf(p.stdout, "\n%d %s\n", x.Response.Status, http.StatusText(x.Response.Status))
		showMessage(p, x.Response, resp, x.ResponseBytes, "response", x.ID)
	}
	found, err := findingsOf(ctx, store, x)
	if err != nil {
		return err
	}
	showFindings(p.stdout, found)
	return nil
}

// problemText says what went wrong with an exchange, "" when nothing did.
func problemText(x wire.Exchange) string {
	if x.Problem == "" && x.Outcome == wire.Interrupted {
		return "The console stopped while this exchange was open; neither side had ended it."
	}
	return x.Problem
}

// bodyStart is the beginning of a side's body.
func bodyStart(ctx context.Context, store *recorder.Store, id string, side wire.Side, limit int64) ([]byte, error) {
	chunks, err := store.Chunks(ctx, id, side, 0, limit)
	if err != nil {
		return nil, err
	}
	var b []byte
	for _, c := range chunks {
		b = append(b, c.Data...)
	}
	return b, nil
}

func showMessage(p *program, h wire.Head, body []byte, size int64, side, id string) {
	for _, name := range slices.Sorted(maps.Keys(h.Header)) {
		for _, v := range h.Header[name] {
			fmt.Fprintf(p.stdout, "%s: %s\n", visible(name), visible(v))
		}
	}
	text, err := coding.Decode(h.Header, body, coding.NewBudget(shownBytes))
	if err != nil && !errors.Is(err, coding.ErrTooLong) {
		text = body
	}
	if lines, ok := dialect.Indented(text); ok {
		text = lines
	}
	if len(text) > 0 {
		fmt.Fprintln(p.stdout)
	}
	lines := strings.Split(strings.TrimRight(string(text), "\r\n"), "\n")
	for _, l := range lines[:min(len(lines), shownLines)] {
		fmt.Fprintln(p.stdout, visible(strings.TrimSuffix(l, "\r")))
	}
	if len(lines) > shownLines || size > int64(len(body)) || errors.Is(err, coding.ErrTooLong) {
		fmt.Fprintf(p.stdout, "… %d bytes in all: sessions show %s --raw %s\n", size, id, side)
	}
}

// findingsOf reads an exchange anew, whole, as the record's count was made.
func findingsOf(ctx context.Context, store *recorder.Store, x wire.Exchange) ([]a2a.Problem, error) {
	req, err := bodyStart(ctx, store, x.ID, wire.Request, recorder.DefaultBodyLimit)
	if err != nil {
		return nil, err
	}
	resp, err := bodyStart(ctx, store, x.ID, wire.Response, recorder.DefaultBodyLimit)
	if err != nil {
		return nil, err
	}
	r := dialect.NewLabeller(dialect.RequestOf(&x, req), dialect.Hint{Version: versionOf(x)})
	found := slices.Clone(r.Request().Problems)
	if x.Response.Status == 0 {
		return found, nil
	}
	whole := dialect.ResponseOf(&x, resp)
	if x.Response.Framing() == wire.Body {
		found = append(found, r.Response(whole).Problems...)
	} else {
		found = append(found, r.Response(dialect.ResponseOf(&x, nil)).Problems...)
		for _, f := range dialect.FramesOf(whole, x.FirstByte) {
			if f.Kind != wire.Comment {
				found = append(found, r.Event(f).Problems...)
			}
		}
		if x.Outcome == wire.ByAgent || len(x.Response.Trailer) > 0 {
			found = append(found, r.Trailer(x.Response.Trailer).Problems...)
		}
	}
	if x.ResponseBytes == x.ResponseKept && x.Outcome != wire.Open {
		found = append(found, r.End(x.Outcome)...)
	}
	return found, nil
}

// versionOf is the version that the record settled on, "" when it is open.
func versionOf(x wire.Exchange) a2a.Version {
	if v := a2a.Version(x.Labels.Dialect); !strings.Contains(string(v), "|") {
		return v
	}
	return ""
}
