package console

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestModelTapsRecordCallsWithoutKeys: what passes a model's tap arrives unchanged, is read, and leaves none of the
// keys that these APIs take on the disk.
func TestModelTapsRecordCallsWithoutKeys(t *testing.T) {
	t.Parallel()
	const key = "sk-proj-4f9a1c77e02b4d5e"
	const answer = `{"id":"msg_1","type":"message","role":"assistant","model":"claude-x","content":[{"type":"text","text":"forty-two"}],"stop_reason":"end_turn","usage":{"input_tokens":12,"output_tokens":5}}`
	var got []string // what the API received
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = append(got, r.Host+" "+r.URL.RequestURI()+" "+r.Header.Get("Authorization")+r.Header.Get("X-Api-Key")+r.Header.Get("X-Goog-Api-Key")+r.Header.Get("Api-Key")+" "+string(body))
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, answer)
	}))
	t.Cleanup(api.Close)
	b := testPlumbing(t, PlumbingOptions{})
	taps, err := b.OpenModels(t.Context(), testEnv{}, -1, []Model{{"ANTHROPIC_BASE_URL", api.URL + "/proxy"}})
	if err != nil || len(taps) != 1 || taps[0].Model != api.URL+"/proxy" || !strings.HasSuffix(taps[0].URL, "/proxy") {
		t.Fatalf("%+v, %v", taps, err)
	}
	const request = `{"tools":[{"type":"mcp","authorization":"` + key + `","headers":{"X-Any":"` + key + `"},"server_url":"https://me:` + key + `@mcp.test/"}],"mcp_servers":[{"authorization_token":"` + key + `"}],"model":"claude","max_tokens":9,"messages":[{"role":"user","content":"task 86193011-8db5-4546-93f7-0fb790942237"}],"metadata":{"context_id":"ctx-9"}}`
	for _, h := range [][2]string{{"Authorization", "Bearer " + key}, {"X-Api-Key", key}, {"X-Goog-Api-Key", key}, {"Api-Key", key}, {"", ""}} {
		url := taps[0].URL + "/v1/messages"
		if h[0] == "" {
			url += "?key=" + key
		}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(request))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("X-Conversation-Id", "chat-7")
		if h[0] != "" {
			r.Header.Set(h[0], h[1])
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		if resp.Body.Close(); err != nil || string(body) != answer {
			t.Errorf("answered %s, %v", body, err)
		}
		want := strings.TrimPrefix(api.URL, "http://") + " /proxy" + strings.TrimPrefix(url, taps[0].URL) + " " + h[1] + " " + request
		if got[len(got)-1] != want {
			t.Errorf("the API received %s\nwant %s", got[len(got)-1], want)
		}
	}
	list, err := b.Store.Exchanges(t.Context(), wire.Filter{Conditions: []string{"model"}, Models: []string{"claude-x"}}, wire.Page{})
	if err != nil || len(list) != 5 {
		t.Fatalf("%d calls, %v", len(list), err)
	}
	for _, x := range list {
		m := x.Labels.Model
		if m == nil || m.API != "anthropic.messages" || m.Input != 12 || m.Output != 5 || m.Finish != "end_turn" ||
			!slices.Equal(m.IDs, []string{"86193011-8db5-4546-93f7-0fb790942237", "chat-7", "ctx-9"}) {
			t.Errorf("labels %+v", m)
		}
		if !strings.HasPrefix(x.Labels.Text, "task 86193011") || !strings.Contains(x.Labels.Text, "forty-two") {
			t.Errorf("text %q", x.Labels.Text)
		}
		if x.Labels.Findings > 0 || x.Labels.Failed {
			t.Errorf("%d findings, failed: %v", x.Labels.Findings, x.Labels.Failed)
		}
	}
	if agents, err := b.Store.Agents(t.Context()); err != nil || len(agents) > 0 {
		t.Errorf("agents %v, %v", agents, err)
	}
	files, err := filepath.Glob(filepath.Join(filepath.Dir(b.opts.DB), "*"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		if data, err := os.ReadFile(name); err != nil || bytes.Contains(data, []byte(key)) {
			t.Errorf("%s has the key (%v)", filepath.Base(name), err)
		}
	}
}

func TestModelTapsRefuseTapsAndForeignHosts(t *testing.T) {
	t.Parallel()
	b := testPlumbing(t, PlumbingOptions{})
	first, err := b.OpenModels(t.Context(), testEnv{}, -1, []Model{{URL: "http://127.0.0.1:1/v1"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.OpenModels(t.Context(), testEnv{}, -1, []Model{{URL: first[0].URL}}); err == nil || !strings.Contains(err.Error(), "give the address of the model itself") {
		t.Errorf("a tap of a tap: %v", err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, first[0].URL+"/chat/completions", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	r.Host = "evil.example"
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusForbidden {
		t.Errorf("a rebound name got %d", resp.StatusCode)
	}
}
