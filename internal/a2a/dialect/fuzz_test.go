package dialect

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/fold"
	"github.com/a2a-console/a2a-console/internal/wire"
)

func FuzzIdentify(f *testing.F) {
	for _, c := range corpus(f) {
		f.Add(c.req.Method, c.req.URL, c.req.Body, c.resp.Body)
	}
	f.Fuzz(func(t *testing.T, method, url string, req, resp []byte) {
		r := Message{Method: method, URL: url, Body: req}
		id := Identify(r, Message{Status: 200, Body: resp}, Hint{})
		if got := ReadRequest(id, r); !bytes.Equal(got.Raw, req) {
			t.Errorf("Raw is %q", got.Raw)
		}
	})
}

func FuzzReadResponse(f *testing.F) {
	for _, c := range corpus(f) {
		f.Add(c.req.Body, c.resp.Status, c.resp.Body)
	}
	f.Fuzz(func(t *testing.T, req []byte, status int, resp []byte) {
		q, a := Message{Method: "POST", URL: "http://a/", Body: req}, Message{Status: status, Body: resp}
		got := ReadResponse(Identify(q, a, Hint{}), q, a)
		if got.Raw != nil && !bytes.Equal(got.Raw, resp) {
			t.Errorf("Raw is %q", got.Raw)
		}
		if got.Repaired != nil && !json.Valid(got.Repaired) {
			t.Errorf("repaired to %q", got.Repaired)
		}
		for _, p := range got.Problems {
			if p.Offset > int64(len(resp)) || p.Message == "" {
				t.Errorf("%+v lies outside of %d bytes", p, len(resp))
			}
		}
	})
}

func FuzzReader(f *testing.F) {
	for _, c := range corpus(f) {
		f.Add(c.req.Body, c.resp.Body)
	}
	f.Fuzz(func(t *testing.T, req, resp []byte) {
		a := Message{Status: 200, Header: http.Header{"Content-Type": {"text/event-stream"}}}
		r := NewReader(Message{Method: "POST", URL: "http://a/", Body: req}, Hint{})
		r.Response(a)
		a.Body = resp
		for _, fr := range framesOf(a, document.MaxFrames) {
			for _, p := range r.Event(fr).Problems {
				if p.Offset > int64(len(fr.Raw)) {
					t.Errorf("%+v lies outside of %q", p, fr.Raw)
				}
			}
		}
		r.End(wire.ByAgent)
		r.Task()
		if l := r.Labels(); len(l.Text) > fold.MaxText {
			t.Errorf("%d bytes of text", len(l.Text))
		}
	})
}

func FuzzRewriteCard(f *testing.F) {
	for _, c := range corpus(f) {
		f.Add(c.resp.Body, "http://127.0.0.1/\"")
	}
	f.Fuzz(func(t *testing.T, body []byte, to string) {
		out, found, _ := RewriteCard("", nil, body, func(string) (string, bool) { return to, true })
		// Without the URLs, both must be the same.
		var rest []byte
		from, shift := int64(0), int64(0)
		put := int64(len(document.Quoted(to))) - 2
		var other []byte
		for _, u := range found {
			rest = append(rest, body[from:u.Offset]...)
			other = append(other, out[from+shift:u.Offset+shift]...)
			from = u.Offset + u.Length
			if u.URL != to {
				shift += put - u.Length
			}
		}
		rest = append(rest, body[from:]...)
		other = append(other, out[from+shift:]...)
		if !bytes.Equal(rest, other) {
			t.Errorf("changed outside of URLs:\n%q\n%q", rest, other)
		}
		if json.Valid(body) && !json.Valid(out) {
			t.Errorf("no longer JSON: %q", out)
		}
	})
}
