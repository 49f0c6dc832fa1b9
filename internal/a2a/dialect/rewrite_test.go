package dialect

import (
	"bytes"
	"strings"
	"testing"
)

func swapHost(u string) (string, bool) {
	if rest, ok := strings.CutPrefix(u, "https://agent.test"); ok {
		return `http://127.0.0.1:7421` + rest, true
	}
	return "", false
}

func TestRewriteCard(t *testing.T) {
	for name, c := range map[string]struct{ in, out string }{
		"1.0": {
			`{ "name":"A","version":"1","provider":{"url":"https://agent.test/"},"supportedInterfaces":[{"url":"https:\/\/agent.test\/a","x":1.0e5},{"url":"grpc.test:443"}],"skills":[],"documentationUrl":"https://agent.test/doc"}`,
			`{ "name":"A","version":"1","provider":{"url":"https://agent.test/"},"supportedInterfaces":[{"url":"http://127.0.0.1:7421/a","x":1.0e5},{"url":"grpc.test:443"}],"skills":[],"documentationUrl":"https://agent.test/doc"}`,
		},
		"0.3": {
			"\xef\xbb\xbf" + `{"name":"A","version":"1","url":"https://agent.test","additionalInterfaces":[{"url":"https://agent.test/rest","transport":"HTTP+JSON"}],"skills":[{"url":"https://agent.test"}]}` + "\n",
			"\xef\xbb\xbf" + `{"name":"A","version":"1","url":"http://127.0.0.1:7421","additionalInterfaces":[{"url":"http://127.0.0.1:7421/rest","transport":"HTTP+JSON"}],"skills":[{"url":"https://agent.test"}]}` + "\n",
		},
		"extended": {
			`{"id":1,"jsonrpc":"2.0","result":{"name":"A","version":"1","skills":[],"supportedInterfaces":[{"url":"https://agent.test/é"}]}}`,
			`{"id":1,"jsonrpc":"2.0","result":{"name":"A","version":"1","skills":[],"supportedInterfaces":[{"url":"http://127.0.0.1:7421/é"}]}}`,
		},
		"extended after a byte order mark": {
			"\xef\xbb\xbf" + `{"id":1,"jsonrpc":"2.0","result":{"name":"A","version":"1","url":"https://agent.test","skills":[]}}`,
			"\xef\xbb\xbf" + `{"id":1,"jsonrpc":"2.0","result":{"name":"A","version":"1","url":"http://127.0.0.1:7421","skills":[]}}`,
		},
		"no card":          {`{"url":"https://agent.test"}`, `{"url":"https://agent.test"}`},
		"a comma too many": {`{"name":"A","url":"https://agent.test","version":"1",}`, `{"name":"A","url":"http://127.0.0.1:7421","version":"1",}`},
		"a comment": {
			"{ // ours: \"x\"\n\"name\":\"A\",\"supportedInterfaces\":[{\"url\":\"https://agent.test/a\"} {\"url\":\"https://agent.test/b\"}]}",
			"{ // ours: \"x\"\n\"name\":\"A\",\"supportedInterfaces\":[{\"url\":\"http://127.0.0.1:7421/a\"} {\"url\":\"http://127.0.0.1:7421/b\"}]}",
		},
		"cut short":         {`{"name":"A","url":"https://agent.test/x","skills":[{"id"`, `{"name":"A","url":"http://127.0.0.1:7421/x","skills":[{"id"`},
		"a raw line end":    {"{\"name\":\"A\nB\",\"url\":\"https://agent.test\"}", "{\"name\":\"A\nB\",\"url\":\"http://127.0.0.1:7421\"}"},
		"a name of no text": {`{"name":7,"url":"https://agent.test"}`, `{"name":7,"url":"http://127.0.0.1:7421"}`},
		"proto names":       {`{"name":"A","supported_interfaces":[{"url":"https://agent.test"}]}`, `{"name":"A","supported_interfaces":[{"url":"http://127.0.0.1:7421"}]}`},
		"a URL that is cut": {`{"name":"A","url":"https://agent.test/x`, `{"name":"A","url":"https://agent.test/x`},
		"no list":           {`{"name":"A","supportedInterfaces":{"url":"https://agent.test/a"}}`, `{"name":"A","supportedInterfaces":{"url":"http://127.0.0.1:7421/a"}}`},
		"no list of more":   {`{"name":"A","url":"https://agent.test","additionalInterfaces":{"url":"https://agent.test/b"}}`, `{"name":"A","url":"http://127.0.0.1:7421","additionalInterfaces":{"url":"http://127.0.0.1:7421/b"}}`},
		"not JSON":          {`<a href="https://agent.test">name</a>`, `<a href="https://agent.test">name</a>`},
	} {
		out, found, _ := RewriteCard("", nil, []byte(c.in), swapHost)
		if string(out) != c.out {
			t.Errorf("%s:\n got %s\nwant %s", name, out, c.out)
		}
		for _, u := range found {
			raw := c.in[u.Offset : u.Offset+u.Length]
			if strings.ReplaceAll(raw, `\/`, "/") != u.URL {
				t.Errorf("%s: %s is at %q", name, u.URL, raw)
			}
		}
	}
}

func TestRewriteCardEscapes(t *testing.T) {
	in := []byte(`{"name":"A","version":"1","url":"https://agent.test","skills":[],"signatures":[{"protected":"e30","signature":"eA"}]}`)
	out, found, signed := RewriteCard("", nil, in, func(string) (string, bool) { return "http://x/\"\\\n<&>", true })
	if want := []byte(`"url":"http://x/\"\\\n<&>"`); !bytes.Contains(out, want) || !signed {
		t.Errorf("%s, signed %v", out, signed)
	}
	if len(found) != 1 || found[0].Path != "$.url" {
		t.Errorf("found %+v", found)
	}
}

func TestIsCard(t *testing.T) {
	get := func(url string) Message { return Message{Method: "GET", URL: url} }
	call := Message{Method: "POST", URL: "http://a/", Body: []byte(`{"jsonrpc":"2.0","id":1,"method":"GetExtendedAgentCard"}`)}
	card := `{"name":"A","version":"1","skills":[],"url":"http://a/"}`
	for _, c := range []struct {
		req  Message
		body string
		want bool
	}{
		{get("http://a/x/.well-known/agent.json"), card, true},
		{get("http://a/"), card, true},
		{get("http://a/.well-known/agent-card.json"), `{"name":"A"}`, false},
		{call, `{"jsonrpc":"2.0","id":1,"result":` + card + `}`, true},
		{call, `{"jsonrpc":"2.0","id":1,"error":{}}`, false},
		{Message{Method: "POST", Body: []byte(`{"jsonrpc":"2.0","id":1,"method":"SendMessage"}`)}, `{"jsonrpc":"2.0","id":1,"result":` + card + `}`, false},
	} {
		if got := IsCard(c.req, Message{Status: 200, Body: []byte(c.body)}); got != c.want {
			t.Errorf("%s %s: %v", c.req.URL, c.body, got)
		}
	}
}
