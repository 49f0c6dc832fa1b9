package plants

import (
	"encoding/base64"
	"slices"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

func lacks(label string) func(string) edit {
	return func(member string) edit { return req(label, del(member)) }
}

var envelopePlants = []plant{
	{"RPC-01", "rpc", verb("send", "PUT")},
	{"RPC-02", "rpc", asking("send", "Content-Type", "text/plain")},
	{"RPC-03", "rpc", head("send", "Content-Type", "text/plain")},
	{"RPC-04", "rpc", wholeReq("send", set("jsonrpc", "1.0"))},
	{"RPC-04", "rpc", wholeReq("get", del("jsonrpc"))},
	{"RPC-05", "rpc", wholeRes("send", set("jsonrpc", "1.0"))},
	{"RPC-05", "rpc", wholeRes("get", del("jsonrpc"))},
	{"RPC-05", "rpc", wholeEvent("stream", -1, del("jsonrpc"))},
	{"RPC-06", "rpc", wholeReq("send", del("id"))},
	{"RPC-06", "0.2rpc 0.3rpc 1.0rpc", all(wholeReq("get", set("id", true)), wholeRes("get", set("id", nil)))},
	{"RPC-07", "rpc", all(wholeReq("get", set("id", 1.5)), wholeRes("get", set("id", 1.5)))},
	{"RPC-07", "rpc", all(wholeReq("get", set("id", nil)), wholeRes("get", set("id", nil)))},
	{"RPC-08", "rpc", wholeRes("get", set("id", "other"))},
	{"RPC-08", "rpc", all(wholeReq("get", set("id", 3)), wholeRes("get", set("id", "3")))},
	{"RPC-08", "rpc", wholeRes("get", set("id", nil))},
	{"RPC-09", "rpc", wholeRes("get", set("error", object{"code": -32603, "message": "m"}))},
	{"RPC-09", "rpc", wholeRes("get", del("result"))},
	{"RPC-10", "rpc", wholeRes("unknown", set("error.code", "-32001"))},
	{"RPC-10", "rpc", wholeRes("unknown", del("error.message"))},
	{"RPC-10", "rpc", wholeRes("unknown", set("error.message", 1))},
	{"RPC-11", "wrong: rpc", wholeRes("method", set("error.code", -32603))},
	{"RPC-12", "rpc", wholeReq("get", set("params", []any{"id"}))},
	{"RPC-13", "wrong: rpc", wholeRes("broken", set("error.code", -32603))},
	{"RPC-14", "wrong: rpc", wholeRes("broken", del("id"))},
	{"RPC-14", "wrong: rpc", wholeRes("wrong-id", del("id"))},
	{"RPC-15", "0.2rpc 0.3rpc", wholeRes("push-delete", del("result"))},
	{"RPC-16", "rpc", status("unknown", 400)},
}

// twice is base64-encoded twice.
var twice = base64.StdEncoding.EncodeToString([]byte(base64.StdEncoding.EncodeToString([]byte("some bytes"))))

var requestPlants = slices.Concat(
	each("REQ-01", "0.1", []string{"id", "message"}, lacks("send")),
	each("REQ-01", "0.1", []string{"id", "message"}, lacks("stream")),
	each("REQ-06", "0.2 0.3rpc", []string{"message.kind", "message.messageId", "message.role", "message.parts"}, lacks("send")),
	each("REQ-06", "0.3p", []string{"message.messageId", "message.role", "message.parts"}, lacks("send")),
	each("REQ-10", "1.0", []string{"message.messageId", "message.role", "message.parts"}, lacks("send")),
	[]plant{
		{"REQ-02", "0.1", req("send", del("sessionId"))},
		{"REQ-03", "0.1 0.2 0.3", req("send", set("message.role", role("agent")))},
		{"REQ-03", "0.1 0.2 0.3rpc", req("send", set("message.role", "robot"))},
		{"REQ-04", "0.1", req("send", set("message.parts.0.type", "image"))},
		{"REQ-04", "0.1", req("send", del("message.parts.0.type"))},
		{"REQ-04", "0.1", req("send", del("message.parts.0.text"))},
		{"REQ-05", "0.1", req("file", set("message.parts.1.file.uri", "https://a.example/f"))},
		{"REQ-05", "0.1", req("file", del("message.parts.1.file.bytes"))},
		{"REQ-07", "0.2 0.3rpc", req("send", set("message.parts.0.kind", "image"))},
		{"REQ-07", "0.2 0.3rpc", req("send", del("message.parts.0.kind"))},
		{"REQ-07", "0.2 0.3rpc", req("send", del("message.parts.0.text"))},
		{"REQ-08", "0.2 0.3rpc", req("file", set("message.parts.1.file.uri", "https://a.example/f"))},
		{"REQ-08", "0.2 0.3rpc", req("file", del("message.parts.1.file.bytes"))},
		{"REQ-08", "0.3rest", req("file", set("message.parts.1.file.fileWithUri", "https://a.example/f"))},
		{"REQ-08", "0.3p", req("file", del("message.parts.1.file.fileWithBytes"))},
		{"REQ-09", "0.2", all(card(set("protocolVersion", "0.2.5")), req("send", set("configuration", object{"blocking": true})))},
		{"REQ-09", "0.2 0.3 1.0", req("modes", set("configuration.acceptedOutputModes", []any{"text/plain, image/png"}))},
		{"REQ-09", "0.1", req("send", set("acceptedOutputModes", []any{"png"}))},
		{"REQ-10", "1.0", req("send", set("message.parts", []any{}))},
		{"REQ-11", "1.0json", req("send", set("message.parts.0.url", "https://a.example/f"))},
		{"REQ-11", "1.0", req("send", set("message.parts.0", object{}))},
		{"REQ-12", "1.0", req("send", set("message.role", "ROLE_AGENT"))},
		{"REQ-13", "1.0json", req("send", set("message.kind", "message"))},
		{"REQ-13", "1.0json", req("send", set("message.parts.0.kind", "text"))},
		{"REQ-13", "1.0json", req("file", rename("message.parts.1.mediaType", "mimeType"))},
		{"REQ-14", "0.1 0.2 0.3rpc", req("file", set("message.parts.1.file.bytes", "no base64!"))},
		{"REQ-14", "0.3rest", req("file", set("message.parts.1.file.fileWithBytes", "no base64!"))},
		{"REQ-14", "1.0json", req("file", set("message.parts.1.raw", "no base64!"))},
		{"REQ-18", "0.2 0.3 1.0", all(req("send", set("message.messageId", "one")), req("wait", set("message.messageId", "one")))},
		{"REQ-19", "1.0", tenants},
		{"REQ-19", "1.0rpc 1.0grpc", req("get", set("tenant", "nobodys"))},
		{"REQ-20", "rpc 1.0grpc", req("get", set("historyLength", -1))},
		{"REQ-20", "0.1 0.2 0.3rpc 1.0rpc", req("get", set("historyLength", "two"))},
		{"REQ-20", "0.1 0.2 0.3rpc 1.0rpc", req("get", set("historyLength", 1.5))},
		{"REQ-20", "rest", url("get", "historyLength=2", "historyLength=-1")},
		{"REQ-20", "rest", url("get", "historyLength=2", "historyLength=two")},
		{"REQ-21", "1.0json", req("send", rename("message.messageId", "message_id"))},
		{"REQ-21", "1.0rpc", req("get", rename("historyLength", "history_length"))},
		{"REQ-22", "1.0json", req("send", set("message.role", "user"))},
		{"REQ-22", "1.0json", req("send", set("message.role", 1))},
		{"REQ-23", "0.3rpc", wholeReq("extended", set("method", "agent/authenticatedExtendedCard"))},
	},
)

// tenants makes the card name a tenant that no request has.
func tenants(t testing.TB, r *recording) {
	card(func(t testing.TB, r *recording, m object) {
		for _, i := range m["supportedInterfaces"].([]any) {
			i.(object)["tenant"] = "ours"
		}
	})(t, r)
}

// contextPlants are violations with tasks and contexts that a client names.
var contextPlants = []plant{
	{"REQ-15", "1.0", req("send", set("message.taskId", "nobody-made-this"))},
	{"REQ-15", "1.0", all(req("late", set("message.taskId", "none")), fails("late", a2a.InvalidParams))},
	{"REQ-16", "1.0", req("follow", set("message.contextId", "another"))},
	{"REQ-17", "1.0", req("send", set("message.contextId", "invented"))},
}
