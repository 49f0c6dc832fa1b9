package schema

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

func init() { // requests
	addVerbs(map[string]verb{
		"configuration": {usage: "MEMBER FIELD TYPE", read: readOne, write: writeConfiguration},
		"newTask":       {write: writeNewTask},
		"clientTask":    {usage: "MEMBER FIELD", about: present, read: readText, write: writeClientTask},
		"waits":         {usage: "MEMBER", read: readWaits, write: writeWaits},
		"blocks":        {usage: "MEMBER", read: readBlocks, write: writeBlocks},
		"outerID":       {usage: ": TEXT", read: readOuterID},
		"session":       {usage: ": TEXT", read: readSession, write: writeSession},
		"page":          {usage: "FIELD TYPE", read: readPage, write: writeWithin},
		"milliseconds":  {usage: "MEMBER FIELD", about: present, read: readMilliseconds},
		"name":          {usage: "MEMBER FIELD", read: readName, write: writeName},
	})
}

// readWaits reads blocking, the opposite of returning at once. No text of 0.2 or 0.3 says what its absence
// means.
func readWaits(_ *Schema, o jsonio.Object, r *row, at *place, v any) {
	call := v.(*a2a.Call)
	call.ReturnImmediately = o.Has("blocking") && !o.Bool("blocking", *r.rule)
	if o.Has("returnImmediately") && !o.Has("blocking") {
		call.ReturnImmediately = o.Bool("returnImmediately", *r.rule)
	}
}

// writeConfiguration writes the configuration of a call, unless it is empty. In a proto its mere presence
// means that the call does not wait.
func writeConfiguration(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	call := v.(*a2a.Call)
	if len(call.AcceptedOutputModes) > 0 || call.Push != nil || call.HistoryLength != nil || call.IfGenerationMatch != nil || call.ReturnImmediately || s.zeroIsUnset && call.Op == a2a.SendMessage {
		writeOne(s, w, c, v, l)
	}
}

// writeWaits writes blocking, except for a stream that does not ask to return at once.
func writeWaits(_ *Schema, w *jsonio.Writer, c *column, v any, _ jsonio.Losses) {
	if call := v.(*a2a.Call); call.Op == a2a.SendMessage || call.ReturnImmediately {
		w.Bool(c.name, !call.ReturnImmediately)
	}
}

// readBlocks reads blocking in a proto, which omits false. A stream cannot block.
func readBlocks(_ *Schema, o jsonio.Object, r *row, _ *place, v any) {
	call := v.(*a2a.Call)
	call.ReturnImmediately = !o.Bool("blocking", *r.rule) && call.Op == a2a.SendMessage
}

func writeBlocks(_ *Schema, w *jsonio.Writer, c *column, v any, _ jsonio.Losses) {
	if call := v.(*a2a.Call); call.Op == a2a.SendMessage && !call.ReturnImmediately {
		w.Bool(c.name, true)
	}
}

func readOuterID(_ *Schema, o jsonio.Object, r *row, _ *place, v any) {
	if m := v.(*a2a.Call).Message; m != nil && m.ID == "" && o.Has("messageId") {
		m.ID = o.String("messageId", *r.parent.form)
		o.Get("messageId").Report(*r.rule, r.text)
	}
}

// readSession reads the session of a message, which in 0.1 is a member of the params.
func readSession(_ *Schema, o jsonio.Object, r *row, _ *place, v any) {
	if m := v.(*a2a.Call).Message; m != nil {
		m.ContextID = cmp.Or(o.String("sessionId", *r.parent.form), m.ContextID)
	}
	if !o.Has("sessionId") {
		o.Get("sessionId").Report(*r.rule, r.text)
	}
}

func writeSession(_ *Schema, w *jsonio.Writer, c *column, v any, _ jsonio.Losses) {
	if m := v.(*a2a.Call).Message; m != nil {
		w.Opt("sessionId", m.ContextID)
	}
}

// readPage is readWithin for an optional query.
func readPage(s *Schema, o jsonio.Object, r *row, _ *place, v any) {
	q := &a2a.ListQuery{}
	if s.readHere(o, r.element, r.nested, q); *q != (a2a.ListQuery{}) {
		v.(*a2a.Call).List = q
	}
}

// readSince reads a filter's time from the first of its names that has one.
func readSince(s *Schema, o jsonio.Object, r *row, at *place, v any) {
	to := r.field.text(v)
	for _, name := range r.names {
		if *to == "" {
			*to = o.String(name, r.ruleAt(at))
		}
	}
}

// readMilliseconds reads a filter's time as milliseconds since 1970, as in a draft after 0.3. Anything else
// is kept as written.
func readMilliseconds(_ *Schema, o jsonio.Object, r *row, _ *place, v any) {
	text := string(o.Get(r.names[0]).Raw())
	if ms, err := strconv.ParseInt(text, 10, 64); err == nil {
		text = time.UnixMilli(ms).UTC().Format(time.RFC3339Nano)
	}
	*r.field.text(v) = text
}

// Resource names of 0.3's ProtoJSON.
const (
	taskPrefix = "tasks/"
	configPart = "/pushNotificationConfigs"
)

// readName reads the resource name tasks/{task}/pushNotificationConfigs/{config}: of a task, for which a bare
// id is also accepted, or of its push config, whose id goes to the field.
func readName(_ *Schema, o jsonio.Object, r *row, _ *place, v any) {
	n := o.Get(r.names[0])
	rest, ok := strings.CutPrefix(n.Text(*r.parent.form), taskPrefix)
	if !ok && rest != "" {
		n.Report(*r.parent.form, "Expected a resource name, tasks/{id}, followed by /pushNotificationConfigs/{id} for a push config, got a bare id.")
	}
	task, config, _ := strings.Cut(rest, configPart)
	to := fields[r.parent.goType+".TaskID"].text(v)
	*to = cmp.Or(task, *to)
	if own := r.field.text(v); own != to {
		*own = cmp.Or(*own, strings.TrimPrefix(config, "/"))
	}
}

func writeName(_ *Schema, w *jsonio.Writer, c *column, v any, _ jsonio.Losses) {
	task, own := fields[c.row.parent.goType+".TaskID"].text(v), c.row.field.text(v)
	name := taskPrefix + *task
	if own != task {
		name += configPart + "/" + *own
	}
	w.Text(c.name, name)
}
