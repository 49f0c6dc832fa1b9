package dialect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// section writes a reading as lines of text: its kind, content and problems.
func section(b *strings.Builder, name string, r a2a.Reading) {
	fmt.Fprintf(b, "\n%s: %s\n", name, r.Kind)
	if r.ID != nil {
		fmt.Fprintf(b, "id %s\n", r.ID)
	}
	if r.Repaired != nil {
		fmt.Fprintf(b, "mended\n")
	}
	if r.Call != nil {
		say(b, "", r.Call)
	}
	if r.Result != nil {
		say(b, "", r.Result)
	}
	if r.Error != nil {
		say(b, "error", *r.Error)
	}
	problems(b, r.Problems)
}

func problems(b *strings.Builder, ps []a2a.Problem) {
	for _, p := range ps {
		fmt.Fprintf(b, "! %s %s %s@%d: %s [%s]\n", strings.TrimSuffix(p.Check+"/"+p.Cause, "/"), p.Severity, p.Path, p.Offset, p.Message, p.Spec)
	}
}

// say writes every member of v that is not zero, one per line.
func say(b *strings.Builder, path string, v any) { sayValue(b, path, reflect.ValueOf(v)) }

func sayValue(b *strings.Builder, path string, v reflect.Value) {
	switch x := v.Interface().(type) {
	case json.RawMessage:
		if x != nil && !strings.HasSuffix(path, "Raw") { // Raw repeats the document
			var compact bytes.Buffer
			if json.Compact(&compact, x) != nil {
				compact.Write(x)
			}
			fmt.Fprintf(b, "%s %s\n", path, oneLine(compact.String()))
		}
		return
	case []byte:
		if x != nil {
			fmt.Fprintf(b, "%s %d bytes %s\n", path, len(x), oneLine(fmt.Sprintf("%q", x)))
		}
		return
	case a2a.Evidence:
		fmt.Fprintf(b, "%s %s → %v strong=%v\n", path, oneLine(x.Text), x.Versions, x.Strong)
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			sayValue(b, path, v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			name := strings.ToLower(v.Type().Field(i).Name)
			if path != "" {
				name = path + "." + name
			}
			if v.Type().Field(i).Name == "Raw" {
				continue
			}
			sayValue(b, name, v.Field(i))
		}
	case reflect.Slice:
		for i := range v.Len() {
			sayValue(b, fmt.Sprintf("%s[%d]", path, i), v.Index(i))
		}
		if v.Len() == 0 && !v.IsNil() {
			fmt.Fprintf(b, "%s []\n", path)
		}
	default:
		if !v.IsZero() {
			fmt.Fprintf(b, "%s %s\n", path, oneLine(fmt.Sprint(v.Interface())))
		}
	}
}

func oneLine(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r == '\u00a0' || r == '\ufffd' || r == 0x7f }) {
		s = fmt.Sprintf("%q", s)
	}
	if len(s) > 300 {
		s = fmt.Sprintf("%.300s… %d bytes", s, len(s))
	}
	return s
}
