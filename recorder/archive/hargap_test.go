package archive_test

import (
	"bytes"
	"compress/gzip"
	"net/http"
	"reflect"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// HAR has a place for neither gaps nor interim answers; they come back from the
// members that are this program's own.
func TestHARKeepsGapsTrailersAndInterimAnswers(t *testing.T) {
	from := lossy()
	from.wholes[0].Response.Trailer = http.Header{"Grpc-Status": {"0"}, "Grpc-Message": {"a", "b"}}
	var b bytes.Buffer
	from.give(t, archive.NewHAR(&b, archive.Written{By: "test 1"}))
	schema, err := jsonschema.NewCompiler().Compile("testdata/har-1.2.schema.json")
	check(t, err)
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(b.Bytes()))
	check(t, err)
	check(t, schema.Validate(doc))

	got, sum := readMemory(t, b.Bytes(), archive.ReadOptions{})
	if len(sum.Notes) > 0 {
		t.Errorf("%+v", sum)
	}
	for i := range from.gaps {
		from.gaps[i].Session = got.session.ID // an import of HAR gets new ids
	}
	if !reflect.DeepEqual(got.gaps, from.gaps) {
		t.Errorf("gaps of the session\n%+v, want\n%+v", got.gaps, from.gaps)
	}
	want, x := from.wholes[0], got.wholes[0]
	for i := range want.Gaps {
		want.Gaps[i].Session, want.Gaps[i].Exchange = got.session.ID, x.ID
	}
	if !reflect.DeepEqual(x.Gaps, want.Gaps) || !reflect.DeepEqual(x.Interim, want.Interim) {
		t.Errorf("\n%+v\n%+v\n%+v\n%+v", x.Gaps, want.Gaps, x.Interim, want.Interim)
	}
	if !reflect.DeepEqual(x.Response.Trailer, want.Response.Trailer) {
		t.Errorf("trailers %v, want %v", x.Response.Trailer, want.Response.Trailer)
	}
	if x.ResponseBytes != 100 || x.RequestBytes != 2 || !x.Incomplete || x.Outcome != wire.Interrupted {
		t.Errorf("%+v", x.Exchange)
	}
	if y := got.wholes[1]; y.Gaps != nil || y.Interim != nil {
		t.Errorf("%+v", y.Exchange)
	}
}

// What other programs write there is passed over, not believed.
func TestHARWithWrongGaps(t *testing.T) {
	var b bytes.Buffer
	lossy().give(t, archive.NewHAR(&b, archive.Written{By: "test 1"}))
	for _, c := range []struct {
		old, new  string
		exchanges int
		gaps      int
	}{
		{`"_a2aConsole":{"gaps":[{`, `"_a2aConsole":{"gaps":[7,{`, 2, 0},
		{`"exchanges":12`, `"exchanges":-12`, 2, 1},
		{`"offset":9`, `"offset":-9`, 1, 2},
		{`"status":103`, `"status":"x"`, 1, 2},
		{`"interim":[{"at":"2026`, `"interim":[{"at":"yes`, 1, 2},
	} {
		if !bytes.Contains(b.Bytes(), []byte(c.old)) {
			t.Fatalf("no %q", c.old)
		}
		m, sum := readMemory(t, bytes.Replace(b.Bytes(), []byte(c.old), []byte(c.new), 1), archive.ReadOptions{})
		if len(m.wholes) != c.exchanges || len(m.gaps) != c.gaps || len(sum.Notes) != 1 {
			t.Errorf("%s: %d exchanges, %d gaps, %v", c.new, len(m.wholes), len(m.gaps), sum.Notes)
		}
	}
}

// A small request that decodes to a very large one is written as it is, and
// comes back so.
func TestHARBoundsDecodedBodies(t *testing.T) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	zeros := make([]byte, 1<<20)
	for range 41 {
		w.Write(zeros)
	}
	check(t, w.Close())
	m := lossy()
	m.wholes = m.wholes[1:]
	x := &m.wholes[0]
	x.Response.Status = 200
	x.Request.Header = http.Header{"Content-Encoding": {"gzip"}}
	x.Response.Header = x.Request.Header
	x.RequestBytes, x.ResponseBytes = int64(packed.Len()), int64(packed.Len())
	for _, side := range []wire.Side{wire.Request, wire.Response} {
		x.Sides[side] = []wire.Chunk{{Side: side, At: x.Started, Data: packed.Bytes()}}
	}
	var b bytes.Buffer
	m.give(t, archive.NewHAR(&b, archive.Written{}))
	if b.Len() > 1<<20 {
		t.Fatalf("%d bytes of HAR", b.Len())
	}
	got, _ := readMemory(t, b.Bytes(), archive.ReadOptions{})
	for _, side := range []wire.Side{wire.Request, wire.Response} {
		if !bytes.Equal(got.wholes[0].Body(side), packed.Bytes()) {
			t.Errorf("side %v: the body is another", side)
		}
	}
	if got.wholes[0].Request.Header.Get("Content-Encoding") != "gzip" || got.wholes[0].Response.Header.Get("Content-Encoding") != "gzip" {
		t.Errorf("%+v", got.wholes[0].Exchange)
	}
}
