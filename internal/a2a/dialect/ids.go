package dialect

import (
	"encoding/json"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
)

// Edit is a change to a document: Length bytes at Offset become To.
type Edit struct {
	Offset, Length int
	To             []byte
}

// Apply makes edits, which must be in order and apart. doc stays as it is, and
// is returned itself when there are none.
func Apply(doc []byte, edits []Edit) []byte {
	if len(edits) == 0 {
		return doc
	}
	out := make([]byte, 0, len(doc)+64)
	from := 0
	for _, e := range edits {
		out = append(append(out, doc[from:e.Offset]...), e.To...)
		from = e.Offset + e.Length
	}
	return append(out, doc[from:]...)
}

// Renaming says what becomes of the ids in a document. A nil function leaves
// its ids alone.
type Renaming struct {
	// Call takes the id of a JSON-RPC message as JSON and returns what shall
	// stand there.
	Call func(id json.RawMessage) json.RawMessage
	// ID takes any other id (of a task, context, message or push config, or a
	// page token) with the name of its member, and returns the new one, or
	// false to leave it.
	ID func(member, id string) (string, bool)
}

// RenameIDs finds the ids in a JSON document of any version, wherever they
// stand, and returns the edits that rename them; all else stays byte for byte.
// Ids are told by the names of their members, their meaning by their value. The
// document is read once, and may be broken: what can be told of it counts. It
// is read no further than where it nests too deeply to be a message.
func RenameIDs(doc []byte, r Renaming) []Edit {
	s := idScan{doc: doc, renaming: r}
	for s.at < len(doc) && len(s.open) <= jsonrepair.MaxDepth {
		s.step()
	}
	return s.settled()
}

// idMember reports whether a member of this name holds an id.
func idMember(name string) bool {
	switch name {
	case "id", "taskId", "task_id", "configId", "config_id", "contextId", "context_id", "sessionId", "session_id", "messageId", "message_id",
		"referenceTaskIds", "reference_task_ids", "pushNotificationConfigId", "pageToken", "page_token", "nextPageToken", "next_page_token":
		return true
	}
	return false
}

// idScan walks a document's tokens once.
type idScan struct {
	doc      []byte
	at       int
	open     []idLevel
	renaming Renaming
	edits    []Edit
	rpc      bool // it is a JSON-RPC message
	rpcEdit  Edit // of its own id
	rpcAfter int  // edits before that one
	rpcPlain *Edit
}

// idLevel is an object or array that is open.
type idLevel struct {
	array bool
	name  string // of the member whose value comes, or came last
	key   bool   // a member's name comes next
}

func (s *idScan) step() {
	switch c := s.doc[s.at]; c {
	case '{', '[':
		s.open = append(s.open, idLevel{array: c == '[', key: c == '{', name: s.name()})
	case '}', ']':
		if len(s.open) > 0 {
			s.open = s.open[:len(s.open)-1]
		}
	case ',':
		if n := len(s.open); n > 0 {
			s.open[n-1].key = !s.open[n-1].array
		}
	case '"':
		s.text()
		return
	case ':', ' ', '\t', '\r', '\n':
	default:
		s.literal()
		return
	}
	s.at++
}

// name is the member that a value at this place belongs to; elements of an
// array belong to the array's.
func (s *idScan) name() string {
	if n := len(s.open); n > 0 {
		return s.open[n-1].name
	}
	return ""
}

func (s *idScan) text() {
	from := s.at
	for s.at++; s.at < len(s.doc) && s.doc[s.at] != '"'; s.at++ {
		if s.doc[s.at] == '\\' {
			s.at++
		}
	}
	s.at = min(s.at+1, len(s.doc))
	raw := s.doc[from:s.at]
	if n := len(s.open); n > 0 && s.open[n-1].key {
		s.open[n-1].key = false
		s.open[n-1].name, _ = jsonrepair.Text(raw)
		s.member(n)
		return
	}
	s.value(from, raw)
}

func (s *idScan) member(depth int) {
	if depth == 1 {
		switch s.open[0].name {
		case "jsonrpc", "method", "result", "error":
			s.rpc = true
		}
	}
}

func (s *idScan) literal() {
	from := s.at
	for s.at < len(s.doc) {
		switch s.doc[s.at] {
		case '{', '}', '[', ']', ',', ':', '"', ' ', '\t', '\r', '\n':
			s.value(from, s.doc[from:s.at])
			return
		}
		s.at++
	}
	s.value(from, s.doc[from:])
}

func (s *idScan) value(from int, raw []byte) {
	name := s.name()
	if name == "name" || name == "parent" {
		s.resource(from, raw)
		return
	}
	if !idMember(name) {
		return
	}
	top := len(s.open) == 1 && name == "id" && !s.open[0].array
	if top && s.renaming.Call != nil {
		s.rpcEdit = Edit{Offset: from, Length: len(raw), To: s.renaming.Call(raw)}
		s.rpcAfter = len(s.edits)
	}
	id, ok := jsonrepair.Text(raw)
	if !ok || s.renaming.ID == nil {
		return
	}
	to, ok := s.renaming.ID(name, id)
	if !ok || to == id {
		return
	}
	e := Edit{Offset: from, Length: len(raw), To: document.Quoted(to)}
	if top {
		s.rpcPlain, s.rpcAfter = &e, len(s.edits)
		return
	}
	s.edits = append(s.edits, e)
}

// resource renames the ids in a resource name, which artifacts' and agents' names
// are not.
func (s *idScan) resource(from int, raw []byte) {
	name, ok := jsonrepair.Text(raw)
	if !ok {
		return
	}
	if to, ok := s.renaming.resourceName(name); ok && to != name {
		s.edits = append(s.edits, Edit{Offset: from, Length: len(raw), To: document.Quoted(to)})
	}
}

// settled decides what the id at the root was, now that all of it was seen: a
// JSON-RPC message's own, or that of a task that stands alone.
func (s *idScan) settled() []Edit {
	var top []Edit
	switch {
	case s.rpc && s.rpcEdit.To != nil:
		top = []Edit{s.rpcEdit}
	case !s.rpc && s.rpcPlain != nil:
		top = []Edit{*s.rpcPlain}
	default:
		return s.edits
	}
	return append(s.edits[:s.rpcAfter:s.rpcAfter], append(top, s.edits[s.rpcAfter:]...)...)
}
