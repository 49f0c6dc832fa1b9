package agent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/agent/conformance"
	"github.com/a2a-console/a2a-console/internal/agent/peer"
)

// TestGuardedCard: in 0.3 only the extended card requires credentials.
func TestGuardedCard(t *testing.T) {
	examined(t, func(t *testing.T, p peer.Client) {
		h := p.Request(&a2a.Call{Op: a2a.GetExtendedCard})
		want := 401
		if p.Version != a2a.V03 || p.Binding == a2a.GRPC {
			want = 200
		}
		res := p.Do(t.Context(), h)
		if res.StatusCode != want {
			t.Errorf("without credentials: HTTP %d, want %d", res.StatusCode, want)
		}
		asks := res.Header.Get("WWW-Authenticate") == `Bearer realm="reference agent"`
		if asks != (p.Version == a2a.V03) || p.Binding == a2a.GRPC && asks != (res.Header.Get("Grpc-Status") == "16") {
			t.Errorf("without credentials: %v", res.Header)
		}
		for token, want := range map[string]bool{demoToken: true, "another": false} {
			h.Header.Set("Authorization", "Bearer "+token)
			res := p.Do(t.Context(), h)
			ok := res.StatusCode == 200 && res.Header.Get("Grpc-Status") != "16"
			if ok != (want || p.Version != a2a.V03) {
				t.Errorf("with %s: HTTP %d %v", token, res.StatusCode, res.Header)
			}
		}
	})
	a := newAgent(t, Options{Conformance: "1.0.1"})
	for path, want := range map[string]int{"/v0.3": 200, "/v0.3/card": 401, "/v1.0": 405, "/v1.0/card": 404} {
		if got := get(a, path).Code; got != want {
			t.Errorf("GET %s: HTTP %d, want %d", path, got, want)
		}
	}
	if plain := newAgent(t, Options{}); get(plain, "/v0.3").Code != 405 || get(plain, "/v0.3/card").Code != 404 {
		t.Error("there are cards beside the well-known places without the profile")
	}
}

// TestKitCards: a client that names no version gets the card of the kit's version, without members of
// other versions.
func TestKitCards(t *testing.T) {
	const place = "/.well-known/agent-card.json"
	for _, tt := range []struct{ kit, version, has, lacks string }{
		{"1.0.0", "1.0", `"supportedInterfaces"`, `"preferredTransport"`},
		{"1.0.1", "1.0", `"supportedInterfaces"`, `"preferredTransport"`},
		{"0.3.0", "0.3", `"preferredTransport"`, `"supportedInterfaces"`},
	} {
		a := newAgent(t, Options{Conformance: tt.kit})
		said := get(a, place).Body.String()
		if !strings.Contains(said, tt.has) || strings.Contains(said, tt.lacks) || said != get(a, place, "A2A-Version", tt.version).Body.String() {
			t.Errorf("%s: %.300s", tt.kit, said)
		}
	}
	var card struct {
		URL, PreferredTransport string
		AdditionalInterfaces    []struct{ Transport, URL string }
	}
	if err := json.Unmarshal(get(newAgent(t, Options{Conformance: "0.3.0"}), place).Body.Bytes(), &card); err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, i := range card.AdditionalInterfaces {
		found[i.Transport] = i.URL
	}
	if want := "map[GRPC:http://127.0.0.1:7430 HTTP+JSON:http://127.0.0.1:7430/rest/v0.3 JSONRPC:http://127.0.0.1:7430/v0.3]"; fmt.Sprint(found) != want {
		t.Errorf("interfaces %v\nwant       %v", found, want)
	}
}

// TestKitErrors: errors have the statuses of the kit's release, and over HTTP+JSON the media type
// that the kit expects.
func TestKitErrors(t *testing.T) {
	for _, tt := range []struct {
		kit                           string
		cancel, contentType           int
		grpcVersion, grpcStream, kind string
	}{
		{"", 400, 415, "9", "9", "application/a2a+json"},
		{"1.0.0", 409, 415, "12", "12", "application/json"},
		{"1.0.1", 400, 400, "9", "9", "application/a2a+json"},
	} {
		a := newAgent(t, Options{Conformance: tt.kit})
		over := func(b a2a.Binding) peer.Client {
			return peer.Client{T: t, Agent: a, Version: a2a.V10, Binding: b}
		}
		rest, grpc := over(a2a.REST), over(a2a.GRPC)
		h := rest.Request(peer.NewCall(a2a.SendMessage, "tell me a joke"))
		h.Header.Set("Accept", "*/*")
		sent := rest.Do(t.Context(), h)
		if got := sent.Header.Get("Content-Type"); got != tt.kind {
			t.Errorf("%s: an answer is %s, want %s", tt.kit, got, tt.kind)
		}
		h.Header.Set("Content-Type", "text/plain")
		if got := rest.Do(t.Context(), h).StatusCode; got != tt.contentType {
			t.Errorf("%s: a wrong Content-Type is HTTP %d, want %d", tt.kit, got, tt.contentType)
		}
		id := a.store.all()[0].id
		h = rest.Request(&a2a.Call{Op: a2a.CancelTask, TaskID: id})
		h.Header.Set("Accept", "*/*")
		refused := rest.Do(t.Context(), h)
		body, _ := io.ReadAll(refused.Body)
		wantKind := "application/json"
		if tt.kit == "" {
			wantKind = "application/a2a+json"
		}
		if refused.StatusCode != tt.cancel || refused.Header.Get("Content-Type") != wantKind || !bytes.Contains(body, fmt.Appendf(nil, `"code":%d`, tt.cancel)) {
			t.Errorf("%s: canceling what is finished: HTTP %d %s %s, want %d", tt.kit, refused.StatusCode, refused.Header.Get("Content-Type"), body, tt.cancel)
		}
		h = grpc.Request(peer.NewCall(a2a.SendMessage, "tell me a joke"))
		h.Header.Set("A2a-Version", "99.0")
		if got := grpc.Do(t.Context(), h).Header.Get("Grpc-Status"); got != tt.grpcVersion {
			t.Errorf("%s: an unknown version is %s over gRPC, want %s", tt.kit, got, tt.grpcVersion)
		}
		res := grpc.Do(t.Context(), grpc.Request(&a2a.Call{Op: a2a.SubscribeToTask, TaskID: id}))
		if got := res.Header.Get("Grpc-Status"); got != tt.grpcStream {
			t.Errorf("%s: a subscription to what is finished is %s over gRPC, want %s", tt.kit, got, tt.grpcStream)
		}
	}
}

// TestKitStreamErrors: under a kit, a refused subscription gets a plain response, even if the
// client accepts only streams.
func TestKitStreamErrors(t *testing.T) {
	for kit, want := range map[string]string{"": "text/event-stream", "1.0.0": "application/json"} {
		p := v10(t, Options{Conformance: kit})
		id := p.ok(p.say(a2a.SendMessage, "tell me a joke", "")).Task.ID
		for _, c := range []*a2a.Call{{Op: a2a.SubscribeToTask, TaskID: id}, {Op: a2a.SubscribeToTask, TaskID: "none"}} {
			w := post(p.agent, "/v1.0", p.body(c), "A2A-Version", "1.0", "Accept", "text/event-stream")
			if w.Header().Get("Content-Type") != want || w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"error":{"code":-3200`) {
				t.Errorf("kit %q: HTTP %d %v %s", kit, w.Code, w.Header(), w.Body)
			}
		}
	}
}

// TestKitInput: the profile refuses parts of types that the card does not list.
func TestKitInput(t *testing.T) {
	odd := a2a.Part{Kind: a2a.FilePart, Bytes: []byte("tck"), MediaType: "application/x-unsupported-tck-type"}
	everywhere(t, Options{Conformance: "1.0.0"}, func(t *testing.T, p peer.Client) {
		c := saying(p, a2a.SendMessage, "", "x")
		c.Message.Parts = []a2a.Part{odd}
		want := a2a.ContentTypeNotSupported
		if len(versionOf(p.Version).Kits) == 0 {
			want = ""
		}
		refused(p, c, want)
	})
	p := v10(t, Options{})
	if got := p.ok(p.send(a2a.SendMessage, "", odd)).Task; got.Status.State != a2a.Completed {
		t.Errorf("without the profile: %+v", got)
	}
}

// TestNoKit: without the profile, ids have no meaning.
func TestNoKit(t *testing.T) {
	p := v10(t, Options{})
	c := p.say(a2a.SendMessage, "tell me a joke", "")
	c.Message.ID = "tck-reject-task-1"
	if got := p.ok(c).Task.Status.State; got != a2a.Completed {
		t.Errorf("got %s", got)
	}
}

// TestFindKit: a patch number may be left out.
func TestFindKit(t *testing.T) {
	if got := Kits(); !slices.Equal(got, []string{"1.0.0", "1.0.1", "0.3.0"}) {
		t.Errorf("kits %v", got)
	}
	for said, want := range map[string]string{"1.0": "1.0.0", "1.0.1": "1.0.1", "0.3": "0.3.0", "1.0.0": "1.0.0"} {
		if got, err := FindKit(said); got != want || err != nil {
			t.Errorf("%s is %s, %v", said, got, err)
		}
	}
	if _, err := FindKit("0.2"); err == nil || err.Error() != `there is no conformance kit for "0.2", only for 1.0.0, 1.0.1, 0.3.0` {
		t.Error(err)
	}
}

// TestScenariosAreDocumented: docs/conformance.md has each.
func TestScenariosAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/conformance.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range conformance.Scenarios() {
		if !bytes.Contains(page, []byte("| `"+s.Prefix+"` |")) {
			t.Errorf("docs/conformance.md has no row for %s", s.Prefix)
		}
	}
	for _, kit := range Kits() {
		if !bytes.Contains(page, []byte(kit)) {
			t.Errorf("docs/conformance.md does not name the kit for %s", kit)
		}
	}
}

// TestCardTimes: a card has the time of its last change, and is not sent again to a client that has it.
func TestCardTimes(t *testing.T) {
	at := time.Date(2026, 1, 31, 12, 0, 0, 7, time.UTC)
	a := newAgent(t, Options{Now: func() time.Time { return at }})
	const place = "/.well-known/agent-card.json"
	w := get(a, place)
	if got := w.Header().Get("Last-Modified"); got != "Sat, 31 Jan 2026 12:00:00 GMT" || w.Header().Get("ETag") == "" {
		t.Fatalf("%v", w.Header())
	}
	for _, tt := range []struct {
		tag, since string
		want       int
	}{
		{"", "Sat, 31 Jan 2026 12:00:00 GMT", 304},
		{"", "Sat, 31 Jan 2026 11:59:59 GMT", 200},
		{"", "yesterday", 200},
		{w.Header().Get("ETag"), "Sat, 31 Jan 2026 11:59:59 GMT", 304},
		{`"another"`, "Sat, 31 Jan 2026 12:00:00 GMT", 200},
	} {
		if got := get(a, place, "If-None-Match", tt.tag, "If-Modified-Since", tt.since).Code; got != tt.want {
			t.Errorf("%+v: HTTP %d", tt, got)
		}
	}
}
