package dialect

import (
	"encoding/json"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
)

// pieces seeds a fuzzer with the params, results and cards of the corpus, and some with special flaws.
func pieces(f *testing.F) {
	for _, c := range corpus(f) {
		for _, e := range []document.Envelope{*binding.NewRequest(c.req, Hint{}).JSON(), firstDocument(c.resp)} {
			for _, v := range []document.Value{e.Params, e.Result, e.Value} {
				if v.Present() && len(v.Raw) < 4<<10 {
					f.Add([]byte(v.Raw))
				}
			}
		}
	}
	for _, s := range []string{
		`{"id":1,"artifact":[ "parts": [{"text":1}]`, `[]`, `{"additionalInterfaces"{`, `{"message":{"parts":{"type":"file","file":{"data":"x"}}}}`,
		`{"skills":{"tags":"x"},"securitySchemes":{"a":{"http":null}},"security":[{"a":null}],"authentication":{"schemes":null}}`,
	} {
		f.Add([]byte(s))
	}
}

// steady checks, for any input in any version, that what was read can be written in every version or is
// refused, and that its own version's form reads and writes unchanged.
func steady[T any](t *testing.T, in a2a.Dialect, read T, encode func(a2a.Dialect, T) (json.RawMessage, error), again func(a2a.Dialect, json.RawMessage) T) {
	for _, d := range All() {
		first, err := encode(d, read)
		if err != nil {
			continue
		}
		if !json.Valid(first) {
			t.Fatalf("version %s says %q, which is not JSON", d.Version(), first)
		}
		if d.Version() != in.Version() {
			continue // an unknown part was written as it was, and may mean something in the other version
		}
		second, err := encode(d, again(d, first))
		if err != nil || string(first) != string(second) {
			t.Fatalf("version %s says\n%s, then\n%s, %v", d.Version(), first, second, err)
		}
	}
}

func FuzzParams(f *testing.F) {
	pieces(f)
	f.Fuzz(func(t *testing.T, in []byte) {
		for _, d := range All() {
			for _, op := range d.Operations() {
				call := func(d a2a.Dialect, b json.RawMessage) *a2a.Call { c, _ := d.ReadParams(op, b); return c }
				steady(t, d, call(d, in), func(d a2a.Dialect, c *a2a.Call) (json.RawMessage, error) {
					b, _, err := d.EncodeParams(c)
					return b, err
				}, call)
			}
		}
	})
}

func FuzzResult(f *testing.F) {
	pieces(f)
	f.Fuzz(func(t *testing.T, in []byte) {
		for _, d := range All() {
			d.CheckErrorData(-32001, in)
			if data := d.EncodeErrorData(&a2a.Error{Name: a2a.TaskNotFound, Data: in}); data != nil && json.Valid(in) && !json.Valid(data) {
				t.Fatalf("version %s makes %q of %q", d.Version(), data, in)
			}
			d.ReadPush(in)
			for _, op := range d.Operations() {
				result := func(d a2a.Dialect, b json.RawMessage) *a2a.Result { r, _ := d.ReadResult(op, b); return r }
				steady(t, d, result(d, in), func(d a2a.Dialect, r *a2a.Result) (json.RawMessage, error) {
					b, _, err := d.EncodeResult(op, r)
					return b, err
				}, result)
			}
		}
	})
}

func FuzzCard(f *testing.F) {
	pieces(f)
	f.Fuzz(func(t *testing.T, in []byte) {
		for _, d := range All() {
			card := func(d a2a.Dialect, b json.RawMessage) *a2a.Card { c, _ := d.ReadCard(b); return c }
			c := card(d, in)
			if string(c.Raw) != string(in) {
				t.Fatal("the card's bytes are lost")
			}
			steady(t, d, c, func(d a2a.Dialect, c *a2a.Card) (json.RawMessage, error) {
				b, _, err := d.EncodeCard(c)
				return b, err
			}, card)
		}
	})
}
