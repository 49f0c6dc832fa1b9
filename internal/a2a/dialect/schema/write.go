package schema

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

// write writes a value of a type; v is a pointer to it.
func (s *Schema) write(w *jsonio.Writer, t *Type, v any, l jsonio.Losses) {
	for _, c := range t.write {
		c.do(s, w, c, v, l)
	}
}

// column parses a word of a line "write": a member's name, with "!" if it is written even when not set, or
// with "=" and a constant; or a verb in braces.
func (t *Type) column(l line, word string) *column {
	name, always := strings.CutSuffix(word, "!")
	name, constant, isConstant := strings.Cut(name, "=")
	if verb, ok := strings.CutPrefix(word, "{"); ok {
		verb, text, _ := strings.Cut(strings.TrimSuffix(verb, "}"), ":")
		if v := verbNamed(l, verb); v.write != nil && (t.verbLine(verb).verb == v || v.usage == "") {
			return &column{row: t.verbLine(verb), do: v.write, name: t.verbLine(verb).name(), text: text}
		}
		name = verb
	}
	for _, r := range t.all() {
		switch {
		case isConstant && slices.Contains(r.names, name):
			return &column{name: name, text: constant, do: writeConstant}
		case !isConstant && r.name() == name && r.verb.write != nil:
			return &column{row: r, name: name, always: always, do: r.verb.write}
		}
	}
	l.fail("writes %q, which no line before reads: write a line of type %s with it", name, t.name)
	return nil
}

func writeConstant(_ *Schema, w *jsonio.Writer, c *column, _ any, _ jsonio.Losses) {
	w.Text(c.name, c.text)
}

func lose(_ *Schema, _ *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	l.Lose(c.lost.isSet(v), c.lost.path, c.text)
}

func writeText(_ *Schema, w *jsonio.Writer, c *column, v any, _ jsonio.Losses) {
	if text := *c.row.field.text(v); text != "" || c.always {
		w.Text(c.name, text)
	}
}

func writeTexts(_ *Schema, w *jsonio.Writer, c *column, v any, _ jsonio.Losses) {
	if list := *c.row.field.texts(v); len(list) > 0 || c.always {
		w.Strings(c.name, list)
	}
}

func writeFlag(_ *Schema, w *jsonio.Writer, c *column, v any, _ jsonio.Losses) {
	if flag := *c.row.field.flag(v); flag || c.always {
		w.Bool(c.name, flag)
	}
}

func writeObject(_ *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	if o := *c.row.field.object(v); c.name == "metadata" {
		w.Metadata(o, l)
	} else {
		w.Raw(c.name, o)
	}
}

func writeBig(_ *Schema, w *jsonio.Writer, c *column, v any, _ jsonio.Losses) {
	var n *int64
	if f := c.row.field; f.bigger != nil {
		n = *f.bigger(v)
	} else if f.isSet(v) {
		n = f.big(v)
	}
	if n != nil {
		w.Text(c.name, strconv.FormatInt(*n, 10))
	}
}

func writeNumber(_ *Schema, w *jsonio.Writer, c *column, v any, _ jsonio.Losses) {
	if c.row.field.number != nil {
		w.OptInt(c.name, *c.row.field.number(v))
	} else if n := *c.row.field.count(v); n != 0 || c.always {
		w.Int(c.name, n)
	}
}

// writeLength writes how much history is requested. Where zero means unset it cannot be expressed, and would
// request everything.
func writeLength(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	n := *c.row.field.number(v)
	if s.zeroIsUnset && n != nil && *n == 0 {
		l.Lose(true, c.row.field.path, "zero means the whole history in "+string(s.name)+"'s ProtoJSON; it is left out")
		return
	}
	w.OptInt(c.name, n)
}

func writeState(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	state := *c.row.field.state(v)
	if c.always {
		w.Text(c.name, s.stateWord(state, l))
	} else if state != "" {
		word, _ := s.states.Write(state)
		w.Text(c.name, word)
	}
}

func (s *Schema) StateWord(state a2a.State) string {
	word, _ := s.states.Write(state)
	return word
}

func (s *Schema) RoleWord(role a2a.Role) string {
	switch role {
	case a2a.User:
		return s.user
	case a2a.Agent:
		return s.agent
	}
	return string(role)
}

// stateWord returns the spelling of a state, or of the nearest that the version has.
func (s *Schema) stateWord(state a2a.State, l jsonio.Losses) string {
	if near, ok := s.near[string(state)]; ok {
		l.Lose(true, "state", string(s.name)+" has no state "+state.Word()+"; it is written as "+a2a.State(near).Word())
		state = a2a.State(near)
	}
	word, ok := s.states.Write(state)
	if !ok {
		word, _ = s.states.Write(a2a.Unspecified)
		l.Lose(state != "", "state", string(s.name)+" has no state "+string(state)+"; it is written as "+a2a.State(word).Word())
	}
	return word
}

// writeRole writes a role. An unknown one becomes unspecified in ProtoJSON, otherwise the agent's.
func writeRole(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	const none = "ROLE_UNSPECIFIED"
	switch role := *c.row.field.role(v); {
	case role == a2a.User:
		w.Text(c.name, s.user)
	case role == a2a.Agent:
		w.Text(c.name, s.agent)
	case s.isProtoJSON:
		l.Lose(role != "" && role != none, "role", string(s.name)+" has no role "+string(role)+"; it is written as unspecified")
		w.Text(c.name, none)
	default:
		l.Lose(true, "role", string(s.name)+" has only the roles user and agent; the role is written as agent")
		w.Text(c.name, s.agent)
	}
}

// writeTime writes a time as it is or, in ProtoJSON, in UTC. In ProtoJSON it leaves out what is not a time.
func writeTime(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	text := *c.row.field.text(v)
	if !s.isProtoJSON || text == "" {
		w.Opt(c.name, text)
		return
	}
	stamp, guessed, ok := jsonio.UTC(text)
	l.Lose(guessed, c.name, "the time "+text+" names no zone; it is written as UTC")
	l.Lose(!ok, c.name, text+" is not a time; it is left out")
	w.Opt(c.name, stamp)
}

// writeSince writes the time of a filter. What is not a time stays as it is: omitting a filter would change
// the meaning.
func writeSince(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	if _, _, ok := jsonio.UTC(*c.row.field.text(v)); ok && s.needsUTC {
		writeTime(s, w, c, v, l)
	} else {
		writeText(s, w, c, v, l)
	}
}

// writeMessageID writes the required id of a message. A generated id depends on the content alone, so that
// replays compare equal.
func writeMessageID(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	m := v.(*a2a.Message)
	id := m.ID
	if id == "" {
		b, _ := json.Marshal(m)
		sum := sha256.Sum256(b)
		id = "msg-" + hex.EncodeToString(sum[:8])
		l.Lose(true, "id", string(s.name)+" requires a message id; one is made from the content")
	}
	w.Text(c.name, id)
}

// writeFinal writes final where a stream must end: in terminal states, and where the task waits for the
// client.
func writeFinal(_ *Schema, w *jsonio.Writer, c *column, v any, _ jsonio.Losses) {
	u := v.(*a2a.StatusUpdate)
	if final := u.Final || u.Status.State.Terminal() || u.Status.State.Interrupted(); final || c.always {
		w.Bool(c.name, final)
	}
}

// writeOne writes a member that is an object. A nil pointer writes nothing, or fails if the member
// is required. The field "." means the value itself.
func writeOne(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	one, at := c.row.inner(v, l)
	switch {
	case one == nil && c.always:
		w.Fail(fmt.Errorf("the call has no %s", c.name))
	case one != nil:
		w.Object(c.name, func(w *jsonio.Writer) { s.write(w, c.row.element, one, at) })
	}
}

// writeWithin writes a value's members into the object itself.
func writeWithin(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	one, at := c.row.inner(v, l)
	if one == nil {
		one = &a2a.ListQuery{}
	}
	s.write(w, c.row.element, one, at)
}

// inner returns the value of a line's field, and the place of its losses.
func (r *row) inner(v any, l jsonio.Losses) (any, jsonio.Losses) {
	if r.field == nil {
		return v, l
	}
	return r.field.one(v), l.Within(r.field.path)
}

func writeList(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	list := c.row.field.list
	if list.len(v) == 0 && !c.always {
		return
	}
	w.List(c.name, list.len(v), func(w *jsonio.Writer, i int) {
		one, at := list.element(v, i), l.Within(c.row.field.path+"["+strconv.Itoa(i)+"]")
		p, ok := one.(*a2a.Part)
		if !ok || p.Kind == a2a.TextPart || p.Kind == a2a.FilePart || p.Kind == a2a.DataPart {
			s.write(w, c.row.element, one, at)
			return
		}
		at.Lose(true, "kind", string(s.name)+" has only text, file and data parts; the part is written as it was")
		if len(p.Raw) > 0 && p.Raw[0] == '{' {
			w.Verbatim(p.Raw)
		}
	})
}

// writeNewTask notes the loss of a new task's id where the agent chooses it.
func writeNewTask(s *Schema, _ *jsonio.Writer, _ *column, v any, l jsonio.Losses) {
	call := v.(*a2a.Call)
	l.Lose(call.TaskID != "" && call.Message != nil && call.TaskID != call.Message.TaskID, "taskId", "in "+string(s.name)+" the agent chooses the id of a new task")
}

// writeClientTask writes the task id that the client chose (0.1 §7.1).
func writeClientTask(s *Schema, w *jsonio.Writer, c *column, v any, _ jsonio.Losses) {
	call := v.(*a2a.Call)
	id := call.TaskID
	if m := call.Message; m != nil {
		id = cmp.Or(id, m.TaskID)
	}
	if id == "" && call.Message != nil {
		w.Fail(fmt.Errorf("in %s the client chooses the task id: the call needs one", s.name))
	}
	w.Text(c.name, id)
}

// writeArms writes the arm that a result has: in a member, or "bare". "answer" allows a task or a message,
// "task" only a task.
func writeArms(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	arms := c.row.parent.arms
	if strings.Contains(c.text, "answer") {
		arms = arms[:2]
	} else if strings.Contains(c.text, "task") {
		arms = arms[:1]
	}
	at := slices.IndexFunc(arms, func(arm *row) bool { return arm.field.one(v) != nil })
	switch {
	case at < 0:
		w.Fail(jsonio.ErrEmpty)
	case strings.Contains(c.text, "bare"):
		writeWithin(s, w, &column{row: arms[at]}, v, l)
	default:
		writeOne(s, w, &column{row: arms[at], name: arms[at].names[0]}, v, l)
	}
}

// taskOf returns a completed task to stand for a message where only tasks exist.
func taskOf(m *a2a.Message) *a2a.Task {
	return &a2a.Task{ID: m.TaskID, ContextID: m.ContextID, Status: a2a.Status{State: a2a.Completed, Message: m}}
}

func writeTaskAnswer(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	r, of := v.(*a2a.Result), c.row.parent.arm(0, "task").element
	switch {
	case r.Task != nil:
		s.write(w, of, r.Task, l.Within("task"))
	case r.Message != nil:
		l.Lose(true, "message", string(s.name)+" answers with a task; the message is sent as the status of a completed task")
		s.write(w, of, taskOf(r.Message), jsonio.Losses{List: new([]a2a.Loss)})
	default:
		w.Fail(jsonio.ErrEmpty)
	}
}

// writeUpdates writes a stream event of 0.1, whose streams have neither task snapshots nor messages: both
// become the status that they imply. With "whole", for pushes, a task stays a task, as in 0.1's samples.
func writeUpdates(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	r, t := v.(*a2a.Result), c.row.parent
	status := func(u *a2a.StatusUpdate, l jsonio.Losses) { s.write(w, t.arm(0, "status").element, u, l) }
	switch none := "a " + string(s.name) + " stream has no "; {
	case r.Task != nil && c.text == "whole":
		s.write(w, t.arm(0, "task").element, r.Task, l.Within("task"))
	case r.Status != nil:
		status(r.Status, l.Within("status"))
	case r.Artifact != nil:
		s.write(w, t.arm(0, "artifact").element, r.Artifact, l.Within("artifact"))
	case r.Task != nil:
		l.Lose(len(r.Task.Artifacts) > 0, "task.artifacts", none+"task snapshots; the status is sent")
		l.Lose(len(r.Task.History) > 0, "task.history", none+"task snapshots; the status is sent")
		status(&a2a.StatusUpdate{TaskID: r.Task.ID, ContextID: r.Task.ContextID, Status: r.Task.Status, Metadata: r.Task.Metadata}, l.Within("task"))
	case r.Message != nil:
		l.Lose(true, "message", none+"messages; the message is sent as the status of a completed task")
		status(&a2a.StatusUpdate{TaskID: r.Message.TaskID, Status: taskOf(r.Message).Status}, jsonio.Losses{List: new([]a2a.Loss)})
	default:
		w.Fail(jsonio.ErrEmpty)
	}
}

// writeLoneArtifact writes the artifact of an event together with the chunk's flags.
func writeLoneArtifact(s *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	u := v.(*a2a.ArtifactUpdate)
	w.Object(c.name, func(w *jsonio.Writer) {
		s.write(w, c.row.element, &u.Artifact, l.Within("artifact"))
		w.Bool("append", u.Append)
		w.Bool("lastChunk", u.LastChunk)
	})
}

// writeIndex writes the index in an artifact id: "2", or the 2 of "artifact-2". For any other id it
// writes the artifact's position.
func writeIndex(_ *Schema, w *jsonio.Writer, c *column, v any, l jsonio.Losses) {
	id, place := v.(*a2a.Artifact).ID, l.Index()
	if i, err := strconv.Atoi(strings.TrimPrefix(id, "artifact-")); err == nil && i >= 0 {
		place = i
	} else {
		l.Lose(id != "", "id", "a 0.1 artifact has an index in place of an id")
	}
	w.Int(c.name, place)
}
