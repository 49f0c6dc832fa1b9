package interop

import (
	"cmp"
	"slices"
	"testing"
)

// peer is somebody else's SDK: how to run it as a client of a base URL, and as an agent that prints its
// own.
type peer struct {
	name    string
	dialect string
	binding string
	ready   func(t *testing.T) (client, agent []string)
	lacks   []string // steps of the walk for which the SDK has no call
	quirks  []string // rules that it breaks as a client; docs/dev/interop.md explains them
	agent   conduct
}

// conduct is how a peer behaves as an agent.
type conduct struct {
	quirks        []string // rules that it breaks
	cancels, last string   // the state in response to a cancel, and the last one streamed then
	streams       string   // how its streams end: an outcome
}

// peers are the SDKs, in each binding that they have.
func peers() []peer {
	all := append(older(), current()...)
	for i := range all {
		a := &all[i].agent
		a.cancels, a.last = cmp.Or(a.cancels, "canceled"), cmp.Or(a.last, "canceled")
		a.streams = cmp.Or(a.streams, "agent")
	}
	return all
}

// newest are the peers of ordinary runs: at least one for each version and each binding. Where SDKs
// show equally much, JavaScript's is used, which needs no build.
func newest() []peer {
	return slices.DeleteFunc(peers(), func(p peer) bool { return !slices.Contains(ordinary(), p.name) })
}

func ordinary() []string {
	return []string{"trpc-a2a-go-v0.0.3", "a2a-js-0.2.5", "a2a-js-0.3.13-rest", "a2a-js-1.3.0", "a2a-js-1.3.0-grpc"}
}

// current are the SDKs that speak 1.0.
func current() []peer {
	return []peer{
		{name: "a2a-go-v2.4.0", dialect: "1.0", binding: "jsonrpc", ready: goPeer("a2ago", "jsonrpc"), agent: conduct{quirks: []string{"RPC-09", "ERR-01"}}},
		{name: "a2a-go-v2.4.0-rest", dialect: "1.0", binding: "rest", ready: goPeer("a2ago", "rest"), agent: conduct{quirks: []string{"REST-11", "ERR-15"}}},
		{name: "a2a-go-v2.4.0-grpc", dialect: "1.0", binding: "grpc", ready: goPeer("a2ago", "grpc")},
		{name: "a2a-go-v2.4.0-rest-0.3", dialect: "0.3", binding: "rest", ready: goPeer("a2ago", "rest03"), lacks: []string{"list"}, quirks: []string{"REST-13"}},
		{name: "a2a-go-v2.4.0-grpc-0.3", dialect: "0.3", binding: "grpc", ready: goPeer("a2ago", "grpc03"), lacks: []string{"list"}, agent: conduct{quirks: []string{"SSE-09"}}},
		{name: "a2a-js-1.3.0", dialect: "1.0", binding: "jsonrpc", ready: jsPeer("js", "JSONRPC")},
		{name: "a2a-js-1.3.0-rest", dialect: "1.0", binding: "rest", ready: jsPeer("js", "HTTP+JSON"), agent: conduct{quirks: []string{"REST-08"}}},
		{name: "a2a-js-1.3.0-grpc", dialect: "1.0", binding: "grpc", ready: jsPeer("js", "GRPC"), quirks: []string{"REQ-19"}},
	}
}

// older are the SDKs of versions before 1.0.
func older() []peer {
	early := []string{"push-list", "push-delete", "list"}
	return []peer{
		{name: "trpc-a2a-go-v0.0.3", dialect: "0.1", binding: "jsonrpc", ready: goPeer("trpc"), lacks: append(early, "hello", "watched", "subscribe"), quirks: []string{"REQ-02"}, agent: conduct{quirks: []string{"REQ-02", "SSE-05"}, streams: "cancelled"}},
		{name: "a2a-js-0.2.5", dialect: "0.2", binding: "jsonrpc", ready: jsPeer("js02"), lacks: early, agent: conduct{quirks: []string{"RES-15"}, cancels: "working"}},
		{name: "trpc-a2a-go-v0.2.5", dialect: "0.2", binding: "jsonrpc", ready: goPeer("trpc02"), lacks: early, agent: conduct{quirks: []string{"ART-04", "RPC-16", "SSE-09"}, last: "none"}},
		{name: "a2a-js-0.3.13", dialect: "0.3", binding: "jsonrpc", ready: jsPeer("js03", "JSONRPC"), lacks: []string{"list"}},
		{name: "a2a-js-0.3.13-rest", dialect: "0.3", binding: "rest", ready: jsPeer("js03", "HTTP+JSON"), lacks: []string{"list"}, quirks: []string{"PUSH-02"}, agent: conduct{quirks: []string{"REST-15"}}},
		{name: "a2a-js-0.3.13-grpc", dialect: "0.3", binding: "grpc", ready: jsPeer("js03", "GRPC"), lacks: []string{"list"}},
		{name: "a2a-go-v0.3.15", dialect: "0.3", binding: "jsonrpc", ready: goPeer("a2ago03", "jsonrpc"), lacks: []string{"list"}, agent: conduct{quirks: []string{"RPC-03", "RPC-15"}}},
		{name: "a2a-go-v0.3.15-grpc", dialect: "0.3", binding: "grpc", ready: goPeer("a2ago03", "grpc"), lacks: []string{"list"}, quirks: []string{"REST-13"}},
	}
}
