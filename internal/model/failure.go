package model

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"
)

// readFailure reads the error of an answer or event. Most APIs have an object or text "error"; vLLM and
// the error event of the Responses API have its members at the top.
func (r *reader) readFailure(v value) {
	e := v.get("error")
	if !e.exists() && (v.get("object").is("error") || v.get("type").is("error")) {
		e = v
	}
	if !e.has('{') && len(e.inner()) == 0 {
		return
	}
	var kinds []string
	for _, member := range []string{"type", "status", "code"} {
		k := e.get(member)
		name := k.name()
		if k.has('"') && name != "" && name != "None" && name != "error" && (len(kinds) == 0 || kinds[0] != name) && name != strconv.Itoa(r.x.Status) {
			kinds = append(kinds, name)
		}
	}
	kind := strings.Join(kinds, "/")
	if kind == "" {
		kind = e.get("code").name()
	}
	r.fail(e.get("message"), e.text(maxError), kind)
}

// fail sets the error, unless an earlier one is set: what follows is mostly its consequence.
func (r *reader) fail(message value, otherwise, kind string) {
	if r.call.Error != "" {
		return
	}
	text := cmp.Or(message.text(maxError), otherwise, "an error without a text")
	if kind == "" && r.x.Status >= http.StatusBadRequest {
		kind = r.statusKind()
	}
	r.call.Error, r.call.ErrorKind = text, kind
}

func (r *reader) statusKind() string { return "HTTP " + strconv.Itoa(r.x.Status) }

// failByStatus sets the error of an answer that has none but whose status is one.
func (r *reader) failByStatus(v value) {
	if r.x.Status < http.StatusBadRequest || r.call.Error != "" {
		return
	}
	text := cmp.Or(http.StatusText(r.x.Status), r.statusKind())
	if body := strings.TrimSpace(validText(r.x.Response[:min(len(r.x.Response), maxError)])); body != "" {
		text = body
	}
	if detail := v.get("detail|message"); detail.exists() { // FastAPI and gateways
		text = detail.text(maxError)
	}
	r.fail(value{}, text, r.statusKind())
}
