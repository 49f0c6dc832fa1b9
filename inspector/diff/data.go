package diff

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxValues limits the values of a document that are compared one by one, because a node takes far more memory
// than a value of two bytes.
const maxValues = 100_000

// data converts JSON to a node. Anything else, and JSON with too many values, becomes one text.
func data(raw []byte, l Level) *node {
	if len(raw) > maxValues && bytes.Count(raw, []byte(","))+bytes.Count(raw, []byte("["))+bytes.Count(raw, []byte("{")) > maxValues {
		n := text(KindData, l, string(raw))
		n.isJSON = json.Valid(raw)
		return n
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil || d.More() {
		return text(KindData, l, string(raw))
	}
	n := dataNode(v, l)
	n.isDataRoot = true
	return n
}

func dataNode(v any, l Level) *node {
	switch v := v.(type) {
	case map[string]any:
		n := obj(KindData, l)
		for name := range v {
			n.names = append(n.names, name)
		}
		slices.Sort(n.names)
		for _, name := range n.names {
			n.items = append(n.items, dataNode(v[name], l))
		}
		return n
	case []any:
		n := items(KindData, l, make([]*node, len(v)))
		for i := range v {
			n.items[i] = dataNode(v[i], l)
		}
		return n
	case json.Number:
		return &node{kind: KindData, level: l, isLiteral: true, tag: "number", text: v.String()}
	case bool:
		n := flag(v)
		n.kind, n.level, n.tag = KindData, l, "boolean"
		return n
	case string:
		return &node{kind: KindData, level: l, tag: "string", text: v}
	}
	return &node{kind: KindData, level: l, isLiteral: true, tag: "null", text: "null"}
}

// metadata converts a JSON object to a node. An empty object or null counts as absent.
func metadata(raw []byte, l Level) *node {
	if len(raw) == 0 {
		return nil
	}
	n := data(raw, l)
	if n.form == object && len(n.items) == 0 || n.tag == "null" {
		return nil
	}
	n.isDataRoot = false // at level Structure, metadata does not count at all
	return n
}

// sameNumber compares two JSON numbers by value: 1.0 equals 1 and 10e-1. It is linear in their length, whatever
// their exponents.
func sameNumber(a, b string) bool {
	return a == b || normalizeNumber(a) == normalizeNumber(b)
}

// normalizeNumber returns a canonical spelling of a number: sign, digits without zeros at either end, and the
// place of the decimal point.
func normalizeNumber(s string) string {
	s, minus := strings.CutPrefix(s, "-")
	mantissa, exponent, _ := strings.Cut(strings.ToLower(s), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	trimmed := strings.TrimLeft(whole+fraction, "0")
	place := len(trimmed) - len(fraction)
	digits := strings.TrimRight(trimmed, "0")
	if digits == "" {
		return "0"
	}
	point := exponent + " from " + strconv.Itoa(place) // for an exponent that no integer holds
	if e, err := strconv.ParseInt(cmp.Or(exponent, "0"), 10, 62); err == nil {
		point = strconv.FormatInt(e+int64(place), 10)
	}
	return fmt.Sprint(minus, digits, " ", point)
}
