package v10

import (
	"encoding/json"
	"testing"

	"github.com/a2a-console/a2a-console/a2a"
)

func seeds(f *testing.F) {
	for _, c := range exacts() {
		f.Add([]byte(c.want))
	}
	for _, s := range []string{`{"id":1,"artifact":[ "parts": [{"text":1}]`, `[]`, `{"message":{"parts":{"type":"file","file":{"data":"x"}}}}`, `{"skills":{"tags":"x"},"securitySchemes":{"a":{"http":null}},"security":[{"a":null}]}`} {
		f.Add([]byte(s))
	}
}

// steady holds for any input: what was read can be written, and once written
// it reads and writes the same.
func steady(t *testing.T, first json.RawMessage, again func(json.RawMessage) (json.RawMessage, error)) {
	second, err := again(first)
	if err != nil {
		t.Fatalf("%s is not readable again: %v", first, err)
	}
	if string(first) != string(second) {
		t.Fatalf("first %s, then %s", first, second)
	}
}

func FuzzReadParams(f *testing.F) {
	seeds(f)
	d := Dialect{}
	f.Fuzz(func(t *testing.T, in []byte) {
		for _, op := range d.Operations() {
			c, _ := d.ReadParams(op, in)
			if b, _, err := d.EncodeParams(c); err == nil {
				steady(t, b, func(b json.RawMessage) (json.RawMessage, error) {
					c, _ := d.ReadParams(op, b)
					b, _, err := d.EncodeParams(c)
					return b, err
				})
			}
		}
	})
}

func FuzzReadResult(f *testing.F) {
	seeds(f)
	d := Dialect{}
	f.Fuzz(func(t *testing.T, in []byte) {
		d.CheckErrorData(-32001, in)
		d.EncodeErrorData(&a2a.Error{Name: a2a.TaskNotFound, Data: in})
		d.ReadPush(in)
		for _, op := range d.Operations() {
			r, _ := d.ReadResult(op, in)
			if b, _, err := d.EncodeResult(op, r); err == nil {
				steady(t, b, func(b json.RawMessage) (json.RawMessage, error) {
					r, _ := d.ReadResult(op, b)
					b, _, err := d.EncodeResult(op, r)
					return b, err
				})
			}
		}
	})
}

func FuzzReadCard(f *testing.F) {
	seeds(f)
	card, _, _ := Dialect{}.EncodeCard(fullCard())
	f.Add([]byte(card))
	d := Dialect{}
	f.Fuzz(func(t *testing.T, in []byte) {
		c, _ := d.ReadCard(in)
		if string(c.Raw) != string(in) {
			t.Fatal("the card's bytes are lost")
		}
		if b, _, err := d.EncodeCard(c); err == nil {
			steady(t, b, func(b json.RawMessage) (json.RawMessage, error) {
				c, _ := d.ReadCard(b)
				b, _, err := d.EncodeCard(c)
				return b, err
			})
		}
	})
}
