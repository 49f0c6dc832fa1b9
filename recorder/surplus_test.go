package recorder

import (
	"net/http"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// Heads as received, and what arrived after a response, are read back without secrets: neither one that began
// in the body nor one in what arrived after it.
func TestHeadsAndSurplusComeBackWithoutSecrets(t *testing.T) {
	t.Parallel()
	const secret = "Zx9-hush-Zx9"
	s := open(t, func(o *Options) {
		o.Secrets = func(*wire.Exchange) redact.Secrets {
			return redact.Secrets{Headers: []string{"Set-Cookie"}, Query: []string{"key"}, Response: redact.NewMembers("result.token")}
		}
	})
	for name, tt := range map[string]struct{ body, surplus, want, wantBody string }{
		"a body that goes on": {`{"result":{"token":"Zx9-hu`, `sh-Zx9","x":1}}`, `******","x":1}}`, `{"result":{"token":"******`},
		"another document":    {"", `{"result":{"token":"` + secret + `"}}`, `{"result":{"token":"************"}}`, ""},
		"another answer":      {"ok", "HTTP/1.1 200 OK\r\nset-cookie: a=" + secret + "\r\n\r\n", "HTTP/1.1 200 OK\r\nset-cookie: a=************\r\n\r\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			x := call()
			x.URL += "?key=" + secret
			x.Request.Received = "POST /rpc?x|&key=" + secret + " HTTP/1.1\r\nhost: \x00\r\n\r\n"
			tape := s.Begin(x)
			tape.EndRequest(time.Now(), nil)
			tape.WriteInterim(wire.Interim{At: time.Now(), Status: 103, Received: "HTTP/1.1 103 Soon\r\n\r\n"})
			tape.WriteResponseHead(time.Now(), wire.Head{Proto: "HTTP/1.1", Status: 200, Header: http.Header{"Content-Type": {"application/json"}}, Received: "HTTP/1.1 200 Fine\r\ncontent-type: \x00\r\n\r\n"})
			if tt.body != "" {
				tape.Write(wire.Response, time.Now(), []byte(tt.body), false)
			}
			tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent, Problem: "more came", Surplus: []byte(tt.surplus)})
			commit(t, tape)
			got, err := s.Exchange(t.Context(), tape.ID())
			if err != nil {
				t.Fatal(err)
			}
			if got.Request.Received != "POST /rpc?x|&key=************ HTTP/1.1\r\nhost: \x00\r\n\r\n" || got.Interim[0].Received != "HTTP/1.1 103 Soon\r\n\r\n" {
				t.Errorf("%+v %+v", got.Request, got.Interim)
			}
			if string(got.Response.ReceivedBytes("")) != "HTTP/1.1 200 Fine\r\ncontent-type: application/json\r\n\r\n" {
				t.Errorf("%+v", got.Response)
			}
			if string(got.Response.Surplus) != tt.want || got.Problem != "more came" {
				t.Errorf("surplus %q, problem %q", got.Response.Surplus, got.Problem)
			}
			for _, r := range got.Redactions {
				if r.Place == "response.body" && r.Offset+r.Length > got.ResponseBytes || r.Place == "response.surplus" && r.Offset+r.Length > int64(len(tt.surplus)) {
					t.Errorf("a redaction of what is not there: %+v", r)
				}
			}
		})
	}
	fileLacks(t, s, secret)
	fileLacks(t, s, "sh-Zx9")
}

// What arrives after a response, once the exchange is over, is recorded with it, without secrets, whether it
// is in the file already or not. Only the first counts.
func TestLateSurplus(t *testing.T) {
	t.Parallel()
	const secret = "Zx9-hush-Zx9"
	s := open(t, func(o *Options) {
		o.Secrets = func(*wire.Exchange) redact.Secrets {
			return redact.Secrets{Response: redact.NewMembers("result.token")}
		}
	})
	for name, inFile := range map[string]bool{"in the journal": false, "in the file": true} {
		for _, problem := range []string{"", "It was odd."} {
			t.Run(name+" "+problem, func(t *testing.T) {
				tape := s.Begin(call())
				tape.EndRequest(time.Now(), nil)
				tape.WriteResponseHead(time.Now(), jsonHead)
				tape.Write(wire.Response, time.Now(), []byte(`{"result":{}}`), false)
				tape.End(wire.End{At: time.Now(), Outcome: wire.ByAgent, Problem: problem})
				commit(t, tape)
				var version int64
				if inFile {
					x, err := s.Exchange(t.Context(), tape.ID())
					if err != nil || len(x.Response.Surplus) > 0 {
						t.Fatal(x.Response, err)
					}
					version = x.Version
				}
				tape.WriteSurplus([]byte(`{"result":{"token":"`+secret+`"}}`), "More came.")
				tape.WriteSurplus([]byte(`{"result":{"token":"again`+secret+`"}}`), "And more.")
				commit(t, tape)
				x, err := s.Exchange(t.Context(), tape.ID())
				if err != nil || string(x.Response.Surplus) != `{"result":{"token":"************"}}` || x.Problem != sentences(problem, "More came.") || x.Version <= version {
					t.Errorf("%q, %q, version %d after %d, %v", x.Response.Surplus, x.Problem, x.Version, version, err)
				}
				if n := len(x.Redactions); n != 1 || x.Redactions[0].Place != "response.surplus" || x.Redactions[0].Offset != 20 {
					t.Errorf("%+v", x.Redactions)
				}
				if x.Outcome != wire.ByAgent || x.ResponseBytes != 13 || x.Incomplete {
					t.Errorf("%+v", x)
				}
			})
		}
	}
	fileLacks(t, s, secret)
}
