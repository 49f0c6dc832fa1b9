package dialect

import "github.com/a2a-console/a2a-console/internal/a2a"

// named tells what a JSON-RPC method is: the operation, and the versions that
// spell it so, or of whose drafts it is. Unknown methods have neither.
func named(method string) (a2a.Operation, []a2a.Version) {
	var op a2a.Operation
	var vs []a2a.Version
	for _, d := range versions() {
		if o, ok := d.Operation(method); ok {
			op, vs = o, append(vs, d.Version())
		}
	}
	if d, ok := draftOf(method); ok {
		op, vs = d.op, append(vs, d.version)
	}
	return op, ordered(vs)
}

// draft is a name that no released version has for an operation.
type draft struct {
	op      a2a.Operation
	version a2a.Version // the nearest released one
	from    string
	spec    string // where the released name stands
}

func draftOf(method string) (draft, bool) {
	switch method {
	case "message/sendStream":
		return draft{a2a.SendStreamingMessage, a2a.V02, "npm's a2a-js 0.2.0", "0.2 §7.2"}, true
	case "tasks/list":
		return draft{a2a.ListTasks, a2a.V03, "a draft that followed 0.3", "0.3 §3.5.6"}, true
	case "agent/authenticatedExtendedCard":
		return draft{a2a.GetExtendedCard, a2a.V03, "0.3 §11.1.3, which contradicts §7.10", "0.3 §7.10"}, true
	case "ListTaskPushNotificationConfig":
		return draft{a2a.ListPushConfigs, a2a.V10, "1.0's release candidate", "1.0 §5.3"}, true
	}
	return draft{}, false
}

func methodIn(v a2a.Version, op a2a.Operation) (string, bool) {
	d, ok := dialectOf(v)
	if !ok {
		return "", false
	}
	return d.Method(op)
}
