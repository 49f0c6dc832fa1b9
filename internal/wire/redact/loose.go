package redact

import "bytes"

// looseNames looks for names of secrets where there is no structure to go by: in
// comments, and in what is no JSON. From the first that stands where a name may
// stand, before a colon or an equals sign, all is filler.
type looseNames struct {
	names   *nameScan // nil has none
	word    []byte
	inWord  bool
	before  byte // what stood before the word, but for spaces
	hit     bool // the last word is a name, if a colon follows
	armed   byte // ':' after a name and what follows it, '[' after a bracket there
	filling bool
}

// enter begins a stretch.
func (l *looseNames) enter(names *nameScan) {
	*l = looseNames{names: names, word: l.word[:0], before: '\n'}
}

// leave ends it.
func (l *looseNames) leave(r *Redactor) {
	if l.filling {
		r.end()
		l.filling = false
	}
}

// last takes the word that stood before the stretch.
func (l *looseNames) last(word []byte) {
	l.hit = l.names != nil && l.names.has(spelled(word))
}

func (l *looseNames) fill(r *Redactor) {
	l.filling = true
	r.begin(string(bytes.Trim(l.word, `\`)))
	r.open.kind = unreadable
}

func (l *looseNames) step(r *Redactor, c byte) byte {
	switch {
	case l.filling && (c == '\r' || c == '\n'):
		return c
	case l.filling:
		return r.hide(c, filler)
	case l.names == nil:
		return c
	case l.armed != 0:
		return l.value(r, c)
	case nameByte(c) || c == '\\':
		if !l.inWord {
			l.inWord, l.hit, l.word = true, false, l.word[:0]
		}
		if len(l.word) <= keyKept {
			l.word = append(l.word, c)
		}
		return c
	case l.inWord:
		l.endWord()
	}
	switch c {
	case ':', '=':
		if l.hit {
			l.armed = ':'
		}
		l.before = c
	case ' ', '\t', '"', '\'', '`':
		if c != ' ' && c != '\t' {
			l.before = c
		}
	default:
		l.hit, l.before = false, c
	}
	return c
}

// value is a byte after a name of a secret. An empty list hides nothing: in YAML,
// where requirements of security are written so.
func (l *looseNames) value(r *Redactor, c byte) byte {
	switch {
	case c == ' ' || c == '\t':
		return c
	case c == '[' && l.armed == ':':
		l.armed = c
		return c
	case c == ']' && l.armed == '[':
		l.armed, l.hit, l.before = 0, false, c
		return c
	}
	l.armed = 0
	l.fill(r)
	if c == '\r' || c == '\n' {
		return c
	}
	return r.hide(c, filler)
}

func (l *looseNames) endWord() {
	l.inWord = false
	word := bytes.TrimRight(l.word, `\`)
	if len(word) == 0 { // it belongs to a quote
		return
	}
	name := spelled(word)
	if i := bytes.LastIndexAny(name, "&?\"'"); i >= 0 { // spelled by escapes
		name, l.before = name[i+1:], name[i]
	}
	l.hit = bytes.IndexByte([]byte("\n\r\"'`{}[](),;&?*/<>"), l.before) >= 0 && l.names.has(name)
	l.before = 'a'
}
