package redact_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

var key = []byte("a key of this recording")

func run(r *redact.Redactor, in []byte, sizes ...int) []byte {
	var out []byte
	for i := 0; len(in) > 0; i++ {
		n := len(in)
		if len(sizes) > 0 {
			n = min(max(sizes[i%len(sizes)], 1), n)
		}
		out = append(out, r.Body(in[:n])...)
		in = in[n:]
	}
	return append(out, r.Close()...)
}

// told closes a Redactor and returns everything that it found.
func told(r *redact.Redactor) []wire.Redaction {
	r.Close()
	return r.Take()
}

func TestRedactBody(t *testing.T) {
	t.Parallel()
	paths := []string{"params.?", "params.token", "params.auth.credentials", "result.configs.*.token"}
	for in, want := range map[string]string{
		`{"params":{"token":"s3cret","other":"s3cret"}}`:                   `{"params":{"token":"******","other":"s3cret"}}`,
		`{"Params" : {"TOKEN"  :  "a\"b\\" }}`:                             `{"Params" : {"TOKEN"  :  "******" }}`,
		`{"params":{"tok\u0065n":"s3cret"}}`:                               `{"params":{"tok\u0065n":"******"}}`,
		`{"params":{"token":-12.5e3,"x":1}}`:                               `{"params":{"token":1111111,"x":1}}`,
		`{"params":{"token":null}}`:                                        `{"params":{"token":null}}`,
		`{"params":{"auth":{"credentials":{"a":"x","b":["y",7]}}}}`:        `{"params":{"auth":{"credentials":{"a":"*","b":["*",1]}}}}`,
		`{"result":{"configs":[{"token":"one"},{"token":"two"}]}}`:         `{"result":{"configs":[{"token":"***"},{"token":"***"}]}}`,
		`{"result":{"configs":{"a":{"token":"one"}}}}`:                     `{"result":{"configs":{"a":{"token":"***"}}}}`,
		`[{"params":{"token":"one"}},{"params":{"token":"two"}}]`:          `[{"params":{"token":"***"}},{"params":{"token":"***"}}]`,
		`{"token":"top","x":{"params":{"token":"deeper"}}}`:                `{"token":"top","x":{"params":{"token":"deeper"}}}`,
		`{"params":{"db_pwd":"a/b","PWD":"/root","pwd":"/a/b","cwd":"x"}}`: `{"params":{"db_pwd":"***","PWD":"*****","pwd":"****","cwd":"x"}}`,
		`{"params":{"token":"a"b c","x":1}}`:                               `{"params":{"token":"*"************`,
		`{"params":{"token": b"s3cret"}}`:                                  `{"params":{"token": 1**********`,
		`{"params":{"token":"a","x":b c}}`:                                 `{"params":{"token":"*","x":b c}}`,
		`{"params":{"token":""}}`:                                          `{"params":{"token":""}}`,
		`{"params":{"token":"a"},"params":{"token":"b"}}`:                  `{"params":{"token":"*"},"params":{"token":"*"}}`,
		`{"a":"say "hi" to","url":"x?a=b\u0026token=s3cret"}`:              `{"a":"say "hi" to","url":"x?a=b\u0026token=********`,
		`{"params":{"token":"never closed`:                                 `{"params":{"token":"************`,
		"{\"params\":{\"token\":" + strings.Repeat("[", 600) + `"s"`:       "{\"params\":{\"token\":" + strings.Repeat("[", 600) + `"*"`,
	} {
		for _, size := range []int{1, 2, 7, 1000} {
			r := redact.NewRedactor(redact.NewMembers(paths...), key, "request.body")
			if got := string(run(r, []byte(in), size)); got != want {
				t.Errorf("%s by %d:\n got %s\nwant %s", in, size, got, want)
			}
		}
	}
}

func TestRedactionSays(t *testing.T) {
	t.Parallel()
	in := `{"a":{"t":"same"},"b":{"t":"same"},"c":{"t":"else"}}`
	r := redact.NewRedactor(redact.NewMembers("*.t"), key, "request.body")
	run(r, []byte(in), 3)
	f := told(r)
	if len(f) != 3 || f[0].Name != "*.t" || f[0].Place != "request.body" || in[f[1].Offset:f[1].Offset+f[1].Length] != "same" {
		t.Fatalf("%+v", f)
	}
	if f[0].Fingerprint != f[1].Fingerprint || f[0].Fingerprint == f[2].Fingerprint || len(f[0].Fingerprint) != 16 {
		t.Errorf("fingerprints %q %q %q", f[0].Fingerprint, f[1].Fingerprint, f[2].Fingerprint)
	}
	other := redact.NewRedactor(redact.NewMembers("*.t"), []byte("another"), "")
	run(other, []byte(in))
	if told(other)[0].Fingerprint == f[0].Fingerprint {
		t.Error("the fingerprint does not depend on the key")
	}
}

func TestRedactEvents(t *testing.T) {
	t.Parallel()
	in := "data: {\"result\":{\"token\":\"s3cret\"}}\n\nid: 1\r\ndata:{\"result\":\r\ndata: {\"token\":\"more\"}}\r\n\r\n: token\rdata: {\"token\":\"top\"}\n\n"
	want := "data: {\"result\":{\"token\":\"******\"}}\n\nid: 1\r\ndata:{\"result\":\r\ndata: {\"token\":\"****\"}}\r\n\r\n: token\rdata: {\"token\":\"top\"}\n\n"
	for _, size := range []int{1, 2, 9, 1000} {
		r := redact.NewEventRedactor(redact.NewMembers("result.token"), key, "response.body")
		if got := string(run(r, []byte(in), size)); got != want {
			t.Errorf("by %d:\n got %q\nwant %q", size, got, want)
		}
	}
}

func TestRedactForm(t *testing.T) {
	t.Parallel()
	r := redact.NewFormRedactor([]string{"client_secret", "refresh token"}, key, "request.body")
	got := string(run(r, []byte("a=1&client_secret=hush&Refresh+Token=x%20y&b=client_secret"), 2))
	found := told(r)
	if want := "a=1&client_secret=****&Refresh+Token=*****&b=client_secret"; got != want || len(found) != 2 {
		t.Errorf("got %s, want %s, found %+v", got, want, found)
	}
}

func TestRedactHeader(t *testing.T) {
	t.Parallel()
	claims := base64.RawURLEncoding.EncodeToString([]byte(`{"iss":"https://id","aud":["a","b"],"scope":"read","exp":1700000000,"sub":"private"}`))
	jwt := "eyJhbGciOiJub25lIn0." + claims + ".c2ln"
	h := http.Header{
		"Authorization": {"Bearer " + jwt}, "Cookie": {"sid=abc; theme=dark"}, "Set-Cookie": {"sid=new; Path=/; HttpOnly"},
		"X-Api-Key": {"k-123"}, "Proxy-Authorization": {"Basic dXNlcjpwYXNz"}, "Accept": {"*/*"},
	}
	s := redact.Secrets{Headers: []string{"authorization", "cookie", "set-cookie", "x-api-key", "proxy-authorization"}}
	out, found := redact.Header(h, s, key, "request.header")
	for name, want := range map[string]string{
		"Authorization": "Bearer " + strings.Repeat("*", len(jwt)), "Cookie": "sid=***; theme=****", "Set-Cookie": "sid=***; Path=/; HttpOnly",
		"X-Api-Key": "*****", "Proxy-Authorization": "Basic ************", "Accept": "*/*",
	} {
		if got := out.Get(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if h.Get("X-Api-Key") != "k-123" {
		t.Error("the original was changed")
	}
	a := found[0]
	if a.Kind != "bearer" || a.Detail != "iss=https://id aud=a,b scope=read exp=2023-11-14T22:13:20Z" || a.Offset != 7 || strings.Contains(a.Detail, "private") {
		t.Errorf("%+v", a)
	}
}

func TestRedactURL(t *testing.T) {
	t.Parallel()
	s := redact.Secrets{Query: []string{"api_key", "token"}}
	got, found := redact.URL("http://me:pa@ss@h/p;token=x?a=1&API_KEY=k%20y&token=&b#TOKEN=y&c=d", s, key)
	if want := "http://me:*****@h/p;token=*?a=1&API_KEY=*****&token=&b#TOKEN=*&c=d"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if len(found) != 4 || found[2].Name != "API_KEY" || got[found[2].Offset-1] != '=' {
		t.Errorf("%+v", found)
	}
}

// FuzzRedactor: for any input, the division into reads changes nothing, and valid JSON stays valid and
// loses its secrets.
func FuzzRedactor(f *testing.F) {
	f.Add([]byte(`{"params":{"token":"x\"y","list":[{"token":"é"}]},"n":-1.5e3}`), []byte{1, 5}, uint8(0))
	f.Add([]byte("data: {\"params\":{\"token\":\"x\"}}\r\n\r\ndata: 1\rdata"), []byte{2}, uint8(1))
	f.Add([]byte("a=b&token=c%20d&&="), []byte{3}, uint8(2))
	f.Fuzz(func(t *testing.T, in []byte, sizes []byte, mode uint8) {
		names := []string{"params.token", "params.list.*.token", "*.secret", "token"}
		build := []func([]string, []byte, string) *redact.Redactor{byMembers(redact.NewRedactor), byMembers(redact.NewEventRedactor), redact.NewFormRedactor}[mode%3]
		n := []int{1}
		for _, b := range sizes {
			n = append(n, int(b))
		}
		given := bytes.Clone(in)
		a, b := build(names, key, "x"), build(names, key, "x")
		whole, pieces := run(a, in), run(b, in, n...)
		if !bytes.Equal(in, given) {
			t.Fatal("the input was changed")
		}
		if !bytes.Equal(whole, pieces) || len(whole) != len(in) {
			t.Fatalf("one read %q\nmany %q", whole, pieces)
		}
		x, y := told(a), told(b)
		if !slices.Equal(x, y) {
			t.Fatalf("found %+v and %+v", x, y)
		}
		at := 0
		for _, r := range x { // nothing else was changed
			if !bytes.Equal(whole[at:r.Offset], in[at:r.Offset]) && mode%3 != 1 {
				t.Fatalf("bytes before %+v were changed", r)
			}
			at = int(r.Offset + r.Length)
		}
		if mode%3 == 0 && json.Valid(in) {
			if !json.Valid(whole) {
				t.Fatalf("%q is valid, %q is not", in, whole)
			}
			noSecrets(t, whole)
		}
		if _, err := url.ParseQuery(string(in)); mode%3 == 2 && err == nil {
			v, _ := url.ParseQuery(string(whole))
			for k, all := range v {
				for _, s := range all {
					if strings.EqualFold(k, "token") && strings.Trim(s, "*\r\n") != "" {
						t.Fatalf("%q is left of %s", s, k)
					}
				}
			}
		}
	})
}

func byMembers(make func(*redact.Members, []byte, string) *redact.Redactor) func([]string, []byte, string) *redact.Redactor {
	return func(names []string, key []byte, where string) *redact.Redactor {
		return make(redact.NewMembers(names...), key, where)
	}
}

// noSecrets searches, with encoding/json, for what should be gone.
func noSecrets(t *testing.T, doc []byte) {
	d := json.NewDecoder(bytes.NewReader(doc))
	d.UseNumber()
	var v any
	if d.Decode(&v) != nil {
		return
	}
	for _, root := range append(asList(v), v) {
		m, _ := root.(map[string]any)
		for k, v := range m {
			if strings.EqualFold(k, "token") {
				filled(t, v)
			}
			in, _ := v.(map[string]any)
			for name, v := range in {
				if strings.EqualFold(name, "secret") || strings.EqualFold(k, "params") && strings.EqualFold(name, "token") {
					filled(t, v)
				}
			}
		}
	}
}

func asList(v any) []any { l, _ := v.([]any); return l }

func filled(t *testing.T, v any) {
	switch v := v.(type) {
	case string:
		if strings.Trim(v, "*") != "" {
			t.Fatalf("%q is left", v)
		}
	case json.Number:
		if strings.Trim(string(v), "1") != "" {
			t.Fatalf("%s is left", v)
		}
	case []any:
		for _, x := range v {
			filled(t, x)
		}
	case map[string]any:
		for _, x := range v {
			filled(t, x)
		}
	}
}

func BenchmarkRedactor(b *testing.B) {
	doc := []byte(`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"parts":[{"text":"` + strings.Repeat("word ", 180) + `"}]},"token":"abc"}}`)
	b.SetBytes(int64(len(doc)))
	members := redact.NewMembers("params.token", "params.configuration.pushNotificationConfig.token")
	for b.Loop() {
		redact.NewRedactor(members, key, "x").Body(doc)
	}
}

// Bodies of other kinds without secrets.
func BenchmarkRedactorOthers(b *testing.B) {
	s := redact.Secrets{Form: []string{"client_secret", "token"}, RequestFields: secretFields()}
	for name, p := range map[string][]byte{
		"application/x-www-form-urlencoded": []byte("a=" + strings.Repeat("x", 500) + "&b=" + strings.Repeat("y", 500)),
		"application/grpc":                  wire.AppendGRPC(nil, append([]byte{1<<3 | 2, 0xe8, 7}, make([]byte, 1000)...)),
	} {
		b.Run(name, func(b *testing.B) {
			h := http.Header{"Content-Type": {name}}
			r := s.Redactor(wire.Request, redact.BodyKindOf(h, wire.FramingOf(h)), p, key)
			b.ReportAllocs()
			b.SetBytes(int64(len(p)))
			for b.Loop() {
				r.Body(p)
			}
		})
	}
}

// A stream as a fast agent sends it: 110 events in each read.
func BenchmarkRedactorStream(b *testing.B) {
	event := "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"artifact\":{\"parts\":[{\"kind\":\"text\",\"text\":\"" + strings.Repeat("word ", 40) + "\"}]}}}\n\n"
	paths := []string{"result.pushNotificationConfig.token", "result.token", "result.authentication.credentials", "result.configs.*.token", "token", "access_token"}
	p := []byte(strings.Repeat(event, 110))
	r := redact.NewEventRedactor(redact.NewMembers(paths...), key, "x")
	b.SetBytes(int64(len(p)))
	for b.Loop() {
		r.Body(p)
	}
}

// A head as clients send it, without a secret.
func BenchmarkHeader(b *testing.B) {
	h := http.Header{
		"Accept": {"application/json, text/event-stream;q=0.9"}, "Accept-Encoding": {"gzip, deflate"}, "Accept-Language": {"en-US,en;q=0.5"}, "Cache-Control": {"max-age=0"},
		"Content-Length": {"313"}, "Content-Type": {"application/json; charset=utf-8"}, "Host": {"127.0.0.1:7431"}, "A2a-Version": {"1.0"}, "A2a-Extensions": {"https://a.test/ext/v1"},
		"Traceparent": {"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}, "User-Agent": {"python-httpx/0.28.1"}, "X-Request-Id": {"6d3f2f0e-5b9a-4f5e-9a35-8b2f1c4f7a10"},
	}
	s := redact.Secrets{Heuristics: true, Headers: []string{"X-A2A-Notification-Token", "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie"}, Query: []string{redact.AnySecretName, "token", "key"}}
	b.ReportAllocs()
	for b.Loop() {
		redact.Header(h, s, key, "x")
	}
}
