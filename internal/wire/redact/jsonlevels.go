package redact

import "strings"

// level is an open object or array whose members are compared with the paths.
type level struct {
	array    bool
	part     memberPart
	from, to int // reaches that match up to here; from -1 means all paths. After them come those that match up to the current member
	secret   int // path that makes the value of the current member secret, or -1
	all      int // path that makes this whole level secret, or -1
}

// reach is the number of steps of a path that match.
type reach struct{ path, steps int }

// memberPart is what an object expects next.
type memberPart uint8

const (
	namePart  memberPart = iota // a name, or a comma
	colonPart                   // a colon, or the value if the colon is missing
	valuePart
)

func (m *jsonWalk) top() *level {
	if len(m.levels) == 0 {
		return nil
	}
	return &m.levels[len(m.levels)-1]
}

// nameExpected reports whether a string that begins now is a member name. Below the levels that are followed,
// names count as values.
func (m *jsonWalk) nameExpected() bool {
	t := m.top()
	return t != nil && !t.array && t.part == namePart && len(m.deep) == 0
}

// secretValue returns the path that makes a value that begins now secret, or -1.
func (m *jsonWalk) secretValue() int {
	t := m.top()
	switch {
	case t == nil:
		return -1
	case t.all >= 0:
		return t.all
	}
	return t.secret
}

// push opens a level, and reports whether one may begin here.
func (m *jsonWalk) push(bracket byte) bool {
	if m.nameExpected() {
		return false
	}
	t, all := m.top(), m.secretValue()
	if len(m.deep) > 0 || len(m.levels) >= maxDepth || t != nil && len(m.reaches) == t.to && all < 0 {
		m.deep = append(m.deep, bracket) // too deep to follow, or nothing in it can be secret
		return true
	}
	from := -1
	if t != nil {
		from = t.to
	}
	m.levels = append(m.levels, level{array: bracket == '[', from: from, to: len(m.reaches), secret: -1, all: all})
	if bracket == '[' {
		m.enterList(m.top())
	}
	return true
}

// live returns the paths that match up to a level.
func (m *jsonWalk) live(t *level) []reach {
	if t.from < 0 {
		return m.all
	}
	return m.reaches[t.from:t.to]
}

// enterList continues the paths inside a list: against the specification, a list may replace a
// single value, and the root may be a batch.
func (m *jsonWalk) enterList(t *level) {
	for _, l := range m.live(t) {
		if step := m.paths[l.path][l.steps]; len(m.levels) == 1 || step != "*" && step != "[]" {
			m.reaches = append(m.reaches, l)
		}
	}
	if len(m.levels) > 1 {
		m.match(t, "[]", true)
	}
}

// close processes a closing bracket, and reports whether it fits.
func (m *jsonWalk) close(r *Redactor, c byte) bool {
	t := m.top()
	switch n := len(m.deep); {
	case n > 0 && m.deep[n-1] != c-2:
		return false
	case n > 0:
		m.deep = m.deep[:n-1]
	case t.array != (c == ']'):
		return false
	default:
		m.reaches, m.levels = m.reaches[:t.to], m.levels[:len(m.levels)-1]
		if len(m.levels) == 0 && m.laterMembers != nil {
			m.Members, m.laterMembers = m.laterMembers, nil
		}
	}
	m.valueEnds(r)
	return true
}

func (m *jsonWalk) nameEnds(name []byte) {
	t := m.top()
	t.secret, t.part, m.reaches = -1, colonPart, m.reaches[:t.to]
	may := len(name) <= maxKeyBytes && m.mayHave(name)
	if may || t.from >= 0 || m.any {
		m.match(t, string(unescapeName(name)), may)
	}
}

// match continues the paths inside a member. If may is false, no path contains the name, and only
// steps that match any name continue.
func (m *jsonWalk) match(t *level, name string, may bool) {
	for _, l := range m.live(t) {
		p := m.paths[l.path]
		step := p[l.steps]
		if step != "*" && (!may || !matchesName(step, name)) {
			continue
		}
		if l.steps++; l.steps < len(p) {
			m.reaches = append(m.reaches, l)
			continue
		}
		t.secret = l.path
		if step == AnySecretName {
			m.tellingPath = strings.TrimPrefix(strings.Join(p[:l.steps-1], ".")+"."+name, ".")
		}
	}
}
