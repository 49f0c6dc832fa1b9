package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/ui/api"
	"github.com/a2a-console/a2a-console/ui/record"
)

type sessionsShowCmd struct {
	dbFlag
	ID     string `arg:"" name:"id" help:"The id or name of a session, or the id of an exchange; the beginning or end of an id is enough."`
	Raw    string `placeholder:"SIDE" enum:"request,response,request-sent,response-sent," default:"" help:"Write the bytes of an exchange's request or response to stdout, as received (request, response) or as sent on."`
	HTML   string `name:"html" placeholder:"FILE" help:"Write an exchange to this file as an HTML page to share, without secrets."`
	Probes bool   `help:"Also show the console's own probes."`
}

func (sessionsShowCmd) Help() string {
	return `Examples:

    a2a-console sessions show SESSION
    a2a-console sessions show SESSION --json | jq .op
    a2a-console sessions show EXCHANGE
    a2a-console sessions show EXCHANGE --json | jq '.frame_list[].passed'
    a2a-console sessions show 84e41ff0
    a2a-console sessions show EXCHANGE --raw response
    a2a-console sessions show EXCHANGE --raw response-sent
    a2a-console sessions show EXCHANGE --html answer.html`
}

func (c *sessionsShowCmd) Run(ctx context.Context, p *stdio.Streams) error {
	store, err := c.openLabelled(ctx, p, false)
	if err != nil {
		return err
	}
	defer store.Close()
	if c.Raw != "" || c.HTML != "" {
		x, err := console.FindExchange(ctx, store, c.ID)
		switch {
		case err != nil:
			return err
		case c.Raw != "":
			return c.writeRaw(ctx, p, store, x)
		}
		return c.writePage(ctx, p, store, x)
	}
	found, err := console.Find(ctx, store, c.ID)
	switch {
	case err != nil:
		return err
	case found.Exchange != nil && p.JSON:
		return printExchangeLine(ctx, p, store, *found.Exchange)
	case found.Exchange != nil:
		return printExchange(ctx, p, store, *found.Exchange)
	}
	return c.printSession(ctx, p, store, found.Session)
}

// Limits for the frames in the JSON line of an exchange; --raw writes all bytes.
const (
	maxFrames    = 10_000  // for each side
	maxFrameText = 4 << 20 // bytes of text
)

func printExchangeLine(ctx context.Context, p *stdio.Streams, store *recorder.Store, x wire.Exchange) error {
	passed, err := store.Passages(ctx, x.ID)
	if err != nil {
		return err
	}
	l := print.ExchangeOf(x, passed)
	all, err := api.ExchangesOf(ctx, store, []wire.Exchange{x})
	if err != nil {
		return err
	}
	l.Under = all[0].Under
	if l.FrameList, err = framesOf(ctx, store, &x, passed); err != nil {
		return err
	}
	found, c, err := findingsOf(ctx, store, x)
	if err != nil {
		return err
	}
	l.Found = found.Lines()
	why, err := causeOf(ctx, store, c)
	if err != nil {
		return err
	}
	l.Cause = why.Line()
	return p.Line(l)
}

// framesOf returns the frames of all sides in the API's form, within the limits above.
func framesOf(ctx context.Context, store *recorder.Store, x *wire.Exchange, passed []wire.Passage) ([]api.Frame, error) {
	const page = 500
	out, text := []api.Frame{}, int64(0)
	for _, side := range []wire.Side{wire.Request, wire.RequestSent, wire.Response, wire.ResponseSent} {
		for from := 0; from < maxFrames; from += page {
			frames, err := api.Frames(ctx, store, store, x, side, from, page)
			if err != nil {
				return nil, err
			}
			for _, f := range api.FramesOf(x.ID, side, frames, passed) {
				if text += f.Length; text > maxFrameText {
					f.Text, f.Base64 = "", ""
				}
				out = append(out, f)
			}
			if len(frames) < page {
				break
			}
		}
	}
	return out, nil
}

func (c *sessionsShowCmd) printSession(ctx context.Context, p *stdio.Streams, store *recorder.Store, s wire.Session) error {
	f := wire.Filter{Session: s.ID}
	if !c.Probes {
		f.ExcludedOrigins = []wire.Origin{wire.Console}
	}
	if p.JSON {
		return console.EachPageOldestFirst(ctx, store, f, func(page []wire.Exchange) error { return print.JSONExchanges(ctx, p, store, page) })
	}
	list, err := console.ListExchanges(ctx, store, f)
	if err != nil {
		return err
	}
	gaps, err := allGaps(ctx, store, s.ID, list)
	if err != nil {
		return err
	}
	names, err := namesOf(ctx, store)
	if err != nil {
		return err
	}
	if err := errors.Join(print.Session(p, s), print.Exchanges(p, list, names)); err != nil {
		return err
	}
	print.Gaps(p, gaps)
	kept, err := store.RulesOf(ctx, s.ID)
	if err != nil {
		return err
	}
	print.SessionRules(p, kept)
	if s.Probes > 0 && !c.Probes {
		p.Note("note: not shown: %s by the console itself; show them with --probes", words.Plural(s.Probes, "call"))
	}
	return nil
}

func namesOf(ctx context.Context, store *recorder.Store) (print.Names, error) {
	known, err := store.Agents(ctx)
	return record.AgentNames(known, nil), err
}

func (c *sessionsShowCmd) writeRaw(ctx context.Context, p *stdio.Streams, store *recorder.Store, x wire.Exchange) error {
	side, err := c.side(ctx, p, store, &x)
	if err != nil {
		return err
	}
	for from := int64(0); ; {
		chunks, err := store.Chunks(ctx, x.ID, side, from, 1<<20)
		if err != nil {
			return err
		}
		wrote := int64(0)
		for _, k := range chunks {
			if k.Offset < from {
				continue
			}
			if _, err := p.Stdout.Write(k.Data); err != nil {
				return fmt.Errorf("write to stdout: %w", err)
			}
			from = k.Offset + int64(len(k.Data))
			wrote += int64(len(k.Data))
		}
		if wrote == 0 {
			break
		}
	}
	crossed, kept := x.RequestBytes, x.RequestKept
	switch side {
	case wire.Response:
		crossed, kept = x.ResponseBytes, x.ResponseKept
	case wire.RequestSent, wire.ResponseSent:
		return nil // their size is unknown
	}
	if kept < crossed {
		p.Note("note: %d of %d bytes are on record%s", kept, crossed, print.MissingReason(x, side))
	}
	return nil
}

// side returns the side that --raw names. A request or response that was forwarded unchanged is
// recorded once, as received.
func (c *sessionsShowCmd) side(ctx context.Context, p *stdio.Streams, store *recorder.Store, x *wire.Exchange) (wire.Side, error) {
	came, sent := wire.Request, wire.RequestSent
	if strings.HasPrefix(c.Raw, "response") {
		came, sent = wire.Response, wire.ResponseSent
	}
	if !strings.HasSuffix(c.Raw, "-sent") {
		return came, nil
	}
	chunks, err := store.Chunks(ctx, x.ID, sent, 0, 1)
	if err != nil || len(chunks) > 0 {
		return sent, err
	}
	passed, err := store.Passages(ctx, x.ID)
	if err != nil || slices.ContainsFunc(passed, func(q wire.Passage) bool { return q.Side == came }) {
		return sent, err
	}
	p.Note("note: the bytes were forwarded unchanged")
	return came, nil
}
