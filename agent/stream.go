package agent

import (
	"bufio"
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/a2a"
	"github.com/a2a-console/a2a-console/a2a/dialect"
)

// serveStream answers SendStreamingMessage and SubscribeToTask.
//
// An error before the first event is plain JSON, or a stream of one event for
// clients that accept nothing but a stream: some of them take JSON for an empty
// one.
func (a *Agent) serveStream(w http.ResponseWriter, r *http.Request, d a2a.Dialect, id []byte, c *a2a.Call) {
	m := mannersOf(d.Version())
	if c.Op == a2a.SubscribeToTask {
		a.subscribe(w, r, d, id, c)
		return
	}
	n, e := historyLength(m, c.HistoryLength)
	if e != nil {
		a.refuse(w, r, d, id, c.Op, e)
		return
	}
	s, e := a.accept(d, c)
	if e != nil {
		a.refuse(w, r, d, id, c.Op, e)
		return
	}
	out := a.events(w, d, id, c.Op)
	if s.reply != nil {
		out.send(&a2a.Result{Message: s.reply})
		out.flush()
		return
	}
	if m.snapshot {
		first := s.first(n)
		out.send(&a2a.Result{Task: &first})
		out.flush()
	}
	s.begin()
	a.follow(r.Context(), out, s.task, s.pos)
}

// subscribe streams a task that exists. Later versions begin with the task as
// it is and refuse a finished one (1.0 §3.1.6). In 0.1 the next events come, or,
// when none will, the one that says how the task stands.
func (a *Agent) subscribe(w http.ResponseWriter, r *http.Request, d a2a.Dialect, id []byte, c *a2a.Call) {
	m := mannersOf(d.Version())
	t, e := a.find(c.TaskID)
	if e != nil {
		a.refuse(w, r, d, id, c.Op, e)
		return
	}
	n, _ := historyLength(m, nil)
	s, pos := t.snapshot(n)
	state := s.Status.State
	if state.Terminal() && m.snapshot {
		a.refuse(w, r, d, id, c.Op, fault(a2a.UnsupportedOperation,
			"task %q is %s, so nothing more will come; get it instead", t.id, state.Word()))
		return
	}
	out := a.events(w, d, id, c.Op)
	switch {
	case m.snapshot:
		out.send(&a2a.Result{Task: &s})
	case state.Terminal() || state.Interrupted():
		out.send(&a2a.Result{Status: &a2a.StatusUpdate{TaskID: t.id, ContextID: t.contextID, Status: s.Status, Final: true}})
		out.flush()
		return
	}
	out.flush()
	a.follow(r.Context(), out, t, pos)
}

func (a *Agent) refuse(w http.ResponseWriter, r *http.Request, d a2a.Dialect, id []byte, op a2a.Operation, e *a2a.Error) {
	if !op.Streams() || r.Header.Get("Accept") != "text/event-stream" {
		a.fail(w, http.StatusOK, d, id, e)
		return
	}
	out := a.events(w, d, id, op)
	out.write("data: ", dialect.Failure(d, id, e))
	out.flush()
}

// batch is how many events are taken from a log at a time.
const batch = 256

// follow writes a task's events from pos on until one ends the stream, the
// client leaves or the agent closes. It flushes whenever it has caught up: after
// each event of a paced task, seldom in a fast one.
func (a *Agent) follow(ctx context.Context, out *events, t *task, pos int) {
	ctx, release := a.joined(ctx)
	defer release()
	var buf [batch]a2a.Result
	for {
		got, next, stop := t.read(buf[:0], pos, batch)
		for i := range got {
			out.send(&got[i])
		}
		pos = next
		if stop || out.err != nil || ctx.Err() != nil {
			out.flush()
			return
		}
		wake := t.grown(pos)
		if wake == nil {
			continue
		}
		out.flush()
		if !a.await(ctx, out, wake) {
			return
		}
	}
}

// await waits for wake and keeps the stream alive meanwhile.
func (a *Agent) await(ctx context.Context, out *events, wake <-chan struct{}) bool {
	quiet := time.NewTimer(a.opts.KeepAlive)
	defer quiet.Stop()
	for {
		select {
		case <-wake:
			return true
		case <-ctx.Done():
			return false
		case <-quiet.C:
			out.comment("keep-alive")
			if out.err != nil {
				return false
			}
			quiet.Reset(a.opts.KeepAlive)
		}
	}
}

// events writes server-sent events, each a JSON-RPC response.
type events struct {
	agent *Agent
	d     a2a.Dialect
	id    []byte
	op    a2a.Operation
	buf   *bufio.Writer
	ctl   *http.ResponseController
	err   error // the first; nothing is written after it
}

func (a *Agent) events(w http.ResponseWriter, d a2a.Dialect, id []byte, op a2a.Operation) *events {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-cache")
	h.Set("X-Accel-Buffering", "no")
	ctl := http.NewResponseController(w)
	// A stream may last for hours. Writers without deadlines have none to lift.
	_ = ctl.SetWriteDeadline(time.Time{})
	_ = ctl.SetReadDeadline(time.Time{})
	w.WriteHeader(http.StatusOK)
	return &events{agent: a, d: d, id: id, op: op, buf: bufio.NewWriterSize(w, 32<<10), ctl: ctl}
}

func (o *events) send(r *a2a.Result) {
	body, err := dialect.Result(o.d, o.id, o.op, r)
	if err != nil {
		o.agent.opts.Logger.Error("encode an event", "version", o.d.Version(), "err", err)
		body = dialect.Failure(o.d, o.id, fault(a2a.InternalError, "an event could not be written: %v", err))
	}
	o.write(o.name(r)+"data: ", body)
}

// name is the event field of an event. Version 0.1 asks for none, but a client
// of it in use (trpc-a2a-go) drops events without one, and the others read the
// data whatever the name.
func (o *events) name(r *a2a.Result) string {
	switch {
	case !mannersOf(o.d.Version()).named:
		return ""
	case r.Artifact != nil:
		return "event: task_artifact_update\n"
	default:
		return "event: task_status_update\n"
	}
}

func (o *events) comment(s string) {
	o.write(": ", []byte(s))
	o.flush()
}

func (o *events) write(field string, line []byte) {
	if o.err != nil {
		return
	}
	_, e1 := o.buf.WriteString(field)
	_, e2 := o.buf.Write(line)
	_, e3 := o.buf.WriteString("\n\n")
	o.err = errors.Join(e1, e2, e3)
}

func (o *events) flush() {
	if o.err == nil {
		o.err = errors.Join(o.buf.Flush(), o.ctl.Flush())
	}
}
