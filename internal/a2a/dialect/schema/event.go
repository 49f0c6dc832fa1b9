package schema

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

func init() { // messages and tasks
	addVerbs(map[string]verb{
		"messageID":    {usage: "MEMBER FIELD", about: present, read: readText, write: writeMessageID},
		"sender":       {usage: "MEMBER : TEXT", about: present, read: readSender},
		"partsInstead": {usage: "MEMBER MEMBER FIELD TYPE : TEXT", about: present, read: readPartsInstead},
		"unspecified":  {usage: "MEMBER FIELD : TEXT", read: readUnspecified},
		"final":        {usage: "MEMBER FIELD", about: present, read: readFlag, write: writeFinal},
		"artifactID":   {read: readArtifactID},
		"index":        {usage: "MEMBER", read: readIndex, write: writeIndex},
		"named":        {usage: "MEMBER : TEXT", about: present, read: readNamed},
		"innerFlags":   {usage: "MEMBER", about: present, read: readInnerFlags},
		"loneArtifact": {usage: "MEMBER FIELD TYPE", read: readLoneArtifact, write: writeLoneArtifact},

		// results and events
		"payload":      {usage: "PARTS…", read: readPayload},
		"byKind":       {usage: "MEMBER TYPE", read: readByKind},
		"byMembers":    {usage: ": TEXT", read: readByMembers},
		"taskOrOther":  {usage: "TYPE", read: readTaskOrOther},
		"notification": {usage: "TYPE : TEXT", read: readNotification},
		"only":         {usage: "[task] : TEXT", read: readOnly},
		"arms":         {write: writeArms},
		"taskAnswer":   {write: writeTaskAnswer},
		"updates":      {write: writeUpdates},
		"array":        {usage: "FIELD TYPE [: TEXT]", root: rootArray},
		"listed":       {usage: "FIELD TYPE : TEXT", root: rootList},
		"wrapped":      {usage: "MEMBER : TEXT", root: rootWrapped},
	})
}

// readArm reads a node as an arm. If the arm has a text, that text is reported at the other node when the
// message is from the wrong side.
func (s *Schema) readArm(arm *row, n, at jsonio.Node, v any) {
	s.readMember(n, arm, v)
	if m := v.(*a2a.Result).Message; m != nil && m.Role == a2a.User && arm.text != "" {
		at.Report(*arm.rule, arm.text)
	}
}

// fallback sets a substitute for a value that could not be read. Outside ProtoJSON, an artifact's position
// becomes its id.
func (s *Schema) fallback(n jsonio.Node, v any) {
	switch v := v.(type) {
	case *a2a.Status:
		v.State = a2a.Unspecified
	case *a2a.Artifact:
		if !s.isProtoJSON {
			v.ID = strconv.Itoa(n.Index())
		}
	}
}

// arm returns the arm whose line has member at a position, nil for none.
func (t *Type) arm(at int, member string) *row {
	for _, a := range t.arms {
		if a.names[at] == member {
			return a
		}
	}
	return nil
}

// armNames lists, for a sentence, the members of which a type has exactly one.
func (t *Type) armNames() string {
	names := make([]string, len(t.arms))
	for i, a := range t.arms {
		names[i] = a.names[0]
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// readPayload reads the arm of an event, which is in a member named after its kind. An event
// without that wrapper, as early SDKs send it, is recognised by its members; the line's words name
// those that hold a message's parts.
func readPayload(s *Schema, o jsonio.Object, r *row, _ *place, v any) {
	t, exactly := r.parent, *r.parent.rule
	found, all := 0, ""
	for _, arm := range t.arms {
		n := arm.get(o)
		if !n.Exists() {
			continue
		}
		if found++; found == 1 {
			all = arm.names[0]
			s.readArm(arm, n, n, v)
		} else {
			all += ", " + arm.names[0]
		}
	}
	switch arm := t.likeliestArm(o, r.names...); {
	case found > 1:
		o.Report(exactly, "Expected exactly one of "+t.armNames()+", got "+all+". The first is read.")
	case found == 1:
	case arm == nil && o.IsCased():
	case arm == nil:
		o.Report(exactly, "Expected exactly one of "+t.armNames()+", got none.")
	default:
		o.Report(exactly, "The wrapper member is missing; judging by its members, this belongs in "+arm.names[0]+".")
		s.readArm(arm, o.Node, o.Node, v)
	}
}

// likeliestArm returns the arm that an object resembles most, nil for none. message are the members that show
// a message.
func (t *Type) likeliestArm(o jsonio.Object, message ...string) *row {
	switch hasStatus := o.Has("status"); {
	case o.Has("artifact"):
		return t.arm(0, "artifactUpdate")
	case hasStatus && (o.Has("taskId") && !o.Has("id") || o.Has("final")): // some tasks also have a taskId
		return t.arm(0, "statusUpdate")
	case hasStatus:
		return t.arm(0, "task")
	case slices.ContainsFunc(message, o.Has):
		return t.arm(0, "message")
	}
	return nil
}

// readByKind reads an object by its kind, else by its members (0.3 §7.2.1). An arm's line has the kind after
// the member of 1.0's wrapper.
func readByKind(s *Schema, o jsonio.Object, r *row, _ *place, v any) {
	t := r.parent
	kind := r.member(o, 0).Text(*t.form)
	if arm := t.arm(1, kind); arm != nil {
		s.readArm(arm, o.Node, o.Get("role"), v)
		return
	}
	if kind != "" {
		o.Get("kind").Report(*t.rule, "Kind "+kind+" is not task, message, status-update or artifact-update.")
	}
	for _, arm := range t.arms {
		inner := o.Get(arm.names[0])
		if !inner.HasKind('{') || o.Has("status") || o.Has("parts") {
			continue
		}
		inner.Report(*t.rule, "The object is in a member "+arm.names[0]+", as in 1.0; in "+string(s.name)+" it is bare and has a kind.")
		payload, _ := inner.Object(*t.form)
		s.readArm(arm, inner, payload.Get("role"), v)
		return
	}
	signs := []string{"parts", "content"}
	if !o.Has("role") && !o.Has("messageId") {
		signs = signs[:1] // tool results also have content
	}
	arm := t.likeliestArm(o, signs...)
	switch {
	case arm != nil:
		s.readArm(arm, o.Node, o.Get("role"), v)
	case o.Has("state"):
		o.Report(*t.rule, "Expected an update of the task, got a bare status; it is read as an update.")
		update := &a2a.StatusUpdate{}
		v.(*a2a.Result).Status = update
		if !s.readValue(o.Node, r.element, r.nested, &update.Status) {
			s.fallback(o.Node, &update.Status)
		}
	case o.IsCased():
	default:
		o.Report(*t.rule, "Expected a task, a message or an update of a task.")
	}
}

// readByMembers reads an event of 0.1, which does not name its type (0.1 §7.2).
func readByMembers(s *Schema, o jsonio.Object, r *row, _ *place, v any) {
	t, rule, hasStatus, hasArtifact := r.parent, s.rules["event"].rule, o.Has("status"), o.Has("artifact")
	o.Foreign(*r.rule, r.text, "kind", "contextId", "taskId")
	if hasStatus && hasArtifact {
		o.Report(rule, "An event has either a status or an artifact; this one has both. The artifact is read.")
	}
	switch {
	case hasArtifact:
		s.readMember(o.Node, t.arm(0, "artifact"), v)
	case hasStatus && !o.Has("final") && (o.Has("artifacts") || o.Has("history") || o.Has("sessionId")):
		o.Report(rule.Milder(), "Expected a task event, got a whole task.")
		s.readMember(o.Node, t.arm(0, "task"), v)
	case hasStatus:
		s.readMember(o.Node, t.arm(0, "status"), v)
	case o.IsCased():
	default:
		o.Report(rule, "An event has a status or an artifact; this one has neither.")
	}
}

// readTaskOrOther reads a task of 0.1, or what is sent in its place.
func readTaskOrOther(s *Schema, o jsonio.Object, r *row, at *place, v any) {
	switch t := r.parent; {
	case o.Has("parts") && !o.Has("status"):
		o.Report(*r.rule, "Expected a task, got a message.")
		s.readMember(o.Node, t.arm(0, "message"), v)
	case (o.Has("artifact") || o.Has("final")) && !o.Has("artifacts"):
		o.Report(*r.rule, "Expected a task, got a stream event.")
		s.readHere(o, r.element, at, v)
	default:
		s.readMember(o.Node, t.arm(0, "task"), v)
	}
}

// readNotification reads a push notification of 0.1: a task, an event, or the notice {eventType, taskId,
// status, summary} of v0.1.0's text.
func readNotification(s *Schema, o jsonio.Object, r *row, at *place, v any) {
	t, status := r.parent, o.Get("status")
	switch {
	case o.Has("artifact"), o.Has("final"):
		s.readHere(o, r.element, at, v)
	case o.Has("taskId") && o.Has("eventType"):
		s.readNotice(o, t, v.(*a2a.Result))
	case !status.Exists():
		o.Report(*r.rule, r.text)
	default:
		s.readMember(o.Node, t.arm(0, "task"), v)
	}
}

// readNotice reads the notice described in the text of 0.1 §9.4.
func (s *Schema) readNotice(o jsonio.Object, t *Type, v *a2a.Result) {
	u := &a2a.StatusUpdate{TaskID: o.String("taskId", *t.form)}
	v.Status = u
	status := o.Get("status")
	if status.HasKind('{') {
		s.readValue(status, s.types["TaskStatus"], t.arm(0, "task").nested, &u.Status)
	} else {
		u.Status.State, u.Status.Word = s.states.Read(status, *s.types["TaskStatus"].verbLine("state").rule)
	}
	if text := o.String("summary", *t.form); text != "" && u.Status.Message == nil {
		u.Status.Message = &a2a.Message{Role: a2a.Agent, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: text}}}
	}
}

// readLoneArtifact reads the artifact of an event. Of an array, as in 0.1's samples, it reads the first.
func readLoneArtifact(s *Schema, o jsonio.Object, r *row, at *place, v any) {
	u, n := v.(*a2a.ArtifactUpdate), o.Get(r.names[0])
	if n.HasKind('[') {
		list := n.Elements(*r.parent.form)
		n.Report(*r.rule, fmt.Sprintf("The artifact is an array of %d; one artifact is expected, and the first is read.", len(list)))
		if len(list) == 0 {
			return
		}
		n = list[0]
	}
	s.readMember(n, r, v)
	if n.HasKind('{') {
		a := n.AsObject()
		u.Append, u.LastChunk = a.Bool("append", *r.element.form), a.Bool("lastChunk", *r.element.form)
	}
}

// readInnerFlags reads the flags of a chunk from the artifact, where 0.1 has them.
func readInnerFlags(_ *Schema, o jsonio.Object, r *row, _ *place, v any) {
	u := v.(*a2a.ArtifactUpdate)
	if inner := r.member(o, 0); inner.HasKind('{') {
		a := inner.AsObject()
		u.Append = u.Append || a.Bool("append", *r.rule)
		u.LastChunk = u.LastChunk || a.Bool("lastChunk", *r.rule)
	}
}

// readArtifactID sets a missing artifact id: the index in 0.1, or the position in the list.
func readArtifactID(s *Schema, o jsonio.Object, r *row, _ *place, v any) {
	a := v.(*a2a.Artifact)
	if a.ID != "" {
		return
	}
	s.fallback(o.Node, a)
	if index := o.Int("index", *r.rule); index != nil {
		a.ID = strconv.Itoa(*index)
	}
}

// readIndex reads the index that identifies an artifact in 0.1, or else its position in the list.
func readIndex(s *Schema, o jsonio.Object, r *row, _ *place, v any) {
	a, index := v.(*a2a.Artifact), o.Get("index")
	s.fallback(o.Node, a)
	if i := o.Int("index", *r.rule); i != nil {
		a.ID = strconv.Itoa(*i)
		if *i < 0 {
			index.Report(*r.rule, "An artifact's index must not be negative.")
		}
	} else if !index.Exists() && o.Index() > 0 {
		info := *r.rule
		info.Severity = a2a.SeverityInfo
		index.Report(info, "The artifact has no index; its position in the list is used instead.")
	}
}

// readNamed reads the artifact id of 0.2 and later if there is no index.
func readNamed(_ *Schema, o jsonio.Object, r *row, _ *place, v any) {
	if name := r.names[0]; o.Has(name) {
		o.Foreign(*r.rule, r.text, name)
		if !o.Has("index") {
			v.(*a2a.Artifact).ID = o.String(name, *r.parent.form)
		}
	}
}

// readUnspecified reports an unspecified state, and sets a missing state to unspecified.
func readUnspecified(_ *Schema, o jsonio.Object, r *row, at *place, v any) {
	state := r.field.state(v)
	if *state == a2a.Unspecified {
		r.get(o).Report(r.ruleAt(at), r.text)
	}
	*state = a2a.State(cmp.Or(string(*state), string(a2a.Unspecified)))
}

// readSender reports a message in a request that claims to be the agent's.
func readSender(_ *Schema, o jsonio.Object, r *row, at *place, v any) {
	call, ok := v.(*a2a.Call)
	if ok && call.Message != nil && call.Message.Role == a2a.Agent {
		r.get(o).Report(r.ruleAt(at), r.text)
	}
}

// readOnly implements the verb "only": it reports a stream event and, with "task", also a message.
func readOnly(_ *Schema, o jsonio.Object, r *row, at *place, v any) {
	result := v.(*a2a.Result)
	event := result.Status != nil || result.Artifact != nil
	if event || len(r.names) > 0 && result.Message != nil {
		o.Report(r.ruleAt(at), r.text)
	}
}
