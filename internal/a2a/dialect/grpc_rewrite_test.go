package dialect

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestRewriteGRPCCard: only interface URLs change, in both versions, and the card otherwise reads as before.
func TestRewriteGRPCCard(t *testing.T) {
	cards := map[a2a.Version]string{
		a2a.V10: `{"name":"n","description":"at http://old.test/","supportedInterfaces":[{"url":"http://old.test/rpc","protocolBinding":"JSONRPC","protocolVersion":"1.0"},{"url":"old.test:443","protocolBinding":"GRPC","protocolVersion":"1.0"}],"provider":{"url":"http://old.test/","organization":"o"},"version":"1","documentationUrl":"http://old.test/doc","capabilities":{},"defaultInputModes":["a/b"],"defaultOutputModes":["a/b"],"skills":[],"signatures":[{"protected":"x","signature":"y"}]}`,
		a2a.V03: `{"name":"n","description":"http://old.test/","url":"http://old.test/rpc","provider":{"url":"http://old.test/","organization":"o"},"version":"1","capabilities":{},"defaultInputModes":["a/b"],"defaultOutputModes":["a/b"],"skills":[],"preferredTransport":"JSONRPC","additionalInterfaces":[{"url":"old.test:443","transport":"GRPC"}]}`,
	}
	long := strings.Repeat("new.test", 40) // so that lengths need one more byte
	swap := func(raw string) (string, bool) { return strings.Replace(raw, "old.test", long, 1), true }
	plain := http.Header{"Content-Type": {"application/grpc"}}
	packed := http.Header{"Content-Type": {"application/grpc"}, "Grpc-Encoding": {"gzip"}}
	for v, card := range cards {
		s, _ := registry.ServiceOf(v)
		method, _ := s.Method(a2a.GetExtendedCard)
		url := "http://x/" + s.Service() + "/" + method
		b, ps := protobuf.Encode(s.Schema(), "AgentCard", []byte(card))
		if len(ps) > 0 {
			t.Fatalf("%+v", ps)
		}
		b = append(b, 0xfa, 0x3f, 3, 'o', 'd', 'd') // an unknown field
		in := wire.AppendGRPC(nil, b)
		want := protobuf.Decode(s.Schema(), "AgentCard", b)
		for _, c := range []struct {
			h  http.Header
			in []byte
		}{{plain, in}, {packed, zipped(in)}} {
			out, found, signed := RewriteCard(url, c.h, c.in, swap)
			got := protobuf.Decode(s.Schema(), "AgentCard", out[5:])
			expected := strings.NewReplacer(`"http://old.test/rpc"`, `"http://`+long+`/rpc"`, `"old.test:443"`, `"`+long+`:443"`).Replace(string(want.JSON))
			if string(got.JSON) != expected || !bytes.HasSuffix(out, []byte("odd")) || out[0] != 0 {
				t.Errorf("%s: %s\nwant %s", v, got.JSON, expected)
			}
			if len(found) != 2 || signed != (v == a2a.V10) {
				t.Errorf("%s: %+v %v", v, found, signed)
			}
			req := Message{Method: "POST", URL: url, Header: plain}
			if !IsCard(req, Message{Status: 200, Header: c.h}) || IsCard(req, Message{Status: 200, Header: http.Header{"Content-Type": {"application/grpc"}, "Grpc-Status": {"5"}}}) {
				t.Error("IsCard")
			}
		}
		if same, _, _ := RewriteCard(url, plain, in, func(string) (string, bool) { return "", false }); &same[0] != &in[0] {
			t.Error("copied without a change")
		}
		if same, found, _ := RewriteCard(strings.Replace(url, method, "GetTask", 1), plain, in, swap); &same[0] != &in[0] || found != nil {
			t.Error("changed what is no card")
		}
		if broken, _, _ := RewriteCard(url, plain, in[:40], swap); !bytes.Equal(broken, in[:40]) {
			t.Errorf("a broken card became %q", broken)
		}
	}
}
