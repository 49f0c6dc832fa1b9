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
			l.fill(r)
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
