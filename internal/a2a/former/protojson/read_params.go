package protojson

import (
	"fmt"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/former/jsonio"
)

// ReadParamsAt reads a request.
func (c *Codec) ReadParamsAt(op a2a.Operation, p jsonio.Place) (*a2a.Call, []a2a.Problem) {
	root, sink := c.open(p)
	call := c.readParams(op, root)
	return call, sink.Problems()
}

func (c *Codec) readParams(op a2a.Operation, root jsonio.Node) *a2a.Call {
	call := &a2a.Call{Op: op}
	message := RequestType(op)
	o, ok := c.Object(root, c.rule(Params, message), message)
	switch {
	case !ok:
		if !root.Exists() && op != a2a.GetExtendedCard && op != a2a.ListTasks {
			root.Report(c.rule(Params, message), c.text(Params, "The request has no params."))
		}
		return call
	case op == a2a.SendMessage || op == a2a.SendStreamingMessage:
		c.readSend(o, call)
	case op == a2a.ListTasks:
		c.readList(o, call)
	}
	c.Own.ReadTarget(o, call)
	return call
}

func (c *Codec) readSend(o jsonio.Object, call *a2a.Call) {
	const request, configuration = TypeSendMessageRequest, TypeSendMessageConfiguration
	m := c.message(o, request)
	if !m.Exists() {
		m.Report(c.rule(NoMessage, request), "Member \"message\" is required and is missing.")
	}
	call.Message = c.readMessage(m, MessageSent)
	if call.Message != nil && call.Message.Role == a2a.Agent {
		m.Report(c.rule(ClientRole, TypeMessage), "A message from a client has the role ROLE_USER.")
	}
	call.Metadata = o.Metadata("metadata", c.FormOf(request))
	form := c.FormOf(configuration)
	conf, ok := c.Object(o.Get("configuration"), form, configuration)
	if !ok {
		return
	}
	call.AcceptedOutputModes = conf.Strings("acceptedOutputModes", form)
	call.HistoryLength = c.HistoryLength(conf, configuration)
	if c.Blocking { // false is written by leaving it out, and a stream has nothing to block
		call.ReturnImmediately = !conf.Bool("blocking", form) && call.Op == a2a.SendMessage
	} else {
		call.ReturnImmediately = conf.Bool("returnImmediately", form)
	}
	for _, name := range c.Pushes {
		if push := conf.Get(name); push.Exists() && call.Push == nil {
			call.Push = c.Own.ReadConfig(push)
		}
	}
}

// HistoryLength reads the member of that name. In a proto that does not tell unset from
// zero, zero means all of it.
func (c *Codec) HistoryLength(o jsonio.Object, message Type) *int {
	n := o.ProtoHistoryLength(c.rule(History, message))
	if c.Blocking && n != nil && *n == 0 {
		return nil
	}
	return n
}

func (c *Codec) readList(o jsonio.Object, call *a2a.Call) {
	const message = TypeListTasksRequest
	form := c.FormOf(message)
	call.HistoryLength = o.ProtoHistoryLength(c.rule(History, message))
	size := c.rule(PageSize, message)
	q := c.ReadPage(o, message, size)
	q.ContextID = o.String("contextId", form)
	q.State = c.readState(o.Get("status"), c.rule(StateFilter, TypeTaskState))
	for _, name := range c.After {
		switch {
		case q.StatusTimestampAfter != "":
		case c.has(TimeFilter):
			q.StatusTimestampAfter = jsonio.Timestamp(o, name, c.UTC, c.rule(TimeFilter, message))
		default:
			q.StatusTimestampAfter = o.String(name, form)
		}
	}
	q.IncludeArtifacts = o.Bool("includeArtifacts", form)
	if n := o.ProtoInt("pageSize", size); n != nil && c.has(PageSize) && (*n < 1 || *n > 100) {
		o.Get("pageSize").Report(size, fmt.Sprintf("pageSize is %d; it must be from 1 to 100.", *n))
	}
	call.List = &q
}

// ReadPage reads the members that ask for a page; size is the rule for a size that is no
// integer.
func (c *Codec) ReadPage(o jsonio.Object, message Type, size jsonio.Rule) a2a.ListQuery {
	return a2a.ListQuery{PageSize: orZero(o.ProtoInt("pageSize", size)), PageToken: o.String("pageToken", c.FormOf(message))}
}
