package cli

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder"
)

// showOne prints one exchange for people: its row, both messages, what is wrong.
func showOne(ctx context.Context, p *stdio.Streams, store *recorder.Store, x wire.Exchange) error {
	if err := print.Exchanges(p, []wire.Exchange{x}); err != nil {
		return err
	}
	if text := print.ProblemText(x); text != "" {
		fmt.Fprintf(p.Stdout, "\n%s\n", words.Visible(text))
	}
	print.ExchangeGaps(p, x)
	req, err := bodyStart(ctx, store, x.ID, wire.Request, print.ShownBytes)
	if err != nil {
		return err
	}
	resp, err := bodyStart(ctx, store, x.ID, wire.Response, print.ShownBytes)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.Stdout, "\n%s %s\n", x.Method, words.Visible(x.URL))
	print.Message(p, x.Request, req, x.RequestBytes, "request", x.ID)
	for _, i := range x.Interim {
		fmt.Fprintf(p.Stdout, "\n%d %s\n", i.Status, http.StatusText(i.Status))
		print.Message(p, wire.Head{Header: i.Header}, nil, 0, "response", x.ID)
	}
	if x.Response.Status != 0 {
		fmt.Fprintf(p.Stdout, "\n%d %s\n", x.Response.Status, http.StatusText(x.Response.Status))
		print.Message(p, x.Response, resp, x.ResponseBytes, "response", x.ID)
	}
	found, err := findingsOf(ctx, store, x)
	if err != nil {
		return err
	}
	print.Findings(p.Stdout, found)
	return nil
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
	r := dialect.NewLabeller(dialect.RequestOf(&x, req), dialect.HintOf(x.Labels.Dialect, nil))
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
