package registry

import "github.com/a2a-console/a2a-console/internal/a2a"

// Named tells what a JSON-RPC method is: the operation, and the versions that
// spell it so, or of whose drafts it is. Unknown methods have neither.
func Named(method string) (a2a.Operation, []a2a.Version) {
	var op a2a.Operation
	var vs []a2a.Version
	for _, d := range Versions() {
		if o, ok := d.Operation(method); ok {
			op, vs = o, append(vs, d.Version())
		}
	}
	if d, ok := DraftOf(method); ok {
		op, vs = d.Op, append(vs, d.Version)
	}
	return op, Ordered(vs)
}

// Draft is a name that no released version has for an operation.
type Draft struct {
	Op      a2a.Operation
	Version a2a.Version // the nearest released one
	From    string
	Spec    string // where the released name stands
}

// DraftOf tells whether a JSON-RPC method is a draft's name.
func DraftOf(method string) (Draft, bool) {
	switch method {
	case "message/sendStream":
		return Draft{a2a.SendStreamingMessage, a2a.V02, "npm's a2a-js 0.2.0", "0.2 §7.2"}, true
	case "tasks/list":
		return Draft{a2a.ListTasks, a2a.V03, "a draft that followed 0.3", "0.3 §3.5.6"}, true
	case "agent/authenticatedExtendedCard":
		return Draft{a2a.GetExtendedCard, a2a.V03, "0.3 §11.1.3, which contradicts §7.10", "0.3 §7.10"}, true
	case "ListTaskPushNotificationConfig":
		return Draft{a2a.ListPushConfigs, a2a.V10, "1.0's release candidate", "1.0 §5.3"}, true
	}
	return Draft{}, false
}

// MethodIn is the JSON-RPC method of an operation in a version.
func MethodIn(v a2a.Version, op a2a.Operation) (string, bool) {
	d, ok := Of(v)
	if !ok {
		return "", false
	}
	return d.Method(op)
}
