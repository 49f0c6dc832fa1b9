package fault

import (
	"fmt"
	"strconv"
	"strings"
)

// location is the place in a document that a JSON Pointer (RFC 6901) refers to.
type location struct {
	parent  int    // offset of the object or array that contains it; -1 for the document itself
	end     int    // offset of the parent's closing bracket
	key     string // within the parent: a name, an index or "-"
	item    span   // the value at the place
	prevEnd int    // end of the item before it, -1 for the first
	found   bool
	index   int // key as a number, in an array
	length  int // number of items, in an array
}

// locate finds the place of a path. All steps except the last must exist.
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

// formatPath shortens a path for an error.
func formatPath(path string) string {
	if len(path) > 200 {
		path = strings.ToValidUTF8(path[:200], "") + "…"
	}
	return path
}

// locateKey finds a key in the value that begins at at.
func locateKey(s string, at int, key string) (p location, err error) {
	p = location{parent: at, key: key, prevEnd: -1, index: -1}
	switch s[at] {
	case '{':
	case '[':
		if p.index, err = indexOf(key); err != nil {
			return p, err
		}
	default:
		return p, fmt.Errorf("a %s has no members", kindOf(s[at]))
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

// indexOf reads an array index, without leading zeros. "-" is -1, the end.
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
