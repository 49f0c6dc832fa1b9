package plants

import (
	"slices"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

const ours = "https://github.com/a2a-console/a2a-console/blob/main/docs/timestamps.md"

var headerPlants = []plant{
	{"HDR-01", "1.0", asking("send", "A2A-Version", "")},
	{"HDR-02", "1.0", asking("send", "A2A-Version", "1.0.1")},
	{"HDR-02", "1.0", asking("send", "A2A-Version", "v1")},
	{"HDR-03", "1.0", emptyVersion("get")},
	{"HDR-04", "1.0", asking("send", "A2A-Version", "0.3")},
	{"HDR-04", "0.1 0.2 0.3", asking("send", "A2A-Version", "1.0")},
	{"HDR-05", "extension: 1.0", asking("send", "A2A-Extensions", "timestamps please; "+ours)},
	{"HDR-05", "extension: 1.0", asking("send", "A2A-Extensions", ours+" "+ours)},
	{"HDR-06", "extension: 0.2 0.3", all(asking("send", "X-A2A-Extensions", ""), asking("send", "A2A-Extensions", ours))},
	{"HDR-06", "extension: 0.2 0.3", head("send", "X-A2A-Extensions", "")},
	{"HDR-07", "extension: 0.2 0.3", asking("send", "X-A2A-Extensions", "")},
	{"HDR-07", "extension: 1.0", asking("send", "A2A-Extensions", "")},
	{"HDR-07", "extension: 1.0", asking("send", "A2A-Extensions", "https://other.example/extension")},
	{"HDR-08", "all", moved("send", "http://agent.example.com")},
	{"HDR-09", "all", req("send", set("metadata", object{"authorization": "Bearer abcdefghijklmnop"}))},
	{"HDR-09", "all", req("send", set("message.metadata", object{"api_key": "abcdefghijklmnop"}))},
}

// emptyVersion makes a call name an empty version.
func emptyVersion(label string) edit {
	return func(t testing.TB, r *recording) { r.at(t, label).x.Request.Header.Set("A2A-Version", "") }
}

// hooked registers the notifications at another URL.
func hooked(address string) edit {
	return func(t testing.TB, r *recording) {
		t.Helper()
		path := "pushNotificationConfig.url"
		switch m := r.payload(r.asked(t, r.at(t, "push-set"))); {
		case r.v >= a2a.V10:
			path = "url"
		case m["config"] != nil:
			path = "config." + path
		}
		req("push-set", set(path, address))(t, r)
		if r.v >= a2a.V10 {
			res("push-set", set("url", address))(t, r)
			return
		}
		res("push-set", set("pushNotificationConfig.url", address))(t, r)
	}
}

// astray registers the notifications at a URL of the receiver to which none is delivered.
func astray(t testing.TB, r *recording) {
	t.Helper()
	hooked(r.at(t, "delivery-1").x.URL+"/other")(t, r)
}

// unknownTask makes the first delivery refer to a task that does not exist.
func unknownTask(t testing.TB, r *recording) {
	t.Helper()
	r.retold(t, "delivery-1", r.task(t, "push-ask"), "nobodys-task")
}

// tokenless removes the token from a delivery, whatever its header is called.
func tokenless(t testing.TB, r *recording) {
	for _, h := range []string{"X-A2A-Notification-Token", "A2A-Notification-Token"} {
		asking("delivery-1", h, "")(t, r)
	}
}

var pushPlants = slices.Concat(
	each("PUSH-01", "0.1", []string{"id", "pushNotificationConfig"}, without("push-set")),
	each("PUSH-01", "0.1", []string{"id", "pushNotificationConfig"}, without("push-get")),
	each("PUSH-02", "0.2 0.3rpc", []string{"taskId", "pushNotificationConfig"}, without("push-set")),
	each("PUSH-02", "0.2 0.3rpc", []string{"taskId", "pushNotificationConfig"}, without("push-get")),
	each("PUSH-02", "0.3p", []string{"name", "pushNotificationConfig"}, without("push-get")),
	each("PUSH-04", "1.0", []string{"taskId", "id", "url"}, without("push-set")),
	each("PUSH-04", "1.0", []string{"taskId", "id", "url"}, without("push-get")),
	[]plant{
		{"PUSH-01", "0.1", res("push-set", set("id", "another"))},
		{"PUSH-03", "0.2 0.3rpc", res("push-get", del("pushNotificationConfig.id"))}, // in ProtoJSON of 0.3 the name includes it
		{"PUSH-03", "0.2 0.3rpc", res("push-set", del("pushNotificationConfig.id"))},
		{"PUSH-05", "0.2 0.3rpc", wholeRes("push-list", set("result", object{"configs": []any{}}))},
		{"PUSH-06", "1.0rpc", wholeRes("push-list", set("result", []any{}))},
		{"PUSH-06", "1.0rest", answer("push-list", "[]")},
		{"PUSH-07", "1.0", fails("push-delete-again", a2a.TaskNotFound)},
		{"PUSH-08", "0.1", hooked("http://hooks.example.com/a2a")},
		{"PUSH-09", "0.2 0.3 1.0", hooked("http://hooks.example.com/a2a")},
		{"PUSH-09", "0.2 0.3 1.0", all(moved("push-set", "https://agent.acme.com"), hooked("https://10.1.2.3/a2a"))},
	},
)

// deliveryPlants are violations in deliveries to a webhook.
var deliveryPlants = []plant{
	{"PUSH-10", "0.2 0.3", wholeReq("delivery-1", del("kind"))},
	{"PUSH-10", "0.2 0.3", wholeReq("delivery-1", set("kind", "status-update"), rename("id", "taskId"), set("final", false))},
	{"PUSH-11", "1.0", wholeReq("delivery-1", set("message", spoke("agent", "m-beside", "hi")))},
	{"PUSH-11", "1.0", wholeReq("delivery-1", alone("id", "a-task"), set("status", object{"state": "TASK_STATE_WORKING"}))},
	{"PUSH-12", "1.0", asking("delivery-1", "Content-Type", "text/plain")},
	{"PUSH-12", "1.0", asking("delivery-1", "Content-Type", "")}, // application/json is accepted, because SDKs send it
	{"PUSH-13", "0.1 0.2 0.3", tokenless},
	{"PUSH-13", "0.1 0.2 0.3", asking("delivery-1", "X-A2A-Notification-Token", "another")},
	{"PUSH-14", "1.0", asking("delivery-1", "Authorization", "")},
	{"PUSH-14", "1.0", asking("delivery-1", "Authorization", "s3cret")},
	{"PUSH-14", "1.0", asking("delivery-1", "Authorization", "Bearer another")},
	{"PUSH-15", "0.2 0.3", asking("delivery-1", "Authorization", "")},
	{"PUSH-15", "0.2 0.3", asking("delivery-1", "Authorization", "Basic YTpi")},
	{"PUSH-16", "all", status("delivery-1", 500)},
	{"PUSH-16", "all", status("delivery-1", 302)},
	{"PUSH-17", "1.0", astray},
	{"PUSH-18", "1.0", repeat("delivery-last", "after-delete")},
	{"PUSH-19", "all", unknownTask},
}

// tasks changes the tasks of a page.
func tasks(label string, f func(r *recording, list []any) []any) edit {
	return wrapped(label, func(t testing.TB, r *recording, m object) { m["tasks"] = f(r, m["tasks"].([]any)) })
}

// overlap makes a page begin with the last task of the previous one.
func overlap(t testing.TB, r *recording) {
	t.Helper()
	first := r.payload(r.answer(t, r.at(t, "page-1"), 0))["tasks"].([]any)
	tasks("page-2", func(_ *recording, list []any) []any { list[0] = first[len(first)-1]; return list })(t, r)
}

func output(r *recording) any {
	return []any{object{"artifactId": "a", "parts": []any{object{"text": "t"}}}}
}

var listPlants = []plant{
	{"LIST-01", "1.0json", wrapped("list", del("nextPageToken"))},
	{"LIST-02", "1.0", tasks("list", func(_ *recording, list []any) []any { slices.Reverse(list); return list })},
	{"LIST-02", "1.0", tasks("list", func(_ *recording, list []any) []any { list[0], list[1] = list[1], list[0]; return list })},
	{"LIST-03", "1.0", wrapped("list", set("tasks.0.artifacts", word(output)))},
	{"LIST-04", "1.0rpc 1.0grpc", req("list", set("pageSize", 101))},
	{"LIST-04", "1.0rpc", req("list", set("pageSize", 0))},
	{"LIST-04", "1.0rest", url("list", "/tasks", "/tasks?pageSize=101")},
	{"LIST-04", "wrong: 1.0", fails("page-size", a2a.InternalError)},
	{"LIST-05", "1.0json", wrapped("list", del("tasks"))},
	{"LIST-05", "1.0json", wrapped("list", del("pageSize"))},
	{"LIST-05", "1.0json", wrapped("list", del("totalSize"))},
	{"LIST-06", "1.0", wrapped("list-context", set("tasks.0.contextId", "another"))},
	{"LIST-06", "1.0", wrapped("list-state", set("tasks.0.status.state", "TASK_STATE_FAILED"))},
	{"LIST-06", "1.0", wrapped("list-since", set("tasks.0.status.timestamp", "2025-12-31T00:00:00Z"))},
	{"LIST-07", "1.0", overlap},
	{"LIST-07", "1.0", tasks("page-last", func(_ *recording, list []any) []any { return list[:len(list)-1] })},
	{"LIST-08", "wrong: 0.1 0.2 0.3rpc", wholeRes("drafted", del("error"), set("result", object{"tasks": []any{}, "nextPageToken": ""}))},
	{"LIST-08", "wrong: 0.1 0.2 0.3rpc", wholeRes("drafted", set("error.code", -32603))},
}

// bare removes the wrapper of a response; around adds one.
func bare(label string) edit {
	return wrapped(label, func(t testing.TB, r *recording, m object) {
		in := inner(m)
		clear(m)
		for k, v := range in {
			m[k] = v
		}
	})
}

func around(label, member string) edit {
	return wrapped(label, func(t testing.TB, r *recording, m object) {
		in := object{}
		for k, v := range m {
			in[k] = v
		}
		clear(m)
		m[member] = in
	})
}

var restPlants = []plant{
	{"REST-01", "0.3rest", url("send", "/v1/message:send", "/message:send")},
	{"REST-01", "0.3rest", url("get", "/v1/tasks", "/tasks")},
	{"REST-02", "1.0rest", url("send", "/message:send", "/v1/message:send")},
	{"REST-02", "1.0rest", url("get", "/tasks", "/v1/tasks")},
	{"REST-03", "rest", url("get", "historyLength", "history_length")},
	{"REST-03", "1.0rest", url("page-1", "pageSize", "page_size")},
	{"REST-04", "rest", body("get", `{}`)},
	{"REST-04", "rest", body("push-delete", `{}`)},
	{"REST-05", "rest", bare("send")},
	{"REST-05", "rest", around("get", "task")},
	{"REST-05", "rest", around("cancel", "task")},
	{"REST-06", "1.0rest", all(status("subscribe", 405), head("subscribe", "Content-Type", "text/plain"), answer("subscribe", "Method Not Allowed"))},
	{"REST-07", "0.3rest", all(status("subscribe", 405), head("subscribe", "Content-Type", "text/plain"), answer("subscribe", "Method Not Allowed"))},
	{"REST-08", "1.0rest", all(status("unknown", 500), wholeRes("unknown", set("error.code", 500)))},
	{"REST-08", "1.0rest", all(status("unknown", 200), wholeRes("unknown", set("error.code", 200)))},
	{"REST-08", "1.0rest", status("send", 202)},
	{"REST-09", "1.0rest", answer("unknown", `{"code":404,"message":"m"}`)},
	{"REST-09", "1.0rest", wholeRes("unknown", del("error.status"))},
	{"REST-09", "1.0rest", wholeRes("unknown", del("error.message"))},
	{"REST-09", "1.0rest", wholeRes("unknown", set("error.code", 5))},
	{"REST-10", "1.0rest", wholeRes("unknown", del("error.details"))},
	{"REST-10", "1.0rest", wholeRes("unknown", del("error.details.0.reason"))},
	{"REST-10", "1.0rest", wholeRes("unknown", set("error.details.0.domain", "other.example"))},
	{"REST-11", "1.0rest", head("send", "Content-Type", "application/json")},
	{"REST-11", "rest", head("send", "Content-Type", "text/plain")},
	{"REST-11", "rest", asking("send", "Content-Type", "text/plain")}, // application/json is accepted, because 1.0.0 requires it
	{"REST-12", "0.3rest", req("send", rename("message.content", "parts"))},
	{"REST-12", "0.3p", req("send", set("message.parts.0", object{}))},
	{"REST-12", "0.3rest", req("send", set("message.role", "user"))},
	{"REST-12", "0.3rest", res("cancel", set("status.state", "TASK_STATE_CANCELED"))},
	{"REST-12", "0.3rest", res("get", set("kind", "task"))},
	{"REST-13", "0.3rest", req("file", set("message.parts.1.file.fileWithBytes", twice))},
	{"REST-14", "1.0rest", all(url("send", "/message:send", "/theirs/message:send"), req("send", set("tenant", "ours")))},
	{"REST-15", "0.3rest", status("unknown", 200)},
	{"REST-15", "0.3rest", status("unknown", 500)},
}

// underKey renames a header.
func underKey(label, name, other string) edit {
	return func(t testing.TB, r *recording) {
		t.Helper()
		h := r.at(t, label).x.Request.Header
		v := h.Get(name)
		if strings.TrimSpace(v) == "" {
			t.Fatalf("%s has no %s", label, name)
		}
		put(h, name, "")
		put(h, other, v)
	}
}

var grpcPlants = []plant{
	{"GRPC-01", "0.3grpc", url("send", "a2a.v1.A2AService", "a2a.v3.A2AService")},
	{"GRPC-01", "0.3grpc", url("send", "/SendMessage", "/MessageSend")},
	{"GRPC-02", "1.0grpc", url("send", "lf.a2a.v1.A2AService", "a2a.v1.A2AService")},
	{"GRPC-02", "1.0grpc", url("send", "lf.a2a.v1.A2AService", "lf.a2a.v2.A2AService")},
	{"GRPC-02", "1.0grpc", url("send", "/SendMessage", "/MessageSend")},
	{"GRPC-03", "1.0grpc", trailer("unknown", "Grpc-Status", "3")},
	{"GRPC-03", "1.0grpc", trailer("late", "Grpc-Status", "13")}, // 12 is the code of 1.0.0
	{"GRPC-04", "1.0grpc", trailer("unknown", "Grpc-Status-Details-Bin", "")},
	{"GRPC-05", "1.0grpc", underKey("send", "A2A-Version", "X-A2A-Version")},
	{"GRPC-05", "extension: 1.0grpc", underKey("send", "A2A-Extensions", "X-A2A-Extensions")},
}
