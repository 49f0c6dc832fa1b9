package redact

import "bytes"

// invalidText looks for names of secrets in text without structure: comments, and what
// is not JSON. What follows the first such name and a colon, an equals sign or the quote of a
// value is filler.
type invalidText struct {
	names      *nameScan // nil has none
	word       []byte
	inWord     bool
	before     byte // what stood before the word, but for spaces
	secretName bool // the last word is a name, if a colon follows
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
	switch {
	case c == ' ' || c == '\t':
		return c
	case l.secretName && (c == ':' || c == '=' || isQuote(c) && isQuote(l.before)): // a colon may be missing
		l.fill(r)
	case !isQuote(c) && c != ':' && c != '=':
		l.secretName = false
	}
	l.before = c
	return c
}

func isQuote(c byte) bool { return c == '"' || c == '\'' || c == '`' }

func (l *invalidText) endWord() {
	l.inWord = false
	word := bytes.TrimRight(l.word, `\`)
	if len(word) == 0 { // it belongs to a quote
		return
	}
	name := spelled(word)
	if i := bytes.LastIndexAny(name, "&?\"'"); i >= 0 { // spelled by escapes, as Go writes the address of a push
		name, l.before = name[i+1:], name[i]
	}
	l.secretName = bytes.IndexByte([]byte("\n\r\"'`{}[](),;&?*/<>"), l.before) >= 0 && l.names.has(name)
	l.before = 'a'
}
