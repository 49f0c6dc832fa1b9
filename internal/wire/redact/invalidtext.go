package redact

import "bytes"

// invalidText looks for names of secrets in text without structure: comments, and what is
// no JSON. From the first such name before a colon or an equals sign on, all is filler.
type invalidText struct {
	names      *nameScan // nil has none
	word       []byte
	inWord     bool
	before     byte // what stood before the word, but for spaces
	secretName bool // the last word is a name, if a colon follows
	armed      byte // ':' after a name and what follows it, '[' after a bracket there
	filling    bool
}

// enter begins a stretch.
func (l *invalidText) enter(names *nameScan) {
	*l = invalidText{names: names, word: l.word[:0], before: '\n'}
}

// leave ends it.
func (l *invalidText) leave(r *Redactor) {
	if l.filling {
		r.end()
		l.filling = false
	}
}

// last takes the word that stood before the stretch.
func (l *invalidText) last(word []byte) {
	l.secretName = l.names != nil && l.names.has(spelled(word))
}

func (l *invalidText) fill(r *Redactor) {
	l.filling = true
	r.begin(string(bytes.Trim(l.word, `\`)))
	r.open.kind = unreadable
}

func (l *invalidText) step(r *Redactor, c byte) byte {
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
			l.inWord, l.secretName, l.word = true, false, l.word[:0]
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
		if l.secretName {
			l.armed = ':'
		}
		l.before = c
	case ' ', '\t', '"', '\'', '`':
		if c != ' ' && c != '\t' {
			l.before = c
		}
	default:
		l.secretName, l.before = false, c
	}
	return c
}

// value is a byte after a name of a secret. An empty list hides nothing: in YAML,
// where requirements of security are written so.
func (l *invalidText) value(r *Redactor, c byte) byte {
	switch {
	case c == ' ' || c == '\t':
		return c
	case c == '[' && l.armed == ':':
		l.armed = c
		return c
	case c == ']' && l.armed == '[':
		l.armed, l.secretName, l.before = 0, false, c
		return c
	}
	l.armed = 0
	l.fill(r)
	if c == '\r' || c == '\n' {
		return c
	}
	return r.hide(c, filler)
}

func (l *invalidText) endWord() {
	l.inWord = false
	word := bytes.TrimRight(l.word, `\`)
	if len(word) == 0 { // it belongs to a quote
		return
	}
	name := spelled(word)
	if i := bytes.LastIndexAny(name, "&?\"'"); i >= 0 { // spelled by escapes
		name, l.before = name[i+1:], name[i]
	}
	l.secretName = bytes.IndexByte([]byte("\n\r\"'`{}[](),;&?*/<>"), l.before) >= 0 && l.names.has(name)
	l.before = 'a'
}
