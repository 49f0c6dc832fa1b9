package jsonrepair

import "bytes"

// Names are the names of members that a reader of objects looks for, each with a slot.
type Names struct {
	names []string
	table []uint8 // slots by a hash of the name, plus one; 0 for none
}

// NewNames makes an index of up to 255 names, whose slots are in their order.
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

// find is the slot of a name, negative for another.
func (ix *Names) find(name []byte) int {
	for at := ix.hash(name); ix.table[at] != 0; at = (at + 1) & (len(ix.table) - 1) {
		if slot := int(ix.table[at]) - 1; ix.names[slot] == string(name) {
			return slot
		}
	}
	return none
}

// Fill looks for all names in an object at once. ok is false where looking for one after the
// other may tell more: a name is escaped or comes twice, or one that is not looked for has the
// letter. Slot has what was found until Drop of the frame, and of those after it.
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
			if bytes.IndexByte(name, letter) >= 0 {
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

// Slot is the member that a slot of a frame has, negative when there is none.
func (t *Tree) Slot(frame int32, slot uint8) int32 { return t.slots[frame+int32(slot)] }

// Drop forgets a frame and those after it.
func (t *Tree) Drop(frame int32) { t.slots = t.slots[:frame] }
