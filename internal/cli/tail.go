package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/gorilla/websocket"

	"github.com/a2a-console/a2a-console/internal/cli/print"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/outbound"
	"github.com/a2a-console/a2a-console/internal/words"
)

// tailCmd follows what a running console records.
type tailCmd struct {
	dbFlag
	Filter string `placeholder:"FILTER" help:"Only exchanges that match, in Traffic's filter language: \"op:send state:failed\"."`
	Frames bool   `help:"Write the frames of bodies and streams too, as they come."`
	Since  int64  `placeholder:"VERSION" default:"-1" help:"Start after this version of the record (0: from the beginning)."`
}

// Help is what --help says below the flags' table.
func (tailCmd) Help() string {
	return `Finds the running console by its record (--db). A line is written for each exchange when it begins and whenever it changes.

Examples:

    a2a-console tail
    a2a-console tail --filter 'op:send dialect:1.0' --json
    a2a-console tail --since 0 --json | jq -c '[.op,.state]'`
}

// maxFeedMessage bounds one message of the feed, in bytes.
const maxFeedMessage = 32 << 20

// Run prints the feed until Ctrl-C or the console's end.
func (c *tailCmd) Run(ctx context.Context, p *stdio.Streams) error {
	path, err := console.RecordPath(c.DB)
	if err != nil {
		return err
	}
	running, ok := console.RuntimeFileFor(path).Running(ctx)
	if !ok {
		return fmt.Errorf("no console runs on the record %s; start one with: a2a-console serve", path)
	}
	conn, err := c.dial(ctx, running.UI)
	if err != nil {
		return err
	}
	defer conn.Close()
	// Reading from a socket knows no context: closing it ends the read.
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	conn.SetReadLimit(maxFeedMessage)
	names := c.names(ctx, p)
	for {
		_, message, err := conn.ReadMessage()
		switch {
		case ctx.Err() != nil:
			return nil
		case websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseGoingAway):
			return errors.New("the console stopped")
		case err != nil:
			return fmt.Errorf("the feed broke off: %w; see whether the console still runs", err)
		}
		if err := feedLine(p, names, message); err != nil {
			return err
		}
	}
}

// names is what the agents are called, as far as the record can be read now: they go by
// their hosts else.
func (c *tailCmd) names(ctx context.Context, p *stdio.Streams) print.Names {
	if p.JSON {
		return nil
	}
	store, err := c.openRead(p)
	if err != nil {
		p.Log.Debug("read what agents are called", "error", err)
		return nil
	}
	defer store.Close()
	names, err := namesOf(ctx, store)
	if err != nil {
		p.Log.Debug("read what agents are called", "error", err)
	}
	return names
}

// dial opens the feed with the token that the console's address carries.
func (c *tailCmd) dial(ctx context.Context, page string) (*websocket.Conn, error) {
	u, err := url.Parse(page)
	if err != nil {
		return nil, fmt.Errorf("read the console's address: %w", err)
	}
	token := u.Query().Get("token")
	q := url.Values{}
	if c.Filter != "" {
		q.Set("filter", c.Filter)
	}
	if c.Frames {
		q.Set("frames", "1")
	}
	if c.Since >= 0 {
		q.Set("since", fmt.Sprint(c.Since))
	}
	u.Scheme, u.Path, u.RawQuery = "ws", "/api/tail", q.Encode()
	d := websocket.Dialer{HandshakeTimeout: 5 * time.Second, NetDialContext: outbound.Dialer(5 * time.Second).DialContext}
	conn, resp, err := d.DialContext(ctx, u.String(), http.Header{"Authorization": {"Bearer " + token}})
	if err != nil {
		if resp != nil {
			return nil, fmt.Errorf("the console refused the feed: %s", refusal(resp))
		}
		return nil, fmt.Errorf("open the console's feed: %w", err)
	}
	return conn, nil
}

// refusal is what a refused handshake's answer says, on one line.
func refusal(resp *http.Response) string {
	var b [1024]byte
	n, _ := resp.Body.Read(b[:]) // the websocket package hands over the first kilobyte
	var said struct {
		Error struct{ What, Why, Try string }
	}
	if json.Unmarshal(b[:n], &said) == nil && said.Error.What != "" {
		return words.OneLine(said.Error.What + " " + said.Error.Why + " " + said.Error.Try)
	}
	if text := words.OneLine(string(b[:n])); text != "" {
		return text
	}
	return resp.Status
}

// feedLine prints a message of the feed: as it is, or as a line for people.
func feedLine(p *stdio.Streams, names print.Names, message []byte) error {
	if p.JSON {
		return p.Line(stdio.RawJSON(message))
	}
	var m struct {
		Kind string `json:"kind"`
	}
	var x print.ExchangeLine
	var f print.FrameLine
	err := json.Unmarshal(message, &m)
	switch {
	case err != nil:
	case m.Kind == "exchange":
		if err = json.Unmarshal(message, &x); err == nil {
			return feedPrint(p, print.FeedText(x, names, stdio.PaintFor(p.Stdout), stdio.Width(p.Stdout)))
		}
	case m.Kind == "frame":
		if err = json.Unmarshal(message, &f); err == nil {
			return feedPrint(p, print.FrameText(f, stdio.Width(p.Stdout)))
		}
	}
	if err != nil {
		return fmt.Errorf("read the console's feed: %w", err)
	}
	return nil
}

func feedPrint(p *stdio.Streams, line string) error {
	if _, err := fmt.Fprintln(p.Stdout, line); err != nil {
		return fmt.Errorf("write to stdout: %w", err)
	}
	return nil
}
