package part

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// AriaSort returns the aria-sort value of a column in a sorted list; "" if the
// list is sorted by another.
func AriaSort(o wire.Order, by string) string {
	switch {
	case o.Column != by || by == "":
		return ""
	case o.Descending:
		return "descending"
	}
	return "ascending"
}

const (
	maxTableRows    = 200
	maxTableColumns = 24
)

// table is an array of flat objects as rows.
type table struct {
	Columns     []string
	Rows        [][]string
	OmittedRows int // rows that are not drawn
}

// tableOf parses JSON as a table: an array of at least one object, none containing an object or
// array, with few enough columns in all.
func tableOf(src []byte) (table, bool) {
	dec := json.NewDecoder(bytes.NewReader(src))
	dec.UseNumber()
	if t, err := dec.Token(); err != nil || t != json.Delim('[') {
		return table{}, false
	}
	var out table
	at := map[string]int{}
	for dec.More() {
		row, ok := flatObject(dec, &out, at)
		if !ok {
			return table{}, false
		}
		if len(out.Rows) < maxTableRows {
			out.Rows = append(out.Rows, row)
		} else {
			out.OmittedRows++
		}
	}
	if _, err := dec.Token(); err != nil || len(out.Rows) == 0 || len(out.Columns) == 0 {
		return table{}, false
	}
	return out, true
}

func flatObject(dec *json.Decoder, out *table, at map[string]int) ([]string, bool) {
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, false
	}
	var row []string
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, false
		}
		name := key.(string)
		i, ok := at[name]
		if !ok {
			if i = len(out.Columns); i == maxTableColumns {
				return nil, false
			}
			at[name] = i
			out.Columns = append(out.Columns, name)
		}
		val, err := dec.Token()
		if _, nested := val.(json.Delim); err != nil || nested {
			return nil, false
		}
		for len(row) <= i {
			row = append(row, "")
		}
		row[i] = scalar(val)
	}
	_, err := dec.Token()
	return row, err == nil
}

func scalar(v json.Token) string {
	switch v := v.(type) {
	case string:
		return v
	case json.Number:
		return v.String()
	case bool:
		if v {
			return "true"
		}
		return "false"
	}
	return "null"
}

func cell(row []string, i int) string {
	if i < len(row) {
		return row[i]
	}
	return ""
}

func looksJSON(s string) bool {
	s = strings.TrimSpace(s)
	if len(s) < 2 || len(s) > jsonLimit || (s[0] != '{' && s[0] != '[') {
		return false
	}
	return json.Valid([]byte(s))
}
