package jsonrepair

import (
	"bytes"
	"math"
)

// maxListed bounds the values that Parse lists at once. Of a bigger document it lists the shallowest, at most
// keptListed; the others are listed on demand, an object or array at a time.
const (
	maxListed  = 1 << 16
	keptListed = 1 << 12
)

// MaxValues bounds the listed values of a document. Each takes far more memory than its perhaps two bytes.
const MaxValues = 1 << 17

// none is no node; unlisted means that the children are not listed yet.
const (
	none     = -1
	unlisted = -2
)

// Tree is the structure of a JSON document: its values as nodes, with their places. Node 0 is the document
// itself. The tree shares the document's bytes, which must not change. Not safe for concurrent use, not even
// reading: nodes of big documents are added on demand.
type Tree struct {
	text  []byte
	nodes []node
	odd   bool // see Strict

	open, last []int32           // of the parser, for reuse
	slots      []int32           // of Fill, for reuse
	words      map[string]string // short names and strings of earlier documents, see Remember
	memory     [56]int32         // initial memory of open, last and slots: enough for a few nested objects
}

// Limits of what a tree remembers of earlier documents.
const (
	wordsKept = 128
	wordKept  = 48 // bytes
)

// Remember makes a reused tree keep short names and strings, which documents of one stream share, so that
// they need no new memory.
func (t *Tree) Remember() {
	if t.words == nil {
		t.words = make(map[string]string)
	}
}

func (t *Tree) word(b []byte) string {
	if t.words == nil || len(b) > wordKept {
		return string(b)
	}
	if s, ok := t.words[string(b)]; ok {
		return s
	}
	if len(t.words) >= wordsKept {
		clear(t.words)
	}
	s := string(b)
	t.words[s] = s
	return s
}

// node is a value. Offsets are those in the document.
type node struct {
	from, to            int32
	name, nameTo        int32 // the member's name with its quotes; empty for no member
	parent, next, first int32 // its object or array, its next sibling, its first child
	depth               int16 // nesting depth
	plain               bool  // the name has no escapes
	cut                 bool  // some of its members or elements are not listed
}

// maxNested is the absolute limit of nesting, that of encoding/json.
const maxNested = 10_000

// Parse parses b as one strict JSON value, perhaps between blanks. ok is false when b is not that, or is nested
// deeper than maxNested. Invalid UTF-8 in strings is accepted: see Strict.
func Parse(b []byte) (t *Tree, ok bool) {
	t = &Tree{nodes: make([]node, 0, min(8+len(b)/32, 24))} // longer documents mostly have long strings
	if !t.Reuse(b) {
		return nil, false
	}
	return t, true
}

// Reuse is Parse into the memory of a tree whose document is no longer needed. The tree is empty after a
// failure.
func (t *Tree) Reuse(b []byte) bool {
	if t.last == nil {
		t.open, t.last, t.slots = t.memory[0:0:8], t.memory[8:9:16], t.memory[16:16]
	}
	p := parser{input: b, nodes: t.nodes[:0], limit: maxNested, open: t.open[:0], last: t.last[:1]}
	if len(b) > math.MaxInt32 || !p.document() {
		t.Clear()
		return false
	}
	if p.counts != nil {
		p = parser{input: b, nodes: p.nodes[:0], limit: p.shallow(), open: p.open[:0], last: p.last[:1]}
		p.document()
	}
	t.text, t.nodes, t.odd, t.open, t.last, t.slots = b, p.nodes, p.odd, p.open, p.last, t.slots[:0]
	return true
}

// Clear drops the document but keeps the tree's memory.
func (t *Tree) Clear() {
	t.text, t.nodes, t.odd, t.slots = nil, t.nodes[:0], false, t.slots[:0]
}

// Cap returns the number of values that the tree has memory for.
func (t *Tree) Cap() int { return cap(t.nodes) }

// Strict reports whether all strings are valid UTF-8 and no value is nested deeper than MaxDepth.
func (t *Tree) Strict() bool { return !t.odd }

func (t *Tree) Raw(n int32) []byte {
	at := &t.nodes[n]
	return t.text[at.from:at.to:at.to]
}

func (t *Tree) Offset(n int32) int64 { return int64(t.nodes[n].from) }

func (t *Tree) NameOffset(n int32) int64 { return int64(t.nodes[n].name) }

// HasKind reports whether a value begins with this byte: '{' for an object, '[' an array, '"' a string.
func (t *Tree) HasKind(n int32, first byte) bool { return t.text[t.nodes[n].from] == first }

// Parent returns the object or array that contains a node, a negative number for node 0.
func (t *Tree) Parent(n int32) int32 { return t.nodes[n].parent }

// First returns the first member of an object or element of an array, and Next the one after a member or
// element. Both are negative when there is none. First may add nodes.
func (t *Tree) First(n int32) int32 {
	if t.nodes[n].first == unlisted {
		t.list(n)
	}
	return t.nodes[n].first
}

// Cut reports whether only the first members or elements of a node are listed because the document has more
// than MaxValues.
func (t *Tree) Cut(n int32) bool { return t.nodes[n].cut }

// Next is described at First.
func (t *Tree) Next(n int32) int32 { return t.nodes[n].next }

// Name returns a member's name, "" for other nodes.
func (t *Tree) Name(n int32) string {
	at := &t.nodes[n]
	if at.nameTo == at.name {
		return ""
	}
	if at.plain {
		return t.word(t.text[at.name+1 : at.nameTo-1])
	}
	return unquote(t.text[at.name:at.nameTo])
}

// NameBytes is Name as bytes. They are the document's own unless the name has escapes.
func (t *Tree) NameBytes(n int32) []byte {
	if at := &t.nodes[n]; at.plain {
		return t.text[at.name+1 : at.nameTo-1]
	}
	return []byte(t.Name(n))
}

// InObject reports whether a node is a member of an object.
func (t *Tree) InObject(n int32) bool { return t.nodes[n].nameTo > t.nodes[n].name }

func (t *Tree) SameName(m, n int32) bool {
	a, b := &t.nodes[m], &t.nodes[n]
	if a.plain && b.plain {
		return string(t.text[a.name:a.nameTo]) == string(t.text[b.name:b.nameTo])
	}
	return t.Name(m) == t.Name(n)
}

// Member returns the member of that name in an object, the last of several. It is negative when there is none
// or the node is not an object.
func (t *Tree) Member(n int32, name string) int32 {
	found := int32(none)
	if !t.HasKind(n, '{') {
		return found
	}
	for m := t.First(n); m >= 0; {
		at := &t.nodes[m]
		switch {
		case !at.plain:
			if t.Name(m) == name {
				found = m
			}
		case int(at.nameTo-at.name) != len(name)+2: // most differ in length
		case string(t.text[at.name+1:at.nameTo-1]) == name:
			found = m
		}
		m = at.next
	}
	return found
}

// Spelled reports whether a member's name contains a letter, or may contain it because it has escapes.
func (t *Tree) Spelled(n int32, letter byte) bool {
	if !t.HasKind(n, '{') {
		return false
	}
	for m := t.First(n); m >= 0; m = t.nodes[m].next {
		if at := &t.nodes[m]; !at.plain || bytes.IndexByte(t.text[at.name:at.nameTo], letter) >= 0 {
			return true
		}
	}
	return false
}

// Text returns the value of a JSON string; ok is false for any other value.
func (t *Tree) Text(n int32) (s string, ok bool) {
	raw := t.Raw(n)
	if raw[0] != '"' {
		return "", false
	}
	if inner := raw[1 : len(raw)-1]; t.words != nil && len(inner) >= 16 && len(inner) <= wordKept && bytes.IndexByte(inner, ' ') < 0 && plainLen(inner) == len(inner) { // an id, or another name that repeats
		return t.word(inner), true
	}
	return unquote(raw), true
}

// list lists the members or elements of a node that Parse has not listed.
func (t *Tree) list(n int32) {
	up := &t.nodes[n]
	up.first = none
	at := int(up.depth) + 1
	p := parser{input: t.text, offset: int(up.from) + 1, depth: at, nodes: t.nodes, listing: true, limit: at, open: make([]int32, at), last: make([]int32, at+1)}
	p.open[at-1], p.last[at] = n, none
	p.children(t.HasKind(n, '{'))
	t.nodes = p.nodes
	t.nodes[n].cut = p.cut
}

// Names indexes the members that a reader of objects looks for. Each name has a slot.
type Names struct {
	names []string
	table []uint8 // slots by hash of the name, plus one; 0 for none
}

// NewNames indexes up to 255 names. Their slots are their positions in names.
func NewNames(names []string) *Names {
	size := 8
	for size < 3*len(names) {
		size *= 2
	}
	ix := &Names{names: names, table: make([]uint8, size)}
	for slot, name := range names {
		at := ix.hash([]byte(name))
		for ix.table[at] != 0 {
			at = (at + 1) % size
		}
		ix.table[at] = uint8(slot + 1)
	}
	return ix
}

func (ix *Names) hash(name []byte) int {
	n := len(name)
	if n == 0 {
		return 0
	}
	return (n*37 + int(name[0])*5 + int(name[n-1])*11 + int(name[n/2])) & (len(ix.table) - 1)
}

// find returns the slot of a name, negative for an unknown one.
func (ix *Names) find(name []byte) int {
	for at := ix.hash(name); ix.table[at] != 0; at = (at + 1) & (len(ix.table) - 1) {
		if slot := int(ix.table[at]) - 1; ix.names[slot] == string(name) {
			return slot
		}
	}
	return none
}

// Cased returns the indexed name from which name differs only in case, "" for none.
func (ix *Names) Cased(name []byte) string {
	for _, is := range ix.names {
		if len(is) == len(name) && is != string(name) && bytes.EqualFold([]byte(is), name) {
			return is
		}
	}
	return ""
}

// Fill finds all names of an index in an object at once; Slot returns the results until Drop of the
// frame. ok is false where searching one by one may find more: a name has escapes or is a
// duplicate, two names are unknown, or an unknown name contains the letter or differs only in case
// from an indexed one.
func (t *Tree) Fill(n int32, ix *Names, letter byte) (frame int32, ok bool) {
	frame = int32(len(t.slots))
	for range ix.names {
		t.slots = append(t.slots, none)
	}
	others := 0
	for m := t.First(n); m >= 0; m = t.nodes[m].next {
		at := &t.nodes[m]
		if !at.plain {
			return frame, false
		}
		name := t.text[at.name+1 : at.nameTo-1]
		slot := ix.find(name)
		switch {
		case slot < 0:
			others++
			if bytes.IndexByte(name, letter) >= 0 || ix.Cased(name) != "" {
				return frame, false
			}
		case t.slots[frame+int32(slot)] >= 0:
			return frame, false
		default:
			t.slots[frame+int32(slot)] = m
		}
	}
	return frame, others < 2
}

// Slot returns the member for a slot of a frame, negative when there is none.
func (t *Tree) Slot(frame int32, slot uint8) int32 { return t.slots[frame+int32(slot)] }

// Drop releases a frame and those after it.
func (t *Tree) Drop(frame int32) { t.slots = t.slots[:frame] }
