package agent

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// TestPushOnDemand: a message can ask for faulty deliveries.
func TestPushOnDemand(t *testing.T) {
	for mode, want := range map[pushMode]string{
		"":           "task submitted, working, artifact, +, +, completed",
		pushTwice:    "task submitted, task submitted, working, working, artifact, artifact, +, +, +, +, completed",
		pushReversed: "working, task submitted, +, artifact, completed",
		pushLossy:    "task submitted, working, +, +, completed",
	} {
		t.Run(string(mode), func(t *testing.T) {
			p := v10(t, Options{PushBackoff: time.Millisecond})
			url, got := receiver(t, fine)
			c := p.say(a2a.SendMessage, "slow 3 every 0 push "+string(mode), "")
			c.Push = &a2a.PushConfig{URL: url}
			p.ok(c)
			_, tale := p.until(got)
			if tale != want {
				t.Errorf("got  %s\nwant %s", tale, want)
			}
		})
	}
}

func TestPushCredentialsOnDemand(t *testing.T) {
	for mode, want := range map[pushMode]string{pushUnauthenticated: " ", pushForged: "another-tok Bearer another-s3cret", "": "tok Bearer s3cret"} {
		p := v10(t, Options{})
		url, got := receiver(t, fine)
		c := p.say(a2a.SendMessage, "slow 1 push "+string(mode), "")
		c.Push = &a2a.PushConfig{URL: url, Token: "tok", Schemes: []string{"Bearer"}, Credentials: "s3cret"}
		p.ok(c)
		all, _ := p.until(got)
		if h := all[0].header; h.Get("X-A2A-Notification-Token")+" "+h.Get("Authorization") != want {
			t.Errorf("%s: %v", mode, h)
		}
	}
}

// TestPushFailing: the first attempt breaks off halfway, the second is complete.
func TestPushFailing(t *testing.T) {
	var log bytes.Buffer
	p := v10(t, Options{PushBackoff: time.Millisecond, Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	url, _ := receiver(t, fine)
	c := p.say(a2a.SendMessage, "slow 1 push failing", "")
	c.Push = &a2a.PushConfig{URL: url}
	id := p.ok(c).Task.ID
	p.agent.store.get(id).drain(t)
	all := log.String()
	if strings.Count(all, "msg=push") != 5 || strings.Count(all, "attempt=2 status=204") != 1 || strings.Count(all, "attempt=1 status=204") != 3 {
		t.Errorf("attempts %s", all)
	}
}

func TestPushSilent(t *testing.T) {
	p := v10(t, Options{})
	url, got := receiver(t, fine)
	c := p.say(a2a.SendMessage, "slow 1 push silent", "")
	c.Push = &a2a.PushConfig{URL: url}
	id := p.ok(c).Task.ID
	p.agent.store.get(id).drain(t)
	if len(got) != 0 {
		t.Error("something was delivered")
	}
}

// TestPushSigned: the agent checks the URL first, then signs each body so that the published key verifies
// it.
func TestPushSigned(t *testing.T) {
	p := v10(t, Options{})
	got := make(chan posted, 100)
	echoes := true
	var asked []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			asked = append(asked, r.URL.Query().Get("validationToken"))
			if echoes {
				fmt.Fprint(w, asked[len(asked)-1])
			}
			return
		}
		body, _ := io.ReadAll(r.Body)
		got <- posted{r.Header.Clone(), body}
	}))
	t.Cleanup(s.Close)
	c := p.say(a2a.SendMessage, "slow 1 push signed", "")
	c.Push = &a2a.PushConfig{URL: s.URL + "/hook?x=1"}
	p.ok(c)
	all, _ := p.until(got)
	if len(asked) != 1 || asked[0] == "" {
		t.Fatalf("checked with %q", asked)
	}
	w := httptest.NewRecorder()
	r := httptest.NewRequest("GET", keysPath, nil)
	r.Host = "localhost"
	p.agent.ServeHTTP(w, r)
	var set jose.JSONWebKeySet
	if err := json.Unmarshal(w.Body.Bytes(), &set); err != nil || len(set.Keys) != 1 || !set.Keys[0].IsPublic() {
		t.Fatalf("keys: %s %v", w.Body, err)
	}
	for _, n := range all {
		jws, err := jose.ParseSignedCompact(strings.TrimPrefix(n.header.Get("Authorization"), "Bearer "), []jose.SignatureAlgorithm{jose.RS256})
		if err != nil {
			t.Fatal(err)
		}
		claims, err := jws.Verify(set.Keys[0])
		sum := sha256.Sum256(n.body)
		if err != nil || !strings.Contains(string(claims), hex.EncodeToString(sum[:])) {
			t.Errorf("claims %s %v", claims, err)
		}
	}
	echoes = false
	c = p.say(a2a.SendMessage, "slow 1 push signed", "")
	c.Push = &a2a.PushConfig{URL: s.URL + "/hook"}
	p.agent.store.get(p.ok(c).Task.ID).drain(t)
	if len(got) != 0 {
		t.Error("delivered to an address that does not echo")
	}
}
