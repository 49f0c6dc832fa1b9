package redact

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

func (m *jsonMode) push(array bool) {
	bracket := byte('{')
	if array {
		bracket = '['
	}
	m.open = append(m.open, bracket)
	top, all := m.top(), m.secretValue()
	if m.unfollowed > 0 || len(m.stack) >= depthKept || top != nil && len(top.next) == 0 && all < 0 {
		m.unfollowed++ // too deep to follow, or nothing in it can be secret
		return
	}
	live := m.all
	if top != nil {
		live = top.next
	}
	m.grow()
	t := m.top()
	*t = level{array: array, secret: -1, all: all, live: append(t.live[:0], live...), next: t.next[:0]}
	if array {
		m.enterList(t)
	}
}

// enterList takes the paths into a list: what may be one may be a list, whatever the
// specification says, and the root may be a batch.
func (m *jsonMode) enterList(t *level) {
	for _, l := range t.live {
		if step := m.paths[l.path][l.steps]; len(m.stack) == 1 || step != "*" && step != "[]" {
			t.next = append(t.next, l)
		}
	}
	if len(m.stack) > 1 {
		m.match(t, []byte("[]"))
	}
}

// grow opens a level, in the memory of an earlier one where there is some.
func (m *jsonMode) grow() {
	if n := len(m.stack); n < cap(m.stack) {
		m.stack = m.stack[:n+1]
	} else {
		m.stack = append(m.stack, level{})
	}
}

// close takes a closing bracket, and reports whether it fits.
func (m *jsonMode) close(c byte) bool {
	n := len(m.open) - 1
	if m.open[n] != c-2 {
		return false
	}
	m.open = m.open[:n]
	if m.unfollowed > 0 {
		m.unfollowed--
	} else {
		m.stack = m.stack[:len(m.stack)-1]
	}
	m.valueEnds()
	if n == 0 {
		m.text, m.fresh = false, m.skips
		m.nextDocument()
	}
	return true
}

// endName takes the member name just read.
func (m *jsonMode) endName() {
	t := m.top()
	t.next, t.secret, t.part = t.next[:0], -1, colonPart
	if len(t.live) == 0 || len(m.key) > keyKept {
		return
	}
	m.match(t, spelled(m.key))
}

func (m *jsonMode) match(t *level, name []byte) {
	text := string(name)
	for _, l := range t.live {
		p := m.paths[l.path]
		step := p[l.steps]
		if step != "*" && !isNamed(step, text) {
			continue
		}
		if l.steps++; l.steps < len(p) {
			t.next = append(t.next, l)
			continue
		}
		t.secret = l.path
		if step == Telling {
			m.told = strings.Join(append(slices.Clone(p[:l.steps-1]), text), ".")
		}
	}
}

func (m *jsonMode) top() *level {
	if len(m.stack) == 0 {
		return nil
	}
	return &m.stack[len(m.stack)-1]
}

// secretValue is the path that makes the value that begins now secret, or -1.
func (m *jsonMode) secretValue() int {
	t := m.top()
	switch {
	case t == nil:
		return -1
	case t.all >= 0:
		return t.all
	}
	return t.secret
}

// unescape undoes a name's escapes, those that JSON has.
func unescape(name []byte) []byte {
	var text string
	if json.Unmarshal([]byte(`"`+string(name)+`"`), &text) != nil {
		return name
	}
	return []byte(text)
}

// spelled is a name as it is meant: without escapes.
func spelled(name []byte) []byte {
	if bytes.IndexByte(name, '\\') < 0 {
		return name
	}
	return unescape(name)
}
