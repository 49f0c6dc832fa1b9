package fault

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// patchOp is an operation of a JSON Patch (RFC 6902 §4).
type patchOp struct {
	Op    string          `json:"op"`
	Path  *string         `json:"path"`
	From  *string         `json:"from"`
	Value json.RawMessage `json:"value"`
}

var patchOps = map[string]func(doc string, c *patchOp) (string, error){
	"add": add, "remove": remove, "replace": replace, "move": move, "copy": copyValue, "test": test,
}

// checkPatch returns an error for a patch that is wrong for every document.
func checkPatch(patch string) error {
	list, err := readPatch([]byte(patch))
	if err != nil {
		return err
	}
	for i := range list {
		if err := list[i].check(); err != nil {
			return fmt.Errorf("change %d of the patch %w", i+1, err)
		}
	}
	return nil
}

func readPatch(patch []byte) (list []patchOp, err error) {
	if err = json.Unmarshal(patch, &list); err == nil && len(list) == 0 {
		err = fmt.Errorf("the patch is empty")
	} else if err != nil {
		err = fmt.Errorf(`a JSON Patch is a list of changes such as {"op":"replace","path":"/a/b","value":1}`)
	}
	return list, err
}

func (c *patchOp) check() error {
	pointer := func(p *string, name string) error {
		switch {
		case p == nil:
			return fmt.Errorf("has no %s", name)
		case *p != "" && !strings.HasPrefix(*p, "/"):
			return fmt.Errorf("has a %s, %q, that does not begin with /", name, clip.Runes(*p, maxShown))
		}
		return nil
	}
	if patchOps[c.Op] == nil {
		return fmt.Errorf("has the op %q; use add, remove, replace, move, copy or test", clip.Runes(c.Op, maxShown))
	}
	if err := pointer(c.Path, "path"); err != nil {
		return err
	}
	if slices.Contains([]string{"move", "copy"}, c.Op) {
		return pointer(c.From, "from")
	}
	if c.Value == nil && c.Op != "remove" {
		return fmt.Errorf("has no value")
	}
	return nil
}

// Patch applies a JSON Patch to a document. It keeps the text of everything that the patch does not
// touch. Its errors are Problems.
func Patch(doc, patch []byte) ([]byte, error) {
	if !json.Valid(doc) {
		return nil, Problem("the message is not JSON, so a patch cannot change it")
	}
	list, err := readPatch(patch)
	if err != nil {
		return nil, Problem(err.Error())
	}
	out := string(doc)
	for i := range list {
		c := &list[i]
		if err = c.check(); err == nil {
			out, err = patchOps[c.Op](out, c)
		}
		if err != nil {
			return nil, Problem(fmt.Sprintf("change %d of the patch, %s, cannot be made: %s", i+1, c.Op, err))
		}
		if len(out) > wire.MaxGateFrame {
			return nil, errTooLong
		}
	}
	return []byte(out), nil
}

func add(doc string, c *patchOp) (string, error) { return put(doc, *c.Path, string(c.Value)) }

// put adds a value: in a list before the item at its index, in an object instead of the existing value.
func put(doc, path, value string) (string, error) {
	p, err := locate(doc, path)
	if err != nil {
		return "", err
	}
	list := p.parent >= 0 && doc[p.parent] == '['
	switch {
	case list && p.index > p.length:
		return "", fmt.Errorf("there are only %d items in the list at %s", p.length, formatPath(path))
	case list && p.found:
		return doc[:p.item.from] + value + "," + doc[p.item.from:], nil
	case p.found:
		return doc[:p.item.value] + value + doc[p.item.to:], nil
	}
	if !list {
		value = string(appendQuoted(nil, p.key)) + ":" + value
	}
	if p.prevEnd < 0 {
		return doc[:p.parent+1] + value + doc[p.end:], nil
	}
	return doc[:p.prevEnd] + "," + value + doc[p.prevEnd:], nil
}

// locateExisting is locate for a path that must exist.
func locateExisting(doc, path string) (location, error) {
	p, err := locate(doc, path)
	if err == nil && !p.found {
		err = fmt.Errorf("there is no %s", formatPath(path))
	}
	return p, err
}

func replace(doc string, c *patchOp) (string, error) {
	p, err := locateExisting(doc, *c.Path)
	if err != nil {
		return "", err
	}
	return doc[:p.item.value] + string(c.Value) + doc[p.item.to:], nil
}

func remove(doc string, c *patchOp) (string, error) { return removeAt(doc, *c.Path) }

// removeAt removes the value at a path, and the comma next to it.
func removeAt(doc, path string) (string, error) {
	p, err := locateExisting(doc, path)
	switch {
	case err != nil:
		return "", err
	case p.parent < 0:
		return "", fmt.Errorf("the whole document cannot be removed")
	case p.prevEnd >= 0:
		return doc[:p.prevEnd] + doc[p.item.to:], nil
	}
	rest := skipBlanks(doc, p.item.to)
	if doc[rest] == ',' {
		rest = skipBlanks(doc, rest+1)
	}
	return doc[:p.item.from] + doc[rest:], nil
}

func move(doc string, c *patchOp) (string, error) {
	p, err := locateExisting(doc, *c.From)
	if err != nil {
		return "", err
	}
	if strings.HasPrefix(*c.Path, *c.From+"/") {
		return "", fmt.Errorf("%s cannot be moved into itself", formatPath(*c.From))
	}
	if *c.Path == *c.From {
		return doc, nil
	}
	value := doc[p.item.value:p.item.to]
	if doc, err = removeAt(doc, *c.From); err != nil {
		return "", err
	}
	return put(doc, *c.Path, value)
}

func copyValue(doc string, c *patchOp) (string, error) {
	p, err := locateExisting(doc, *c.From)
	if err != nil {
		return "", err
	}
	return put(doc, *c.Path, doc[p.item.value:p.item.to])
}

// maxTestBytes is the longest value, in bytes, that a test operation compares: the value that it is
// compared with is in the text of a rule.
const maxTestBytes = 64 << 10

func test(doc string, c *patchOp) (string, error) {
	p, err := locateExisting(doc, *c.Path)
	if err != nil {
		return "", err
	}
	if raw := doc[p.item.value:p.item.to]; len(raw) > maxTestBytes || !reflect.DeepEqual(comparableValue(raw), comparableValue(string(c.Value))) {
		return "", fmt.Errorf("%s is not %s", formatPath(*c.Path), clip.Runes(string(c.Value), maxShown))
	}
	return doc, nil
}

// comparableValue decodes a value so that equal numbers are equal however they are written.
func comparableValue(raw string) any {
	in := json.NewDecoder(strings.NewReader(raw))
	in.UseNumber()
	var v any
	_ = in.Decode(&v)
	return normalizeNumbers(v)
}

// normalizeNumbers replaces the text of numbers by their value, unless it is longer than 15
// characters: a float64 may not tell longer numbers apart.
func normalizeNumbers(v any) any {
	switch v := v.(type) {
	case json.Number:
		if n, err := v.Float64(); err == nil && len(v) <= 15 {
			return n
		}
	case []any:
		for i := range v {
			v[i] = normalizeNumbers(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = normalizeNumbers(v[name])
		}
	}
	return v
}
