package v03

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// ReadParams reads the params of a request (0.3 §7).
func (c Codec) ReadParams(op a2a.Operation, raw json.RawMessage) (*a2a.Call, []a2a.Problem) {
	return c.ReadParamsAt(op, jsonio.Bytes(raw))
}

// ReadParamsAt is ReadParams of a value in a document.
func (c Codec) ReadParamsAt(op a2a.Operation, p jsonio.Place) (*a2a.Call, []a2a.Problem) {
	root, sink := p.OpenAny(c.rules())
	call := &a2a.Call{Op: op}
	o, ok := root.Object(c.fault("RPC-12", "§6.11"))
	if !ok {
		if !root.Exists() && op != a2a.GetExtendedCard && op != a2a.ListTasks {
			root.Report(c.fault("RPC-12", "§6.11"), "The request has no params.")
		}
		return call, sink.Problems()
	}
	call.Metadata = o.Metadata("metadata", c.form("§7"))
	switch op {
	case a2a.SendMessage, a2a.SendStreamingMessage:
		c.readSend(o, call)
	case a2a.CreatePushConfig:
		call.Push = c.readTaskConfig(o.Node)
		call.TaskID = call.Push.TaskID
	case a2a.ListTasks:
		c.readList(o, call)
	case a2a.GetExtendedCard:
	default:
		c.readTaskParams(o, call)
	}
	c.snake(o)
	return call, sink.Problems()
}

// readTaskParams reads TaskQueryParams, TaskIdParams and those of the push
// operations (0.3 §7.3 to §7.9), in all of which id is the task's.
func (c Codec) readTaskParams(o jsonio.Object, call *a2a.Call) {
	o.Require(c.fault("REQ-24", "§7.3.1"), "id")
	call.TaskID = o.String("id", c.form("§7.3.1"))
	if call.TaskID == "" && o.Has("taskId") {
		o.Foreign(c.fault("REQ-24", "§7.3.1"), "the task's id is in id, and is read from here", "taskId")
		call.TaskID = o.String("taskId", c.form("§7.3.1"))
	}
	call.HistoryLength = o.HistoryLength(c.fault("REQ-20", "§7.3.1"))
	if call.Op == a2a.GetPushConfig || call.Op == a2a.DeletePushConfig {
		call.PushID = o.String("pushNotificationConfigId", c.form("§7.6"))
	}
	if call.Op == a2a.DeletePushConfig {
		o.Require(c.fault("REQ-24", "§7.8"), "pushNotificationConfigId")
	}
}

func (c Codec) readSend(o jsonio.Object, call *a2a.Call) {
	message := o.Get("message")
	if !message.Exists() {
		message.Report(c.fault("REQ-06", "§7.1.1"), "Member \"message\" is required and is missing.")
	}
	call.Message = c.readMessage(message, "REQ-06", a2a.User)
	if m := call.Message; m != nil {
		if m.Role == a2a.Agent {
			message.Report(c.fault("REQ-03", "§6.4"), "A message from a client has the role user.")
		}
		if m.ID == "" && o.Has("messageId") {
			m.ID = o.String("messageId", c.form("§7.1.1"))
			o.Get("messageId").Report(c.warn("REQ-06", "§6.4"), "The messageId stands beside the message; it belongs inside.")
		}
	}
	if conf, ok := o.Get("configuration").Object(c.form("§7.1.2")); ok {
		c.readConfiguration(conf, call)
	}
}

func (c Codec) readConfiguration(o jsonio.Object, call *a2a.Call) {
	if c.Early {
		o.Require(c.info("REQ-09", "§7.1.1"), "acceptedOutputModes")
	}
	call.AcceptedOutputModes = o.Strings("acceptedOutputModes", c.form("§7.1.2"))
	call.HistoryLength = o.HistoryLength(c.fault("REQ-20", "§7.1.2"))
	call.ReturnImmediately = o.Has("blocking") && !o.Bool("blocking", c.form("§7.1.2"))
	o.Foreign(c.warn("RES-21", "§7.1.2"), "it is of 1.0", "returnImmediately", "taskPushNotificationConfig")
	if o.Has("returnImmediately") && !o.Has("blocking") {
		call.ReturnImmediately = o.Bool("returnImmediately", c.form("§7.1.2"))
	}
	for _, name := range [...]string{"pushNotificationConfig", "taskPushNotificationConfig"} {
		if push := o.Get(name); push.Exists() && call.Push == nil {
			call.Push = c.readConfig(push)
		}
	}
}

// readList reads the params of tasks/list, which only a draft after 0.3 has. Its
// lastUpdatedAfter is in milliseconds since 1970; what is no such number is kept
// as written.
func (c Codec) readList(o jsonio.Object, call *a2a.Call) {
	call.HistoryLength = o.HistoryLength(c.fault("REQ-20", "§7.3.1"))
	q := a2a.ListQuery{
		ContextID:        o.String("contextId", c.form("§7.3")),
		State:            states().Read(o.Get("status"), c.fault("RES-19", "§6.3")),
		PageToken:        o.String("pageToken", c.form("§7.3")),
		IncludeArtifacts: o.Bool("includeArtifacts", c.form("§7.3")),
	}
	if size := o.Int("pageSize", c.form("§7.3")); size != nil {
		q.PageSize = *size
	}
	if after := o.Get("lastUpdatedAfter"); after.Exists() {
		q.StatusTimestampAfter = string(after.Raw())
		if ms, err := strconv.ParseInt(q.StatusTimestampAfter, 10, 64); err == nil {
			q.StatusTimestampAfter = time.UnixMilli(ms).UTC().Format(time.RFC3339Nano)
		}
	}
	call.List = &q
}
