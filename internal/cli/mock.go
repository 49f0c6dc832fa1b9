package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/agent/mock"
	"github.com/a2a-console/a2a-console/internal/cli/rules"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/proxy/rule"
)

type mockCmd struct {
	dbFlag
	Session     string    `arg:"" complete:"files" name:"session" help:"A session's id or name, or a session file."`
	Listen      string    `placeholder:"HOST:PORT" help:"Address to listen on. Default: 127.0.0.1:7450."`
	Timing      string    `default:"kept" placeholder:"kept|none|xN" help:"Pauses: kept as recorded, none, or multiplied, such as x0.5. Default: kept."`
	Match       string    `enum:"content,order" default:"content" help:"Match requests by content, or answer in recorded order (the next answer to the same operation). Default: content."`
	FreshIDs    bool      `name:"fresh-ids" help:"Make new task and context ids even the first time a conversation is played. Later times always have new ids."`
	Agent       string    `placeholder:"URL" help:"The agent to play, if the session has several."`
	AllowHost   hostNames `sep:"none" placeholder:"NAME" help:"Also accept this host name, such as host.docker.internal."`
	rules.Flags `embed:"" group:"Misbehaviour"`
}

func (mockCmd) Help() string {
	return `The mock plays the recorded agent to any client: its card, its answers and its streams with their timing. It echoes JSON-RPC ids, and replaces task, context and message ids with the client's. It leaves out what replays added to the session. It answers a request that is not on record with an error that says what the recording has next. It makes no upstream calls. With --rule, --rules or --preset, it changes what it plays, as a tap does.

Examples:

    a2a-console mock SESSION
    a2a-console mock bug.jsonl --timing none --listen 127.0.0.1:9000
    a2a-console mock bug.jsonl --preset cut-after-first-artifact`
}

// Run serves until Ctrl-C.
func (c *mockCmd) Run(ctx context.Context, p *stdio.Streams) error {
	pace, err := parseTiming(c.Timing)
	if err != nil {
		return err
	}
	at, err := console.ParseListen("--listen", c.Listen, console.MockPort)
	if err != nil {
		return err
	}
	by, err := c.NewSet(p)
	if err != nil {
		return err
	}
	r, err := console.OpenRecording(ctx, p, c.DB, c.Session)
	if err != nil {
		return err
	}
	note, err := r.KeepAgent(c.Agent, "")
	if note != "" {
		p.Note("note: %s", note)
	}
	if err == nil {
		if note, err = r.AddCardFromRecord(ctx); note != "" {
			p.Note("note: %s", note)
		}
	}
	if err == nil {
		err = c.serve(ctx, p, r, at, pace, by)
	}
	return errors.Join(err, r.Close())
}

func (c *mockCmd) serve(ctx context.Context, p *stdio.Streams, r *console.Recording, at console.Address, pace float64, by *rule.Set) error {
	var url string
	tell := p.Progress()
	mock, err := mock.New(ctx, mock.Options{
		Exchanges: r.Exchanges, Facts: r.Store, BaseURL: func() string { return url },
		Pace: pace, Match: mock.MatchMode(c.Match), FreshIDs: c.FreshIDs,
		AllowHosts: console.HostsFor(at, c.AllowHost), Logger: p.Log,
		OnProgress: func(done, total int) { tell("reading the recording", done, total) },
	})
	if err != nil {
		return err
	}
	l, err := at.OpenAndWarn(ctx, p, "the mock")
	if err != nil {
		return err
	}
	url = console.Origin(l)
	stop, err := console.ServeAgent(ctx, p, l, mock, by)
	if err != nil {
		return err
	}
	has := mock.Contents()
	for _, n := range has.Notes {
		p.Note("note: %s", n)
	}
	if err := announce(p, console.Announcement{Agent: url}, mockText(url, r.Name, has)); err != nil {
		return errors.Join(err, stop())
	}
	<-ctx.Done()
	return stop()
}

func mockText(url, name string, has mock.Contents) string {
	versions := make([]string, len(has.Versions))
	for i, v := range has.Versions {
		versions[i] = string(v)
	}
	spoken := ""
	if len(versions) > 0 {
		spoken = " in A2A " + words.Join(versions, " and ")
	}
	return fmt.Sprintf("mock %s plays %s: %s in %s%s; it makes no upstream calls", url, words.OneLine(name), words.Plural(has.Calls, "call"), words.Plural(has.Conversations, "conversation"), spoken) + answersText(has)
}

// answersText lists the requests that a mock can answer and how often, one per line, with the
// binding if there are several.
func answersText(has mock.Contents) string {
	const most = 12
	var b strings.Builder
	room, other := 30, func(a mock.AnsweredRequest) bool { return a.Binding != has.Answers[0].Binding }
	if slices.ContainsFunc(has.Answers, other) {
		room = 18
	}
	for i, a := range has.Answers[:min(len(has.Answers), most)] {
		if i == 0 {
			b.WriteString("\nthe mock answers:")
		}
		spoken := string(a.Version)
		if room < 30 {
			spoken += " " + string(a.Binding)
		}
		says := words.OneLine(clip.Runes(a.Excerpt, room))
		fmt.Fprintf(&b, "\n  %-21s %-*s %s", clip.Runes(string(a.Op), 20), room+1, says, strings.TrimSpace(spoken+" "+a.State.Word()))
		if a.AnswerCount > 1 {
			fmt.Fprintf(&b, " (%d times)", a.AnswerCount)
		}
	}
	if more := len(has.Answers) + has.OmittedAnswers - most; more > 0 {
		fmt.Fprintf(&b, "\n  and %d more", more)
	}
	return b.String()
}
