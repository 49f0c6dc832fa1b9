package proxy_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/passing"
	"github.com/a2a-console/a2a-console/internal/a2a/preset"
	"github.com/a2a-console/a2a-console/internal/agent"
	agentpeer "github.com/a2a-console/a2a-console/internal/agent/peer"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// got is what a client received.
type got struct {
	status int
	header http.Header
	body   []byte
	events []wire.FrameLabels
	raw    []string // of the events
	broken bool     // the connection ended before the answer did
	took   time.Duration
}

// said is the events in short: "artifact", or the state.
func (g got) said() string {
	var out []string
	for _, e := range g.events {
		out = append(out, strings.TrimPrefix(e.State, "TASK_STATE_")+strings.Repeat("artifact", min(len(e.Artifact), 1)))
	}
	return strings.Join(out, " ")
}

// client calls an agent that misbehaves, in one binding.
type client struct {
	agentpeer.Client
	*bubble
	patience time.Duration
}

func (c client) call(call *a2a.Call) (g got) {
	c.T.Helper()
	h := c.Request(call)
	at, err := url.Parse(h.URL)
	if err != nil {
		c.T.Fatal(err)
	}
	at.Host = tapAt
	ctx, leave := context.WithTimeout(c.T.Context(), c.patience)
	defer leave()
	r, err := http.NewRequestWithContext(ctx, h.Method, at.String(), bytes.NewReader(h.Body))
	if err != nil {
		c.T.Fatal(err)
	}
	r.Header = h.Header.Clone()
	began := time.Now()
	came := c.bubble.call(ctx, r)
	g = got{status: came.status, header: came.header, body: came.body, broken: came.err != nil, took: time.Since(began)}
	p := passing.New(passing.Options{}).Open(&wire.Exchange{Method: h.Method, URL: h.URL, Request: wire.Head{Header: h.Header}}, h.Body)
	head := wire.Head{Status: g.status, Header: g.header}
	p.SetResponseHead(&head)
	for f := range wire.Frames(head.Framing(), 0, []wire.Chunk{{Data: g.body}}) {
		g.events, g.raw = append(g.events, p.Read(wire.Response, f)), append(g.raw, string(f.Raw))
	}
	return g
}

func (c client) stream() got { return c.call(c.say(a2a.SendStreamingMessage)) }

// say asks for an artifact in three chunks.
func (c client) say(op a2a.Operation) *a2a.Call {
	call := agentpeer.NewCall(op, "write a long paper about the attached picture")
	call.Message.Parts = append(call.Message.Parts, a2a.Part{Kind: a2a.FilePart, MediaType: "image/png", Bytes: []byte("no picture")})
	return call
}

// misbehaving runs f with the reference agent behind a tap under a preset, "" for none, in each
// binding of 0.3 and 1.0.
func misbehaving(t *testing.T, name string, f func(t *testing.T, c client)) {
	for _, v := range []a2a.Version{a2a.V03, a2a.V10} {
		for _, b := range dialect.Bindings(v) {
			t.Run(fmt.Sprint(v, " ", b), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					a := agent.New(agent.Options{})
					t.Cleanup(a.Close)
					p, _ := preset.Find(name)
					if len(p.Rules) == 0 && name != "" {
						t.Fatal("there is no such preset")
					}
					c := newBubble(t, b == a2a.GRPC, a, p.Rules...)
					f(t, client{agentpeer.Client{T: t, Agent: a, Version: v, Binding: b}, c, time.Hour})
					for _, r := range c.set.Rules() {
						if r.Problem != "" {
							t.Error(r.Problem)
						}
					}
				})
			})
		}
	}
}

// presets check what a client receives under each preset. base is what a stream says without one.
var presets = map[string]func(t *testing.T, c client, base string){
	"never-finish": func(t *testing.T, c client, base string) {
		g := c.stream()
		if g.said() != strings.TrimSuffix(base, " COMPLETED") || !g.broken || g.took != c.patience {
			t.Errorf("%q, broken %v, %s", g.said(), g.broken, g.took)
		}
	},
	"cut-after-first-artifact": func(t *testing.T, c client, base string) {
		before, _, _ := strings.Cut(base, "artifact")
		if g := c.stream(); g.said() != before+"artifact" || !g.broken {
			t.Errorf("%q, broken %v", g.said(), g.broken)
		}
	},
	"duplicate-last-chunk": func(t *testing.T, c client, base string) {
		g := c.stream()
		last := slices.IndexFunc(g.events, func(l wire.FrameLabels) bool { return l.Last })
		if g.said() != strings.Replace(base, "artifact COMPLETED", "artifact artifact COMPLETED", 1) || g.broken || last < 0 || g.raw[last] != g.raw[last+1] {
			t.Errorf("%q, broken %v: %q", g.said(), g.broken, g.raw)
		}
	},
	"lose-terminal-event": func(t *testing.T, c client, base string) {
		if g := c.stream(); g.said() != strings.TrimSuffix(base, " COMPLETED") || g.broken {
			t.Errorf("%q, broken %v", g.said(), g.broken)
		}
	},
	"slow-agent": func(t *testing.T, c client, base string) {
		g := c.stream()
		if least := 2*time.Second + time.Duration(len(g.events))*300*time.Millisecond; g.said() != base || g.broken || g.took < least {
			t.Errorf("%q, broken %v, %s", g.said(), g.broken, g.took)
		}
	},
	"expired-credentials": func(t *testing.T, c client, _ string) {
		g := c.stream()
		if c.Binding == a2a.GRPC && g.header.Get("Grpc-Status") != "16" || c.Binding != a2a.GRPC && (g.status != 401 || !strings.Contains(g.header.Get("WWW-Authenticate"), "invalid_token")) {
			t.Errorf("%d %v", g.status, g.header)
		}
		card, err := c.client.Get("http://" + tapAt + "/.well-known/agent-card.json")
		if err != nil {
			t.Fatal(err)
		}
		if card.Body.Close(); card.StatusCode != 200 {
			t.Errorf("the card is answered with %d", card.StatusCode)
		}
	},
	"version-mismatch": func(t *testing.T, c client, _ string) {
		want := a2a.VersionNotSupported
		if c.Version < a2a.V10 {
			want = a2a.MethodNotFound
		}
		d, _ := dialect.Speaks(c.Version, c.Binding)
		g := c.call(&a2a.Call{Op: a2a.GetTask, TaskID: "t"})
		switch {
		case c.Binding == a2a.JSONRPC && !bytes.Contains(g.body, fmt.Appendf(nil, `"code":%d`, d.ErrorCode(want))),
			c.Binding == a2a.REST && g.status != map[a2a.ErrorName]int{a2a.VersionNotSupported: 400, a2a.MethodNotFound: 404}[want],
			c.Binding == a2a.GRPC && g.header.Get("Grpc-Status") != map[a2a.ErrorName]string{a2a.VersionNotSupported: "9", a2a.MethodNotFound: "12"}[want]:
			t.Errorf("%d %v %s", g.status, g.header, g.body)
		}
	},
	"input-required-forever": func(t *testing.T, c client, base string) {
		g := c.stream()
		if g.said() != strings.Replace(base, "COMPLETED", "INPUT_REQUIRED", 1) || g.broken {
			t.Errorf("%q, broken %v: %s", g.said(), g.broken, g.body)
		}
		for _, call := range []*a2a.Call{c.say(a2a.SendMessage), {Op: a2a.GetTask, TaskID: g.events[0].Task}} {
			if g := c.call(call); g.said() != "INPUT_REQUIRED" {
				t.Errorf("%s: %q", call.Op, g.said())
			}
		}
	},
	"artifacts-out-of-order": func(t *testing.T, c client, base string) {
		g := c.stream()
		if want := strings.Replace(base, "artifact COMPLETED", "COMPLETED artifact", 1); g.said() != want || g.broken {
			t.Errorf("%q, broken %v", g.said(), g.broken)
		}
		var texts []string
		for _, e := range g.events {
			texts = append(texts, e.Text)
		}
		second, first, third := slices.IndexFunc(texts, func(s string) bool { return strings.Contains(s, "2.") }), slices.IndexFunc(texts, func(s string) bool { return strings.Contains(s, "1.") }), slices.IndexFunc(texts, func(s string) bool { return strings.Contains(s, "3.") })
		if second+1 != first || third != len(texts)-1 {
			t.Errorf("they come as %q", texts)
		}
	},
	"too-many-requests": func(t *testing.T, c client, base string) {
		g := c.stream()
		if c.Binding == a2a.GRPC && g.header.Get("Grpc-Status") != "14" || c.Binding != a2a.GRPC && (g.status != 429 || g.header.Get("Retry-After") != "2") {
			t.Errorf("%d %v", g.status, g.header)
		}
		if g := c.stream(); g.said() != base {
			t.Errorf("then %q", g.said())
		}
	},
	"reconnect-storm": func(t *testing.T, c client, base string) {
		for range 3 {
			if g := c.stream(); g.said() != strings.Join(strings.Fields(base)[:2], " ") || !g.broken {
				t.Errorf("%q, broken %v", g.said(), g.broken)
			}
		}
	},
	"flaky-network": func(t *testing.T, c client, base string) {
		broken, late := 0, 0
		for range 100 {
			g := c.stream()
			if g.broken {
				broken++
			} else if g.said() != base {
				t.Errorf("%q", g.said())
			}
			if g.took >= 50*time.Millisecond {
				late++
			}
		}
		if broken == 0 || broken == 100 || late == 0 {
			t.Errorf("%d of 100 broken, %d late", broken, late)
		}
	},
}

// TestPresets: each preset does what it says, in each binding of 0.3 and 1.0.
func TestPresets(t *testing.T) {
	base := map[string]string{}
	misbehaving(t, "", func(t *testing.T, c client) {
		g := c.stream()
		if base[t.Name()] = g.said(); !strings.HasSuffix(g.said(), "artifact artifact artifact COMPLETED") || g.broken {
			t.Errorf("%q, broken %v", g.said(), g.broken)
		}
		t.Log(g.said())
	})
	for _, p := range preset.All() {
		t.Run(p.Name, func(t *testing.T) {
			check := presets[p.Name]
			if check == nil {
				t.Fatal("nothing is known of this preset")
			}
			misbehaving(t, p.Name, func(t *testing.T, c client) {
				_, in, _ := strings.Cut(t.Name(), p.Name)
				check(t, c, base["TestPresets"+in])
			})
		})
	}
}
