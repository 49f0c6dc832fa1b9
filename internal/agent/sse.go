package agent

import (
	"bufio"
	"errors"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// events writes server-sent events, the stream of JSON-RPC and HTTP+JSON.
type events struct {
	encode func(*a2a.Result) []byte // the data of an event, on one line
	name   func(*a2a.Result) string // the event field; nil means none
	buf    *bufio.Writer
	ctl    *http.ResponseController
	err    error // the first; nothing is written after it
}

// newEvents begins a stream of events. It never ends one: that is the handler's
// return.
func newEvents(w http.ResponseWriter, encode func(*a2a.Result) []byte) *events {
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-cache")
	h.Set("X-Accel-Buffering", "no")
	ctl := http.NewResponseController(w)
	// A stream may last for hours. Writers without deadlines have none to lift.
	_ = ctl.SetWriteDeadline(time.Time{})
	_ = ctl.SetReadDeadline(time.Time{})
	w.WriteHeader(http.StatusOK)
	return &events{encode: encode, buf: bufio.NewWriterSize(w, 32<<10), ctl: ctl}
}

func (o *events) send(r *a2a.Result) {
	field := "data: "
	if o.name != nil {
		if name := o.name(r); name != "" {
			field = "event: " + name + "\n" + field
		}
	}
	o.write(field, o.encode(r))
}

func (o *events) alive() {
	o.write(": ", []byte("keep-alive"))
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

func (o *events) broken() bool { return o.err != nil }
