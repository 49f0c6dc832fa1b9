package dialect

import (
	"net/http"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
	"github.com/a2a-console/a2a-console/internal/wire"
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

// Rename renames the ids in what one side of an exchange of this URL sent, whatever its
// binding. h are the headers of that side; the body is a whole one, or a frame.
func Rename(url string, side wire.Side, h http.Header, body []byte, r Renaming) []byte {
	edit := func(path, text string) (string, bool) {
		field := path[strings.LastIndexByte(path, '.')+1:]
		switch {
		case r.ID != nil && binding.IsID(field) && text != "":
			return r.ID(field, text)
		case field == "name" || field == "parent":
			return r.Resource(text)
		}
		return "", false
	}
	if out, ok := spliced(url, side, h, body, edit); ok {
		return out
	}
	return Apply(body, RenameIDs(body, r))
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
	if !binding.IsID(name) {
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
	if to, ok := s.renaming.Resource(name); ok && to != name {
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
