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
