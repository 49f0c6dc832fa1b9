package dialect

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// CardURL is a URL in a card, with its place in the card's bytes without the quotes.
type CardURL struct {
	URL    string
	Path   string // JSON path
	Offset int64
	Length int64
}

// RewriteCard replaces a card's interface URLs by the results of swap and leaves all other bytes
// alone. swap returns false to keep a URL. url and h are the called URL and the answer's headers.
// The card may be a bare document, the result of a JSON-RPC response, or a gRPC message; URLs in a
// gRPC message have offset -1, since their place changes. Flawed JSON that package jsonrepair can
// repair is rewritten in place and keeps its flaws. RewriteCard returns the new bytes, all URLs
// found, and whether the card is signed, in which case a rewrite breaks the signature. A body that
// is not a card comes back unchanged.
func RewriteCard(url string, h http.Header, body []byte, swap func(string) (string, bool)) (out []byte, found []CardURL, signed bool) {
	if id := Identify(Message{Method: http.MethodPost, URL: url, Header: h}, Message{}, Hint{}); id.Op != a2a.GetExtendedCard {
		return rewriteJSON(body, swap)
	}
	out, ok := spliced(url, wire.Response, h, body, func(path, text string) (string, bool) {
		first, _, _ := strings.Cut(path, ".")
		if signed = signed || first == "signatures"; !slices.Contains([]string{"url", "supportedInterfaces.url", "additionalInterfaces.url"}, path) {
			return "", false
		}
		found = append(found, CardURL{URL: text, Path: "$." + path, Offset: -1, Length: int64(len(text))})
		return swap(text)
	})
	if ok {
		return out, found, signed
	}
	return rewriteJSON(body, swap)
}

func rewriteJSON(body []byte, swap func(string) (string, bool)) (out []byte, found []CardURL, signed bool) {
	doc, err := jsonrepair.Read(body)
	if err != nil {
		return body, nil, false
	}
	card, path := document.ValueOf(doc.JSON), "$"
	if card.Has("jsonrpc") {
		card, path = card.Get("result"), "$.result"
	}
	if !slices.ContainsFunc([]string{"name", "skills", "capabilities", "version"}, card.Has) {
		return body, nil, false
	}
	signed = card.Get("signatures", "0").Present()
	var edits []Edit
	for _, u := range cardURLs(card, path) {
		at, end := doc.Origin(u.Offset-1), doc.Origin(u.Offset+u.Length+1)
		if !bytes.Equal(body[at:end], doc.JSON[u.Offset-1:u.Offset+u.Length+1]) {
			continue // the URL itself was repaired
		}
		u.Offset, u.Length = at+1, end-at-2
		found = append(found, u)
		if to, ok := swap(u.URL); ok && to != u.URL {
			edits = append(edits, Edit{int(at), int(end - at), document.Quoted(to)})
		}
	}
	return Apply(body, edits), found, signed
}

// cardURLs lists the URLs of a card's interfaces in byte order, duplicate members included.
func cardURLs(card document.Value, path string) (all []CardURL) {
	add := func(path string, u document.Value) {
		all = append(all, CardURL{URL: u.Text(), Path: path, Offset: u.Offset + 1, Length: int64(len(u.Raw)) - 2})
	}
	inEntry := func(path string, entry document.Value) {
		entry.Each(func(member string, u document.Value) bool {
			if member == "url" && u.IsKind('"') && entry.IsKind('{') {
				add(path+".url", u)
			}
			return true
		})
	}
	card.Each(func(name string, v document.Value) bool {
		switch {
		case name == "url" && v.IsKind('"'):
			add(path+".url", v)
		case !slices.Contains([]string{"supportedInterfaces", "supported_interfaces", "additionalInterfaces", "additional_interfaces"}, name):
		case v.IsKind('['):
			v.Each(func(i string, entry document.Value) bool {
				inEntry(path+"."+name+"["+i+"]", entry)
				return true
			})
		default: // the only entry, without its list
			inEntry(path+"."+name, v)
		}
		return true
	})
	return all
}

// Edit replaces Length bytes at Offset by To.
type Edit struct {
	Offset, Length int
	To             []byte
}

// Apply makes edits, which must be sorted and must not overlap. It does not change doc, and returns doc
// itself when there are no edits.
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

// Rename renames the ids in what one side of an exchange sent, in any binding. url is the exchange's, h are
// that side's headers. body is a whole body or one frame.
func Rename(url string, side wire.Side, h http.Header, body []byte, r Renaming) []byte {
	out, ok := spliced(url, side, h, body, func(path, text string) (string, bool) {
		return renamed(r, path[strings.LastIndexByte(path, '.')+1:], text)
	})
	if ok {
		return out
	}
	return Apply(body, RenameIDs(body, r))
}

// renamed returns the new text of a member that holds an id or a resource name, else false. Names of
// artifacts and agents are not resource names.
func renamed(r Renaming, member, text string) (string, bool) {
	switch {
	case r.ID != nil && binding.IsID(member) && text != "":
		return r.ID(member, text)
	case member == "name" || member == "parent":
		return r.Resource(text)
	}
	return "", false
}

// RenameIDs returns the edits that rename the ids in a JSON document of any version; no other byte changes.
// It finds ids by member name. It scans doc once, tolerates broken JSON, and stops where doc nests too deeply
// to be a message.
func RenameIDs(doc []byte, r Renaming) []Edit {
	s := idScan{doc: doc, renaming: r, open: []idLevel{{array: true}}}
	for at := 0; at < len(doc) && len(s.open) <= jsonrepair.MaxDepth+1; {
		to := s.tokenEnd(at)
		s.take(at, doc[at:to])
		at = to
	}
	return s.rootIDs()
}

// idScan scans a document's tokens once.
type idScan struct {
	doc      []byte
	open     []idLevel // the first one surrounds the document
	renaming Renaming
	edits    []Edit
	rpc      bool // it is a JSON-RPC message
	top      Edit // of the root's id, without its new text
}

type idLevel struct {
	array bool
	name  string // of the member with the current or last value; an array's own name for its elements
	key   bool   // a member's name comes next
}

// tokenEnd returns the end of a token: a bracket, comma, colon or blank, a string, or anything between these.
func (s *idScan) tokenEnd(at int) int {
	const apart = "{}[],:\" \t\r\n"
	if s.doc[at] == '"' {
		for at++; at < len(s.doc) && s.doc[at] != '"'; at++ {
			if s.doc[at] == '\\' {
				at++
			}
		}
		return min(at+1, len(s.doc))
	}
	n := bytes.IndexAny(s.doc[at:], apart)
	if n < 0 {
		return len(s.doc)
	}
	return at + max(n, 1)
}

func (s *idScan) take(at int, token []byte) {
	in := &s.open[len(s.open)-1]
	switch c := token[0]; c {
	case '{', '[':
		s.open = append(s.open, idLevel{array: c == '[', key: c == '{', name: in.name})
	case '}', ']':
		s.open = s.open[:max(len(s.open)-1, 1)]
	case ',':
		in.key = !in.array
	case ':', ' ', '\t', '\r', '\n':
	default:
		if c != '"' || !in.key {
			s.value(in, at, token)
			return
		}
		in.key = false
		in.name, _ = jsonrepair.Text(token)
		s.rpc = s.rpc || len(s.open) == 2 && slices.Contains([]string{"jsonrpc", "method", "result", "error"}, in.name)
	}
}

func (s *idScan) value(in *idLevel, at int, raw []byte) {
	e := Edit{Offset: at, Length: len(raw)}
	if len(s.open) == 2 && in.name == "id" && !in.array {
		s.top = e
		return
	}
	if e.To = s.renamed(in.name, raw); e.To != nil {
		s.edits = append(s.edits, e)
	}
}

// renamed returns a member's new text as JSON, nil to keep it.
func (s *idScan) renamed(member string, raw []byte) []byte {
	if !binding.IsID(member) && member != "name" && member != "parent" {
		return nil
	}
	text, ok := jsonrepair.Text(raw)
	to, known := renamed(s.renaming, member, text)
	if !ok || !known || to == text {
		return nil
	}
	return document.Quoted(to)
}

// rootIDs decides, after the whole document, whether the root's id is a JSON-RPC message's or that of a task
// that stands alone.
func (s *idScan) rootIDs() []Edit {
	e := s.top
	switch raw := s.doc[e.Offset : e.Offset+e.Length]; {
	case len(raw) == 0:
	case !s.rpc:
		e.To = s.renamed("id", raw)
	case s.renaming.Call != nil:
		e.To = s.renaming.Call(raw)
	}
	if e.To == nil {
		return s.edits
	}
	i, _ := slices.BinarySearchFunc(s.edits, e, func(a, b Edit) int { return a.Offset - b.Offset })
	return slices.Insert(s.edits, i, e)
}

// indentDepth bounds the nesting of a document to indent: each line starts with its depth in blanks, so deep
// documents would grow out of proportion.
const indentDepth = 64

// Indented returns a JSON document indented over lines, false for invalid JSON and for documents nested
// deeper than a person reads.
func Indented(doc []byte) ([]byte, bool) {
	depth, text := 0, false
	for i := 0; i < len(doc); i++ {
		switch c := doc[i]; {
		case c == '"':
			text = !text
		case text && c == '\\':
			i++
		case text:
		case c == '{' || c == '[':
			if depth++; depth > indentDepth {
				return nil, false
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	var b bytes.Buffer
	if json.Indent(&b, doc, "", "  ") != nil {
		return nil, false
	}
	return b.Bytes(), true
}
