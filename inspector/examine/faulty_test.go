package examine_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/agent"
)

// untested are the probes that were not tested.
func untested(r *examine.Report) (out []string) {
	for _, row := range r.Rows {
		if row.Result == verdict.Skip {
			out = append(out, row.Probe)
		}
	}
	return out
}

// rows summarizes a probe's rows, one per interface: "A2A 1.0 JSON-RPC pass".
func rows(r *examine.Report, probe string) (out []string) {
	for _, row := range r.Rows {
		if row.Probe == probe {
			out = append(out, row.Interface+" "+string(row.Result))
		}
	}
	return out
}

// unfound corrupts the answers about tasks that do not exist.
func unfound(status int, text string) func(http.Handler) http.Handler {
	return answering(func(_ *http.Request, asked []byte, _ http.Header, was int, body []byte) (int, []byte) {
		if !bytes.Contains(body, []byte("-32001")) || !bytes.Contains(asked, []byte(`"GetTask"`)) {
			return was, body
		}
		_, id, _ := bytes.Cut(asked, []byte(`"id":"`))
		id, _, _ = bytes.Cut(id, []byte(`"`))
		return status, []byte(strings.ReplaceAll(text, "ID", string(id)))
	})
}

// TestOneFaultIsOneFailure: a wrong answer of one operation fails only its own probe, and the examination continues.
func TestOneFaultIsOneFailure(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		wrap  func(http.Handler) http.Handler
		fails string
	}{
		"an empty result":     {unfound(200, `{"jsonrpc":"2.0","id":"ID","result":{}}`), "RES-07 get-unknown"},
		"a null result":       {unfound(200, `{"jsonrpc":"2.0","id":"ID","result":null}`), "RES-07 get-unknown"},
		"nothing":             {unfound(500, ``), "RPC-09"},
		"forbidden":           {unfound(403, ``), ""},
		"an unknown method":   {unfound(200, `{"jsonrpc":"2.0","id":"ID","error":{"code":-32601,"message":"no"}}`), ""},
		"the version is none": {unfound(200, `{"jsonrpc":"2.0","id":"ID","error":{"code":-32009,"message":"no"}}`), "ERR-08"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := serve(t, agent.Options{}, c.wrap)
			report := r.examine(t.Context(), r.plainly(texts...))
			failed := failures(report)
			if got := rows(report, "interface"); !slices.Equal(got, []string{"A2A 1.0 JSON-RPC pass"}) {
				t.Errorf("interface: %v", got)
			}
			if got := strings.Join(failed, " "); got != c.fails {
				t.Errorf("fails at %q, expected %q", got, c.fails)
			}
			if skipped := untested(report); len(skipped) > 1 {
				t.Errorf("not tested: %v", skipped)
			}
		})
	}
}

// TestCardWithoutVersion: an agent whose card names no version is examined in the version that it speaks.
func TestCardWithoutVersion(t *testing.T) {
	t.Parallel()
	for speaks, other := range map[a2a.Version]a2a.Version{a2a.V01: a2a.V02, a2a.V02: a2a.V01} {
		t.Run(string(speaks), func(t *testing.T) {
			t.Parallel()
			v, _ := registry.ByName(speaks)
			r := serve(t, agent.Options{Dialects: []*version.Version{v}, DisabledCapabilities: []string{"extended-card"}}, answering(versionless))
			o := r.options(nil, nil)
			o.Texts = texts
			report := r.examine(t.Context(), o)
			if failed := failures(report); len(failed) > 0 {
				t.Errorf("fails at %v", failed)
			}
			got := strings.Join(rows(report, "interface"), ", ")
			for _, want := range []string{"A2A " + string(other) + " JSON-RPC not_applicable", "A2A " + string(speaks) + " JSON-RPC pass"} {
				if !strings.Contains(got, want) {
					t.Errorf("%q is not in %s", want, got)
				}
			}
		})
	}
}

// versionless reduces a card to what 0.1 and 0.2 have in common.
func versionless(q *http.Request, _ []byte, _ http.Header, status int, body []byte) (int, []byte) {
	var card, both map[string]json.RawMessage
	if !strings.Contains(q.URL.Path, "/.well-known/") || json.Unmarshal(body, &card) != nil {
		return status, body
	}
	both = map[string]json.RawMessage{"capabilities": json.RawMessage(`{"streaming":true,"pushNotifications":true}`)}
	for _, name := range []string{"name", "description", "url", "version", "defaultInputModes", "defaultOutputModes", "skills"} {
		both[name] = card[name]
	}
	body, _ = json.Marshal(both)
	return status, body
}

// TestTaskThatGoesOn: the last probe finds a task that changes after it has ended.
func TestTaskThatGoesOn(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	canceled := map[string]bool{}
	goesOn := answering(func(_ *http.Request, asked []byte, _ http.Header, status int, body []byte) (int, []byte) {
		mu.Lock()
		defer mu.Unlock()
		_, rest, ok := bytes.Cut(asked, []byte(`"params":{"id":"`))
		named, _, _ := bytes.Cut(rest, []byte(`"`))
		switch {
		case !ok:
		case bytes.Contains(asked, []byte(`"CancelTask"`)) && bytes.Contains(body, []byte("TASK_STATE_CANCELED")):
			canceled[string(named)] = true
		case bytes.Contains(asked, []byte(`"GetTask"`)) && canceled[string(named)]:
			body = bytes.ReplaceAll(body, []byte("TASK_STATE_CANCELED"), []byte("TASK_STATE_COMPLETED"))
		}
		return status, body
	})
	r := serve(t, agent.Options{}, goesOn)
	report := r.examine(t.Context(), r.plainly(texts...))
	failed := failures(report)
	if !slices.Contains(failed, "stays-over") || !slices.Contains(failed, "STM-01") {
		t.Errorf("fails at %v", failed)
	}
}

// TestDeliveryThatIsNone: a delivery that is not a notification fails, by a check.
func TestDeliveryThatIsNone(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		version     a2a.Version
		before, end string
		fails       string
	}{
		"as an answer, 0.3": {a2a.V03, `{"jsonrpc":"2.0","id":"1","result":`, `}`, "PUSH-21"},
		"as a call, 0.3":    {a2a.V03, `{"jsonrpc":"2.0","id":"1","method":"tasks/pushNotification","params":`, `}`, "PUSH-21"},
		"as an answer, 1.0": {a2a.V10, `{"jsonrpc":"2.0","id":"1","result":`, `}`, "PUSH-11"},
		"in a list, 0.2":    {a2a.V02, `[`, `]`, "PUSH-21"},
		"as it should be":   {a2a.V03, ``, ``, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := serve(t, agent.Options{}, nil)
			o := r.options([]a2a.Version{c.version}, []a2a.Binding{a2a.JSONRPC})
			o.Texts = texts[:1]
			o.Hook = between(t, o.Hook, c.before, c.end)
			report := r.examine(t.Context(), o)
			failed := failures(report)
			if (c.fails != "") != slices.Contains(failed, "push-delivery") || c.fails != "" && !slices.Contains(failed, c.fails) {
				t.Errorf("fails at %v", failed)
			}
		})
	}
}

// between changes the bytes of deliveries to webhooks.
func between(t *testing.T, hook func(string) examine.Hook, before, end string) func(string) examine.Hook {
	return func(agent string) examine.Hook {
		h := hook(agent)
		to := h.URL
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
			body, _ := io.ReadAll(q.Body)
			if q.Method == http.MethodPost {
				body = []byte(before + string(body) + end)
			}
			out, _ := http.NewRequestWithContext(context.Background(), q.Method, to, bytes.NewReader(body))
			out.Header = q.Header.Clone()
			if res, err := http.DefaultClient.Do(out); err == nil {
				res.Body.Close()
				w.WriteHeader(res.StatusCode)
			}
		}))
		t.Cleanup(s.Close)
		h.URL = s.URL + "/hook"
		return h
	}
}

// TestTaskForEverything: an agent that answers everything with a task fails the probes that expect a refusal. Its task
// is not judged as an extended card, and its null id not as wrong where ours could not be read.
func TestTaskForEverything(t *testing.T) {
	t.Parallel()
	r := serve(t, agent.Options{DisabledCapabilities: []string{"extended-card"}}, answering(func(_ *http.Request, asked []byte, _ http.Header, status int, body []byte) (int, []byte) {
		id := "null"
		switch {
		case bytes.Contains(asked, []byte("GetExtendedAgentCard")):
			var call struct{ ID json.RawMessage }
			_ = json.Unmarshal(asked, &call)
			id = string(call.ID)
		case json.Valid(asked) || len(asked) == 0:
			return status, body
		}
		return 200, []byte(`{"jsonrpc":"2.0","id":` + id + `,"result":{"task":{"id":"t","contextId":"c","status":{"state":"TASK_STATE_COMPLETED"}}}}`)
	}))
	failed := failures(r.examine(t.Context(), r.plainly(texts...)))
	if !slices.Contains(failed, "extended-card-undeclared") || !slices.Contains(failed, "malformed-json") || slices.Contains(failed, "CARD-06") || slices.Contains(failed, "CARD-05") || slices.Contains(failed, "CARD-08") || slices.Contains(failed, "RPC-08") {
		t.Errorf("fails at %v", failed)
	}
}
