package dialect

import (
	"net/http"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
)

// TestNullResult: null where content is due is found, whatever was called.
func TestNullResult(t *testing.T) {
	for _, v := range registry.Versions() {
		for _, op := range []a2a.Operation{a2a.SendMessage, a2a.GetTask, a2a.CancelTask, a2a.ListTasks, a2a.CreatePushConfig, a2a.GetPushConfig, a2a.ListPushConfigs, a2a.GetExtendedCard} {
			method, ok := v.Method(op)
			if !ok {
				continue
			}
			h := http.Header{"Content-Type": {"application/json"}, "A2a-Version": {string(v.Version())}}
			req := Message{Method: "POST", URL: "http://agent.test/", Header: h, Body: []byte(`{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{"id":"t","taskId":"t"}}`)}
			resp := Message{Status: 200, Header: h, Body: []byte(`{"jsonrpc":"2.0","id":1,"result":null}`)}
			r := NewReader(req, Hint{Version: v.Version()})
			out := r.Response(resp)
			if l := r.Labels(); l.Agent != "error" || !l.Failed {
				t.Errorf("%s %s: %s, %+v", v.Version(), op, checksOf(out.Problems), l)
			}
		}
	}
}
