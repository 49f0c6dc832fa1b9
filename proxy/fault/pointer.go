package fault

import (
	"fmt"
	"strconv"
	"strings"
)

// place is what a JSON Pointer (RFC 6901) leads to in a document.
type place struct {
	parent int    // where the object or array begins that holds it; -1 for the document itself
	end    int    // of the parent: where its closing bracket is
	key    string // of the parent: a name, an index or "-"
	item   span   // what is there
	before int    // where the item before it ends, -1 for the first
	found  bool
	index  int // of an array: the number that key is
	length int // of an array
}

// locate finds what path leads to. All but the last step have to be there.
func locate(s, path string) (place, error) {
	at := skipBlanks(s, 0)
	p := place{parent: -1, item: span{value: at, from: at, to: skipValue(s, at)}, before: -1, found: true}
	if path == "" {
		return p, nil
	}
	for step := range strings.SplitSeq(path[1:], "/") {
		if !p.found {
			return p, fmt.Errorf("there is no %s", steps(path))
		}
		key := strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		var err error
		if p, err = within(s, p.item.value, key); err != nil {
			return p, fmt.Errorf("%w, at %s", err, steps(path))
		}
	}
	return p, nil
}

// steps is a path as an error shows it.
func steps(path string) string {
	if len(path) > 200 {
		path = strings.ToValidUTF8(path[:200], "") + "…"
	}
	return path
}

// within finds a key of the value that begins at.
func within(s string, at int, key string) (p place, err error) {
	p = place{parent: at, key: key, before: -1, index: -1}
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
	p.end = items(s, at, func(i span) bool {
		if s[at] == '[' && n == p.index || s[at] == '{' && unquoted(i.name) == key {
			p.item, p.before, p.found = i, last, true
		}
		last, n = i.to, n+1
		return true
	})
	p.length = n
	if !p.found {
		p.before = last
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
