package redact

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

var scanned = []string{
	"token", "params.token", "result.token", "result.configs.*.token", "result.[].auth.credentials",
	"*.secret", "access_token", "client_secret", "params.metadata.*", "x.y", "hook", "?", "result.?", "odd_", "o-k", "x.",
}

// sameByReads compares the bytes and Redactions of a body, read in pieces, with those of one read.
func sameByReads(t *testing.T, events bool, body []byte, sizes []int) (hidden int) {
	t.Helper()
	build := NewRedactor
	if events {
		build = NewEventRedactor
	}
	whole, pieces := build(NewMembers(scanned...), []byte("k"), "x"), build(NewMembers(scanned...), []byte("k"), "x")
	a, b := whole.Body(body), []byte(nil)
	for i, rest := 0, body; len(rest) > 0; i++ {
		n := min(max(sizes[i%len(sizes)], 1), len(rest))
		b = append(b, pieces.Body(rest[:n])...)
		rest = rest[n:]
	}
	whole.Close()
	pieces.Close()
	told := whole.Take()
	if !bytes.Equal(a, b) {
		t.Fatalf("%q by %v:\n got %q\nwhole %q", body, sizes, b, a)
	}
	if also := pieces.Take(); !slices.Equal(told, also) {
		t.Fatalf("%q by %v: found %+v and %+v", body, sizes, told, also)
	}
	return len(told)
}

// odd are strings that a scan may misread; all without their quotes.
var odd = []string{
	"token", "TOKEN", "Token", "tok_en", "token_", "_token", "tok\\u0065n", "\\u0074oken", "toke\\u006E", "toke\\u006", "to\u212Aen", "to\\u212aen",
	"credentials", "hook", "hoo\u212A", "credential\\u017f", "cre_den_tials", "secret", "\\u0073ecret", "access_token", "acce\\u0073s\\u005ftoken",
	"client_secret", "clientSecret", "client-secret", "client-secret-", "odd", "o_dd", "ok", "OK_", "_", "client-secre-t", "CLIENT.SECRET", "nextPageToken", "x_api-key", "X-Auth", "author", "api\u002dkey", "api_\u212aey", "params", "result", "par_ams", "configs", "auth", "metadata", "x", "y", "y_", "",
	"text\\\\", "\\\"token", "\\\\\\\"", "\u4f60\u597d", "\\u4f60\\u597d", "caf\\u00e9", "<\\u003e", "the token", "a\ttoken", "\\token", "[]", "*",
	strings.Repeat("_", 30) + "token", strings.Repeat("_", maxKeyBytes) + "token", strings.Repeat("x", 2000),
}

// document writes a random JSON text, and occasionally one that is not JSON.
func document(r *rand.Rand, depth int) string {
	name := func() string {
		if r.IntN(3) > 0 {
			return fmt.Sprintf("%q", []string{"kind", "text", "state", "parts", "id", "role"}[r.IntN(6)])
		}
		return `"` + odd[r.IntN(len(odd))] + `"`
	}
	space := []string{"", "", "", " ", "\t"}[r.IntN(5)]
	switch n := r.IntN(10); {
	case depth > 0 && n < 4:
		var all []string
		for range r.IntN(4) {
			all = append(all, name()+space+[]string{":", ":", ":", ":", ":", ":", "", ",", " x :"}[r.IntN(9)]+space+document(r, depth-1))
		}
		return "{" + strings.Join(all, ",") + []string{"}", "}", "}", "}", "}", "}", "]", "", "}}"}[r.IntN(9)]
	case depth > 0 && n < 6:
		var all []string
		for range r.IntN(3) {
			all = append(all, document(r, depth-1))
		}
		return "[" + strings.Join(all, ","+space) + "]"
	case n < 8:
		return name()
	}
	return []string{"12.5e3", "true", "null", "-1", "x", "\\", `"`}[r.IntN(7)]
}

// stream puts documents into events, with all kinds of line ends.
func stream(r *rand.Rand) string {
	var b strings.Builder
	ends := []string{"\n", "\r", "\r\n"}
	end := func() string {
		if r.IntN(8) == 0 {
			return ends[r.IntN(3)]
		}
		return ends[0]
	}
	for range 1 + r.IntN(5) {
		if r.IntN(3) == 0 {
			b.WriteString([]string{"id: 1", ": keep-alive", "event: token", "data", "retry:3", "\"token\":\"x\""}[r.IntN(6)] + end())
		}
		doc := document(r, 4)
		for range r.IntN(3) { // several data lines, perhaps in the middle of a name
			at := r.IntN(len(doc) + 1)
			doc = doc[:at] + end() + []string{"data:", "data: ", "id:"}[r.IntN(3)] + doc[at:]
		}
		b.WriteString([]string{"data: ", "data:", "Data: "}[r.IntN(3)] + doc + end())
		if r.IntN(6) > 0 {
			b.WriteString(end())
		}
		if r.IntN(8) == 0 {
			ends = append(ends[1:], ends[0])
		}
	}
	return b.String()
}

// TestReadsChangeNothing: how a body is cut into reads changes neither bytes nor Redactions.
func TestReadsChangeNothing(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	hidden := 0
	for i := range 8_000 {
		events := i%2 == 0
		body := ""
		if events {
			body = stream(r)
		} else {
			for range 1 + r.IntN(3) {
				body += document(r, 5) + []string{"", "\n", " ", "\r\n"}[r.IntN(4)]
			}
		}
		sizes := [][]int{{1}, {len(body)}, {1 + r.IntN(40)}, {r.IntN(100), r.IntN(10), r.IntN(300)}}[r.IntN(4)]
		hidden += sameByReads(t, events, []byte(body), sizes)
	}
	if hidden < 700 {
		t.Errorf("only %d secrets in all", hidden)
	}
}

func TestNamesInAnySpelling(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"token", "TOKEN", "tok_en", "token_", "tok-en", "token-", "-t-o-k-e-n", "_t_o_k_e_n_", "tok\\u0065n", "\\u0074oken", "toke\\u006e", "toke\\u006E", "token\\u005f",
	} {
		doc := `{"jsonrpc":"2.0","result":{"configs":[[{"kind":"x","` + name + `" : "hush"}]]}}`
		r := NewRedactor(NewMembers("result.configs.*.*.token"), nil, "x")
		if out := r.Body([]byte(doc)); bytes.Contains(out, []byte("hush")) {
			t.Errorf("%s", out)
		}
	}
	for _, doc := range []string{
		`{"x":{"y":"hush"}}`, `{"x":{"_y_":"hush"}}`, `{"hook":"hush"}`, `{"params":{"metadata":{"any":"hush"}}}`,
	} {
		r := NewRedactor(NewMembers(scanned...), nil, "x")
		if out := string(r.Body([]byte(doc))); out != strings.Replace(doc, "hush", "****", 1) {
			t.Errorf("%s", out)
		}
	}
}

// FuzzReads is TestReadsChangeNothing for unforeseen input.
func FuzzReads(f *testing.F) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		f.Add([]byte(stream(r)), []byte{byte(r.IntN(256)), 3}, true)
		f.Add([]byte(document(r, 4)), []byte{byte(r.IntN(256))}, false)
	}
	f.Fuzz(func(t *testing.T, body, cuts []byte, events bool) {
		sizes := []int{len(body)}
		for i, c := range cuts {
			if sizes = append(sizes, int(c)); i == 0 {
				sizes = sizes[1:]
			}
		}
		sameByReads(t, events, body, sizes)
	})
}

// BenchmarkScan measures the cost of a body without secrets.
func BenchmarkScan(b *testing.B) {
	event := "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"kind\":\"artifact-update\",\"taskId\":\"0193-a\",\"contextId\":\"0193-b\",\"artifact\":{\"artifactId\":\"a-1\",\"parts\":[{\"kind\":\"text\",\"text\":\"" + strings.Repeat("word ", 6) + "\"}]},\"append\":true,\"lastChunk\":false}}\n\n"
	call := `{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[{"text":"` + strings.Repeat("word ", 180) + `"}]}}}`
	list := `{"jsonrpc":"2.0","id":1,"result":{"tasks":[` + strings.Repeat(`{"id":"t","contextId":"c","status":{"state":"TASK_STATE_WORKING"}},`, 14) + `{}]}}`
	paths := []string{
		"result.pushNotificationConfig.token", "result.token", "result.authentication.credentials", "result.configs.*.token",
		"params.pushNotificationConfig.token", "params.configuration.pushNotificationConfig.authentication.credentials", "access_token", "client_secret",
	}
	for _, c := range []struct {
		name, body string
		events     bool
		n          int
	}{{"events", strings.Repeat(event, 100), true, 100}, {"call", call, false, 1}, {"list", list, false, 1}} {
		b.Run(c.name, func(b *testing.B) {
			r := NewRedactor(NewMembers(paths...), []byte("k"), "x")
			if c.events {
				r = NewEventRedactor(NewMembers(paths...), []byte("k"), "x")
			}
			p := []byte(c.body)
			b.ReportAllocs()
			b.SetBytes(int64(len(p)))
			for b.Loop() {
				r.Body(p)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*c.n), "ns/each")
		})
	}
}
