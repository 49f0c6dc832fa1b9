package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/a2a-console/a2a-console/internal/agent/mock"
)

// mockCmd serves a recording as an agent.
type mockCmd struct {
	dbFlag
	Session   string   `arg:"" complete:"files" name:"session" help:"A session's id or name, or a session file."`
	Listen    string   `placeholder:"HOST:PORT" help:"Where to listen. Default: 127.0.0.1:7450."`
	Timing    string   `default:"kept" placeholder:"kept|none|xN" help:"Pauses: kept as recorded, none, or multiplied, such as x0.5. Default: kept."`
	Match     string   `enum:"content,order" default:"content" help:"Find answers by content (who asks the same gets the same) or in order (the next answer to the same operation). Default: content."`
	FreshIDs  bool     `name:"fresh-ids" help:"Make new task and context ids the first time, too; later times always have new ones."`
	Agent     string   `placeholder:"URL" help:"The agent to play, when the session has several."`
	AllowHost []string `sep:"none" placeholder:"NAME" help:"Answer to this host name too, such as host.docker.internal."`
}

// mockPort is where mocks listen unless told otherwise.
const mockPort = 7450

// Help is what --help says below the flags' table.
func (mockCmd) Help() string {
	return `The mock plays the recorded agent to any client: its card, its answers and its streams with their timing. JSON-RPC ids are echoed, task, context and message ids become the client's. What replays added to the session is left out. What is not on record is answered with an error that says what would come next. It makes no call to anybody.

Examples:

    a2a-console mock SESSION
    a2a-console mock bug.jsonl --timing none --listen 127.0.0.1:9000`
}

// Run serves until Ctrl-C.
func (c *mockCmd) Run(ctx context.Context, p *program) error {
	pace, err := parseTiming(c.Timing)
	if err != nil {
		return err
	}
	at, err := parseListen("--listen", c.Listen, mockPort)
	if err != nil {
		return err
	}
	r, err := openRecording(ctx, p, c.dbFlag, c.Session)
	if err != nil {
		return err
	}
	note, err := r.only(c.Agent, "")
	if note != "" {
		p.note("note: %s", note)
	}
	if err == nil {
		err = c.serve(ctx, p, r, at, pace)
	}
	return errors.Join(err, r.close())
}

func (c *mockCmd) serve(ctx context.Context, p *program, r *recording, at address, pace float64) error {
	var url string
	tell := p.progress()
	mock, err := mock.New(ctx, mock.Options{
		Exchanges: r.list, Facts: r.store, BaseURL: func() string { return url },
		Pace: pace, Match: mock.Match(c.Match), FreshIDs: c.FreshIDs,
		AllowHosts: hostsFor(at, c.AllowHost), Logger: p.log,
		Progress: func(done, total int) { tell("reading what there is to play", done, total) },
	})
	if err != nil {
		return err
	}
	l, err := at.take(ctx, p, "the mock")
	if err != nil {
		return err
	}
	url = origin(l)
	s := newServer(p, mock)
	s.serve(l)
	has := mock.Contents()
	for _, n := range has.Notes {
		p.note("note: %s", n)
	}
	if err := p.announce(announcement{Agent: url}, mockText(url, r.name, has)); err != nil {
		return errors.Join(err, s.shutdown())
	}
	<-ctx.Done()
	return s.shutdown()
}

func mockText(url, name string, has mock.Contents) string {
	versions := make([]string, len(has.Versions))
	for i, v := range has.Versions {
		versions[i] = string(v)
	}
	spoken := ""
	if len(versions) > 0 {
		spoken = " in A2A " + joined(versions, " and ")
	}
	return fmt.Sprintf("mock %s plays %s: %s in %s%s; it makes no upstream calls", url, oneLine(name), plural(has.Calls, "call"), plural(has.Conversations, "conversation"), spoken)
}
