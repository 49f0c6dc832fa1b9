package main

import (
	"strings"
	"testing"
)

func TestPrepareRefusesOtherBytes(t *testing.T) {
	_, err := prepare([]byte("something else"), sum)
	if err == nil || !strings.Contains(err.Error(), "not what was reviewed") {
		t.Errorf("got %v", err)
	}
}

func TestPrepareDropsTheSourceMap(t *testing.T) {
	in := []byte("a()\n//# sourceMappingURL=x.map\n")
	out, err := prepare(in, hashOf(in))
	if err != nil || string(out) != "a()\n" {
		t.Errorf("got %q, %v", out, err)
	}
}

func TestNoTextBecomesCode(t *testing.T) {
	all := ""
	for _, c := range changes() {
		all += c[0] + "\n"
	}
	out, err := withoutEval([]byte(all))
	if err != nil || strings.Contains(string(out), "Function(") || !strings.Contains(string(out), "compiled(e)") {
		t.Errorf("got %q, %v", out, err)
	}
	for name, in := range map[string]string{
		"a change that has no place":     all[len(changes()[0][0]):],
		"a change that has two places":   all + changes()[0][0],
		"a constructor nobody looked at": all + "x=Function(y)",
		"an eval nobody looked at":       all + "eval(y)",
	} {
		if out, err := withoutEval([]byte(in)); err == nil {
			t.Errorf("%s: no error, and %q", name, out)
		}
	}
}
