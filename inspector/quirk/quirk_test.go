package quirk

import (
	"encoding/base64"
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
)

func withFile() *a2a.Call {
	return &a2a.Call{Op: a2a.SendMessage, Message: &a2a.Message{ID: "m", Role: a2a.User, Parts: []a2a.Part{
		{Kind: a2a.TextPart, Text: "look"}, {Kind: a2a.FilePart, Bytes: []byte("hello bytes"), MediaType: "text/plain"},
	}}}
}

func setPush() *a2a.Call {
	return &a2a.Call{Op: a2a.CreatePushConfig, TaskID: "t", Push: &a2a.PushConfig{ID: "p", TaskID: "t", URL: "https://client.test/hook", Token: "tok"}}
}

func ids(list []Quirk) (out []string) {
	for _, q := range list {
		out = append(out, q.ID)
	}
	return out
}

// In both bindings a file is encoded once more than specified, and reading it back gives the
// original.
func TestDoubleBase64(t *testing.T) {
	once := base64.StdEncoding.EncodeToString([]byte("hello bytes"))
	for b, wire := range map[a2a.Binding]string{a2a.REST: base64.StdEncoding.EncodeToString([]byte(once)), a2a.GRPC: once} {
		c := withFile()
		h, _, err := Request([]string{"double-base64"}, a2a.V03, b, "http://agent.test/a", "1", c)
		if err != nil || !strings.Contains(string(h.Body), wire) {
			t.Errorf("%s: %q, %v; want %s in it", b, h.Body, err, wire)
		}
		if string(c.Message.Parts[1].Bytes) != "hello bytes" {
			t.Error("the caller's message was changed")
		}
		m := dialect.Message{Method: h.Method, URL: h.URL, Header: h.Header, Body: h.Body}
		r := dialect.ReadRequest(dialect.Identify(m, dialect.Message{}, dialect.Hint{}), m)
		if r.Call == nil || string(r.Call.Message.Parts[1].Bytes) != "hello bytes" {
			t.Errorf("%s: is read as %+v", b, r.Call)
		}
	}
}

// a2a-js 1.3.0's handler for 0.3 answered this body with 201.
func TestFlatPushConfig(t *testing.T) {
	h, _, err := Request([]string{"flat-push-config"}, a2a.V03, a2a.REST, "http://agent.test", "1", setPush())
	config := `"name":"tasks/t/pushNotificationConfigs/p","pushNotificationConfig":{"id":"p","url":"https://client.test/hook","token":"tok"}`
	if want := `{"parent":"tasks/t","configId":"p","config":{` + config + `},` + config + `}`; err != nil || string(h.Body) != want {
		t.Errorf("%s, %v; want\n%s", h.Body, err, want)
	}
	m := dialect.Message{Method: h.Method, URL: h.URL, Header: h.Header, Body: h.Body}
	if r := dialect.ReadRequest(dialect.Identify(m, dialect.Message{}, dialect.Hint{}), m); r.Call == nil || r.Call.Push.Token != "tok" || len(r.Problems) != 0 {
		t.Errorf("is read as %+v %+v", r.Call, r.Problems)
	}
}

// In other versions and bindings, and for calls that a quirk does not concern, requests are as specified.
func TestElsewhereAsSpecified(t *testing.T) {
	for _, x := range []struct {
		v a2a.Version
		b a2a.Binding
		c *a2a.Call
	}{
		{a2a.V10, a2a.REST, withFile()}, {a2a.V03, a2a.JSONRPC, withFile()}, {a2a.V10, a2a.GRPC, withFile()},
		{a2a.V10, a2a.REST, setPush()}, {a2a.V03, a2a.GRPC, setPush()},
		{a2a.V03, a2a.REST, &a2a.Call{Op: a2a.GetTask, TaskID: "t"}},
	} {
		got, _, err := Request(Names(), x.v, x.b, "http://agent.test", "1", x.c)
		want, _, werr := dialect.Request(x.v, x.b, "http://agent.test", "1", x.c)
		if err != nil || werr != nil || string(got.Body) != string(want.Body) {
			t.Errorf("%s %s %s: %q, %v; want %q", x.c.Op, x.v, x.b, got.Body, err, want.Body)
		}
	}
}

// An answer shows a quirk only if the call could trigger it and was sent without it.
func TestTold(t *testing.T) {
	failed := func(text string) a2a.Reading {
		return a2a.Reading{Kind: a2a.KindError, Error: &a2a.Error{Name: a2a.InternalError, Message: text}}
	}
	echo := func(p a2a.Part) a2a.Reading {
		return a2a.Reading{Result: &a2a.Result{Task: &a2a.Task{History: []a2a.Message{{Role: a2a.User, Parts: []a2a.Part{p}}}}}}
	}
	twice := a2a.Reading{Problems: []a2a.Problem{{Check: "REST-13"}}}
	for name, x := range map[string]struct {
		c      *a2a.Call
		answer a2a.Reading
		using  string
		want   string
	}{
		"python cannot decode":        {withFile(), failed("Incorrect padding"), "", "double-base64"},
		"a2a-go keeps an empty part":  {withFile(), echo(a2a.Part{Kind: a2a.UnknownPart, Raw: []byte("{}")}), "", "double-base64"},
		"an empty file":               {withFile(), echo(a2a.Part{Kind: a2a.FilePart}), "", "double-base64"},
		"the agent's file is twice":   {withFile(), twice, "", "double-base64"},
		"it was sent so":              {withFile(), failed("Incorrect padding"), "double-base64", ""},
		"no file was sent":            {&a2a.Call{Op: a2a.SendMessage, Message: &a2a.Message{Parts: []a2a.Part{{Kind: a2a.TextPart, Text: "x"}}}}, failed("Incorrect padding"), "", ""},
		"the file arrived":            {withFile(), echo(a2a.Part{Kind: a2a.FilePart, Bytes: []byte("hello bytes")}), "", ""},
		"it failed otherwise":         {withFile(), failed("out of memory"), "", ""},
		"js misses the config":        {setPush(), failed("missing pushNotificationConfig"), "", "flat-push-config"},
		"another error of a push set": {setPush(), failed("no such task"), "", ""},
		"another call":                {&a2a.Call{Op: a2a.GetTask}, failed("missing pushNotificationConfig"), "", ""},
	} {
		if got := strings.Join(ids(Match([]string{x.using}, a2a.V03, a2a.REST, x.c, x.answer)), " "); got != x.want {
			t.Errorf("%s: %q, want %q", name, got, x.want)
		}
		if got := Match(nil, a2a.V10, a2a.REST, x.c, x.answer); len(got) > 0 {
			t.Errorf("%s: told in 1.0: %v", name, ids(got))
		}
	}
}

// The rows are complete and distinct.
func TestRows(t *testing.T) {
	all := Names()
	slices.Sort(all)
	if len(slices.Compact(all)) != len(All()) {
		t.Errorf("an id occurs twice: %v", all)
	}
	for _, q := range All() {
		if q.Title == "" || !strings.HasSuffix(q.Description, ".") || q.Peers == "" || q.changesCall == nil || q.matchesAnswer == nil || q.call == nil && q.request == nil {
			t.Errorf("row %s lacks something", q.ID)
		}
		for _, b := range q.Bindings {
			if _, ok := dialect.Speaks(q.Version, b); !ok {
				t.Errorf("row %s: %s is not spoken over %s", q.ID, q.Version, b)
			}
		}
	}
}
