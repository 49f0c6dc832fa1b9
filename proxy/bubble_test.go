package proxy_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a/passing"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/proxy"
	"github.com/a2a-console/a2a-console/proxy/hold"
	"github.com/a2a-console/a2a-console/proxy/rule"
)

// bubble is a client, a tap with rules and an agent in a synctest bubble.
type bubble struct {
	t      *testing.T
	lan    *lan
	m      *memory
	set    *rule.Set
	queue  *hold.Queue
	client *http.Client
	began  time.Time

	mu      sync.Mutex
	asked   string // what the agent received
	askedAt time.Duration
	calls   int
}

const (
	agentAt = "127.0.0.1:7001"
	tapAt   = "127.0.0.1:7002"
)

func newBubble(t *testing.T, h2 bool, agent http.Handler, rules ...string) *bubble {
	t.Helper()
	b := &bubble{t: t, lan: newLAN(), m: newMemory(), queue: hold.New(), began: time.Now()}
	b.set = rule.New(rule.Options{Protocol: passing.New(passing.Options{}), Holder: b.queue, Vocabulary: words.FilterVocabulary()})
	var list []wire.Rule
	for _, text := range rules {
		list = append(list, wire.Rule{Text: text, On: true})
	}
	if err := b.set.Put(list); err != nil {
		t.Fatal(err)
	}
	b.serve(agentAt, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		at := time.Since(b.began)
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		b.mu.Lock()
		b.calls, b.askedAt, b.asked = b.calls+1, at, string(body)
		b.mu.Unlock()
		r.Body = io.NopCloser(bytes.NewReader(body))
		agent.ServeHTTP(w, r)
	}))
	tap, err := proxy.New(proxy.Options{Upstream: &url.URL{Scheme: "http", Host: agentAt}, Recorder: b.m, Intervene: b.set})
	if err != nil {
		t.Fatal(err)
	}
	tap.DialBy(b.lan.dial)
	t.Cleanup(tap.Close)
	b.serve(tapAt, tap)
	tr := &http.Transport{DialContext: b.lan.dial, DisableCompression: true, Protocols: new(http.Protocols)}
	tr.Protocols.SetHTTP1(!h2)
	tr.Protocols.SetUnencryptedHTTP2(h2)
	t.Cleanup(tr.CloseIdleConnections)
	b.client = &http.Client{Transport: tr}
	return b
}

func (b *bubble) serve(address string, h http.Handler) {
	s := &http.Server{Handler: h, Protocols: both(), ErrorLog: log.New(noPanic{b.t}, "", 0)}
	l := b.lan.listen(address)
	go s.Serve(l)
	b.t.Cleanup(func() { s.Close() })
}

// came is what a client received, and when.
type came struct {
	status          int
	header, trailer http.Header
	headAt          time.Duration
	body            []byte
	reads           []struct {
		to int // of body
		at time.Duration
	}
	err error
}

func (b *bubble) call(ctx context.Context, r *http.Request) (c came) {
	resp, err := b.client.Do(r.WithContext(ctx))
	if c.headAt = time.Since(b.began); err != nil {
		c.err = err
		return c
	}
	defer resp.Body.Close()
	c.status, c.header = resp.StatusCode, resp.Header
	buf := make([]byte, 64<<10)
	for {
		n, err := resp.Body.Read(buf)
		c.body = append(c.body, buf[:n]...)
		c.reads = append(c.reads, struct {
			to int
			at time.Duration
		}{len(c.body), time.Since(b.began)})
		if err != nil {
			c.trailer = resp.Trailer
			if !errors.Is(err, io.EOF) {
				c.err = err
			}
			return c
		}
	}
}

// said spells what came in letters, as onWire.want does; anything else stays in quotes.
func (c *came) said(s *tongue, want string) string {
	var out []string
	at := 0
	for _, word := range strings.Fields(want) {
		frame := s.frames[word[0]]
		if !bytes.HasPrefix(c.body[at:], frame) || frame == nil {
			break
		}
		at += len(frame)
		i := slices.IndexFunc(c.reads, func(r struct {
			to int
			at time.Duration
		}) bool {
			return r.to >= at
		})
		out = append(out, stamped(word[0], c.reads[i].at))
	}
	if at < len(c.body) {
		out = append(out, fmt.Sprintf("%q", c.body[at:]))
	}
	switch {
	case c.err == nil:
	case errors.Is(c.err, context.DeadlineExceeded):
		out = append(out, "…")
	default:
		out = append(out, "!")
	}
	return strings.Join(out, " ")
}

func stamped(letter byte, at time.Duration) string {
	if at == 0 {
		return string(letter)
	}
	return fmt.Sprintf("%c@%s", letter, at)
}

// timed normalizes the times of a want to the format of time.Duration.
func timed(want string) string {
	list := strings.Fields(want)
	for i, word := range list {
		if letter, at, ok := strings.Cut(word, "@"); ok {
			d, err := time.ParseDuration(at)
			if err != nil {
				panic(err)
			}
			list[i] = stamped(letter[0], d)
		}
	}
	return strings.Join(list, " ")
}

// decide makes a person decide three seconds after something was held.
func (b *bubble) decide(what string, s *tongue) {
	bell, stop := b.queue.WatchHeld()
	defer stop()
	for len(b.queue.Items()) == 0 {
		<-bell
	}
	time.Sleep(3 * time.Second)
	h := b.queue.Items()[0]
	r := wire.Release{Kind: map[string]wire.PassageKind{"forward": wire.PassageHeld, "edit": wire.PassageEdited, "drop": wire.PassageDropped}[what], DecidedBy: "person"}
	if what == "edit" {
		doc := []byte(s.docs['P'])
		if h.Side == wire.Request {
			doc = bytes.Replace(h.FrameLabels.Doc, []byte("hi"), []byte("bye"), 1)
		}
		var err error
		if r.Raw, err = h.Codec.Write(h.Side, h.AsFrame(), doc); err != nil {
			b.t.Error(err)
		}
	}
	b.queue.Release(h.ID, r)
}
