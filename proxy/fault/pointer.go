package fault

import (
	"fmt"
	"strconv"
	"strings"
)

// location is what a JSON Pointer (RFC 6901) leads to in a document.
type location struct {
	parent  int    // where the object or array begins that holds it; -1 for the document itself
	end     int    // of the parent: where its closing bracket is
	key     string // of the parent: a name, an index or "-"
	item    span   // what is there
	prevEnd int    // where the item before it ends, -1 for the first
	found   bool
	index   int // of an array: the number that key is
	length  int // of an array
}

// locate finds what path leads to. All but the last step have to be there.
func locate(s, path string) (location, error) {
	at := skipBlanks(s, 0)
	p := location{parent: -1, item: span{value: at, from: at, to: skipValue(s, at)}, prevEnd: -1, found: true}
	if path == "" {
		return p, nil
	}
	for step := range strings.SplitSeq(path[1:], "/") {
		if !p.found {
			return p, fmt.Errorf("there is no %s", formatPath(path))
		}
		key := strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		var err error
		if p, err = locateKey(s, p.item.value, key); err != nil {
			return p, fmt.Errorf("%w, at %s", err, formatPath(path))
		}
	}
	return p, nil
}

// formatPath is a path as an error shows it.
func formatPath(path string) string {
	if len(path) > 200 {
		path = strings.ToValidUTF8(path[:200], "") + "…"
	}
	return path
}

// locateKey finds a key of the value that begins at.
func locateKey(s string, at int, key string) (p location, err error) {
	p = location{parent: at, key: key, prevEnd: -1, index: -1}
	switch s[at] {
	case '{':
	case '[':
		if p.index, err = indexOf(key); err != nil {
			return p, err
		}
	default:
		return p, fmt.Errorf("a %s holds nothing", kindOf(s[at]))
	}
	last, n := -1, 0
	p.end = eachItem(s, at, func(i span) bool {
		if s[at] == '[' && n == p.index || s[at] == '{' && unquoteJSON(i.name) == key {
			p.item, p.prevEnd, p.found = i, last, true
		}
		last, n = i.to, n+1
		return true
	})
	p.length = n
	if !p.found {
		p.prevEnd = last
	}
	if key == "-" && s[at] == '[' {
		p.index = n
	}
	return p, nil
}

// indexOf reads an index of an array: without zeros before it. "-" is -1, the end.
func indexOf(key string) (int, error) {
	if key == "-" {
		return -1, nil
	}
	n, err := strconv.Atoi(key)
	if err != nil || n < 0 || strconv.Itoa(n) != key {
		return 0, fmt.Errorf("%q is not a list index", key)
	}
	return n, nil
}

func kindOf(c byte) string {
	switch c {
	case '"':
		return "text"
	case 't', 'f':
		return "truth value"
	case 'n':
		return "null"
	}
	return "number"
}
