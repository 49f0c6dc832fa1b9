package dialect

import (
	"github.com/a2a-console/a2a-console/a2a"
)

// named tells what a JSON-RPC method is: the operation, and the versions that
// spell it so. Unknown methods have neither.
func named(method string) (a2a.Operation, []a2a.Version) {
	var op a2a.Operation
	var vs []a2a.Version
	for _, d := range All() {
		if o, ok := d.Operation(method); ok {
			op, vs = o, append(vs, d.Version())
		}
	}
	if o, more := unread(method); more != nil {
		op, vs = o, append(vs, more...)
	}
	return op, ordered(vs)
}

// unread names the methods of the versions that are identified but have no
// dialect yet, and drafts' names for what has one.
func unread(method string) (a2a.Operation, []a2a.Version) {
	middle := []a2a.Version{a2a.V02, a2a.V03}
	switch method {
	case "message/send":
		return a2a.SendMessage, middle
	case "message/stream":
		return a2a.SendStreamingMessage, middle
	case "message/sendStream": // an npm package's name for it
		return a2a.SendStreamingMessage, middle[:1]
	case "tasks/get":
		return a2a.GetTask, middle
	case "tasks/cancel":
		return a2a.CancelTask, middle
	case "tasks/resubscribe":
		return a2a.SubscribeToTask, middle
	case "tasks/pushNotificationConfig/set":
		return a2a.CreatePushConfig, middle
	case "tasks/pushNotificationConfig/get":
		return a2a.GetPushConfig, middle
	case "tasks/pushNotificationConfig/list":
		return a2a.ListPushConfigs, middle
	case "tasks/pushNotificationConfig/delete":
		return a2a.DeletePushConfig, middle
	case "agent/getAuthenticatedExtendedCard":
		return a2a.GetExtendedCard, middle[1:]
	case "tasks/list": // a draft after 0.3
		return a2a.ListTasks, middle[1:]
	case "ListTaskPushNotificationConfig": // 1.0's release candidate
		return a2a.ListPushConfigs, []a2a.Version{a2a.V10}
	}
	return "", nil
}
