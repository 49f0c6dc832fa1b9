package cli

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/inspector/cause"
	"github.com/a2a-console/a2a-console/inspector/modelcall"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/reading"
	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder"
)

func printExchange(ctx context.Context, p *stdio.Streams, store *recorder.Store, x wire.Exchange) error {
	names, err := namesOf(ctx, store)
	if err != nil {
		return err
	}
	print.Facts(p, &x, names)
	if text := print.ProblemText(x); text != "" {
		fmt.Fprintf(p.Stdout, "\n%s\n", words.Visible(text))
	}
	fmt.Fprint(p.Stdout, print.MarksText(x))
	print.ExchangeGaps(p, x)
	if err := printMessages(ctx, p, store, &x); err != nil {
		return err
	}
	passed, err := store.Passages(ctx, x.ID)
	if err != nil {
		return err
	}
	print.PrintPassages(p, passed, x.ID)
	if err := printModelCalls(ctx, p, store, x); err != nil || x.Origin == wire.Model {
		return err
	}
	found, c, err := findingsOf(ctx, store, x)
	if err != nil {
		return err
	}
	found.Text(p.Stdout)
	why, err := causeOf(ctx, store, c)
	if err != nil {
		return err
	}
	why.Text(p.Stdout)
	return nil
}

// printModelCalls prints the calls of models and tools beneath an exchange or, of such a call, beneath what it is.
func printModelCalls(ctx context.Context, p *stdio.Streams, store *recorder.Store, x wire.Exchange) error {
	from, to := modelcall.TimeOf([]wire.Exchange{x})
	if x.Origin == wire.Model {
		to = from.Add(time.Nanosecond)
	}
	all, err := modelcall.Load(ctx, store, from, to)
	if err != nil {
		return err
	}
	print.ModelCalls(p, x, all)
	return nil
}

// printMessages prints the heads of both messages and the beginnings of their bodies.
func printMessages(ctx context.Context, p *stdio.Streams, store *recorder.Store, x *wire.Exchange) error {
	if a2a.Binding(x.Labels.Binding) == a2a.GRPC {
		return printProtobuf(ctx, p, store, x)
	}
	req, err := bodyStart(ctx, store, x.ID, wire.Request, print.MaxBodyBytes)
	if err != nil {
		return err
	}
	resp, err := bodyStart(ctx, store, x.ID, wire.Response, print.MaxBodyBytes)
	if err != nil {
		return err
	}
	fmt.Fprintln(p.Stdout, "\n"+stdio.Fold(p.Stdout, x.Method+" "+words.Visible(x.URL)))
	print.Message(p, x.Request, req, x.RequestBytes, "request", x.ID)
	for _, i := range x.Interim {
		fmt.Fprintf(p.Stdout, "\n%d %s\n", i.Status, http.StatusText(i.Status))
		print.Message(p, wire.Head{Header: i.Header}, nil, 0, "response", x.ID)
	}
	if x.Response.Status != 0 {
		fmt.Fprintf(p.Stdout, "\n%d %s\n", x.Response.Status, http.StatusText(x.Response.Status))
		print.Message(p, x.Response, resp, x.ResponseBytes, "response", x.ID)
	}
	return nil
}

const maxMessages = 100

// printProtobuf prints both messages of a gRPC call, with the bodies as JSON.
func printProtobuf(ctx context.Context, p *stdio.Streams, store *recorder.Store, x *wire.Exchange) error {
	card, err := console.CardOf(ctx, store, x)
	if err != nil {
		return err
	}
	var got [][]byte
	r, err := reading.Record(ctx, store, x, reading.Options{
		Hint: dialect.HintOf(x.Labels.Dialect, card),
		Each: func(piece reading.Piece) {
			if piece.Part == reading.Event && len(got) < maxMessages {
				got = append(got, piece.Reading.Repaired)
			}
		},
	})
	if err != nil {
		return err
	}
	fmt.Fprintln(p.Stdout, "\n"+stdio.Fold(p.Stdout, x.Method+" "+words.Visible(x.URL)))
	print.Protobuf(p, x.Request, [][]byte{r.Request().Repaired}, "request", x.ID)
	if x.Response.Status != 0 {
		fmt.Fprintf(p.Stdout, "\n%d %s\n", x.Response.Status, http.StatusText(x.Response.Status))
		print.Protobuf(p, x.Response, got, "response", x.ID)
	}
	return nil
}

// causeOf returns why an exchange failed; nil if it did not, or if it is open and has no error
// status.
func causeOf(ctx context.Context, store *recorder.Store, c *cause.Case) (*print.FailureCause, error) {
	if c.Exchange.Origin.IsConversation() {
		var err error
		if c.FailedModelCall, err = modelcall.LastFailed(ctx, store, &c.Exchange); err != nil {
			return nil, err
		}
	}
	out, ok := cause.Explain(*c)
	if !ok || c.Exchange.Outcome == wire.Open && c.Exchange.Response.Status < 400 {
		return nil, nil
	}
	w := &print.FailureCause{Cause: out, Question: out.Question(c.Exchange)}
	if c.Exchange.Origin == wire.Push {
		return w, nil
	}
	good, found, err := cause.FindGood(ctx, store, c.Exchange)
	if found {
		w.Good = &good
	}
	return w, err
}

// bodyStart returns the beginning of a side's body, about limit bytes.
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

// findingsOf reads the whole exchange again, as the recorder did for its count, adds the recorded
// findings that involve other exchanges, and collects the evidence for the cause of a failure.
func findingsOf(ctx context.Context, store *recorder.Store, x wire.Exchange) (*print.FindingList, *cause.Case, error) {
	card, err := console.CardOf(ctx, store, &x)
	if err != nil {
		return nil, nil, err
	}
	list, err := store.Findings(ctx, x.ID)
	if err != nil {
		return nil, nil, err
	}
	found, c, beside := &print.FindingList{}, &cause.Case{Exchange: x, Card: card}, &acrossFindings{list: reading.AcrossOf(list)}
	r, err := reading.Record(ctx, store, &x, reading.Options{
		Hint: dialect.HintOf(x.Labels.Dialect, card), Light: true,
		Each: func(p reading.Piece) {
			switch at, event := c.AddPiece(p); {
			case at == cause.Event:
				beside.setEvent(p.Frame.Index, event)
				found.AddEvent(event, p.Reading.Problems)
			case p.Part == reading.Trailer:
				found.AddEnd(p.Reading.Problems)
			case at == cause.Response:
				found.AddResponse(p.Reading.Problems)
			}
		},
	})
	if err != nil {
		return nil, nil, err
	}
	found.AddEnd(r.Ended())
	found.AddRequest(r.Request().Problems)
	c.Finish(r.Ended(), r.Request())
	beside.addTo(found, c)
	return found, c, nil
}

type acrossFindings struct {
	list  []reading.Across
	event map[int]int // by index in list, the number of the event that has it
}

func (b *acrossFindings) addTo(found *print.FindingList, c *cause.Case) {
	for i, a := range b.list {
		found.AddAcross(a, b.event[i])
	}
	c.AddAcross(func() []reading.Across { return b.list })
}

func (b *acrossFindings) setEvent(frame, event int) {
	for i := range b.list {
		if a := &b.list[i]; a.Side == wire.Response && a.Frame == frame {
			if b.event == nil {
				b.event = map[int]int{}
			}
			b.event[i] = event
		}
	}
}
