package archive_test

import (
	"bytes"
	"context"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

func export(t testing.TB, s *recorder.Store, id string) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := s.Export(t.Context(), id, nil, archive.NewJSONL(&b, archive.Provenance{Program: "test 1"})); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// mark pins the latest exchange and writes a note on it.
func mark(t testing.TB, s *recorder.Store, note string) {
	t.Helper()
	list, err := s.Exchanges(t.Context(), wire.Filter{}, wire.Page{Limit: 1})
	if err == nil {
		pinned := true
		_, err = s.EditExchange(t.Context(), list[0].ID, wire.ExchangeEdit{Pinned: &pinned, Note: &note})
	}
	if err != nil {
		t.Fatal(err)
	}
}

func take(t testing.TB, s *recorder.Store, file []byte) archive.Summary {
	t.Helper()
	sum, err := archive.Read(t.Context(), bytes.NewReader(file), archive.ReadOptions{}, s.Import("some.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

// all returns everything recorded of a session, except order numbers and versions, which belong to one store.
func all(t testing.TB, s *recorder.Store, session string) (wire.Session, []wire.Exchange, [][]wire.Chunk) {
	t.Helper()
	x, err := s.Session(t.Context(), session)
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.Exchanges(t.Context(), wire.Filter{Session: session}, wire.Page{Limit: 10_000})
	if err != nil {
		t.Fatal(err)
	}
	var chunks [][]wire.Chunk
	for i := range list {
		list[i].Seq, list[i].Version = 0, 0
		for side := range wire.Side(4) {
			c, err := s.Chunks(t.Context(), list[i].ID, side, 0, 0)
			if err != nil {
				t.Fatal(err)
			}
			chunks = append(chunks, c)
		}
	}
	return x, list, chunks
}

// Every recording is imported as it was, and exporting it again gives the same bytes.
func TestImportOfExportIsTheSame(t *testing.T) { importOfExport(t, 0, fewSeeds) }

// fewSeeds is the number of samples in tests that are not slow.
const fewSeeds = 3

func importOfExport(t *testing.T, from, to uint64) {
	for seed := from; seed < to; seed++ {
		a := open(t, func(o *recorder.Options) { o.Secrets, o.Name = secrets, "a <name>" })
		sample(t, a, seed, 25)
		session := a.Current().ID
		mark(t, a, "a note\n<b>é")
		if _, err := a.NewSession(t.Context(), ""); err != nil {
			t.Fatal(err)
		}
		file := export(t, a, session)
		if bytes.Contains(file, []byte("hush")) {
			t.Fatal("a secret is in the file")
		}

		b := open(t, nil)
		sample(t, b, seed+1000, 2) // existing rows
		sum := take(t, b, file)
		if again := export(t, b, session); !bytes.Equal(again, file) {
			t.Fatalf("seed %d: the second export differs:\n%s", seed, firstDifference(file, again))
		}
		s1, x1, c1 := all(t, a, session)
		s2, x2, c2 := all(t, b, session)
		if s2.Imported.IsZero() || s2.Source != "some.jsonl" || s2.Program != "test 1" || sum.Session != session || sum.Exchanges != s1.Exchanges {
			t.Fatalf("session %+v, summary %+v", s2, sum)
		}
		s2.Imported, s2.Source, s2.Program = time.Time{}, "", ""
		if !reflect.DeepEqual(s1, s2) {
			t.Fatalf("seed %d: sessions differ:\n%+v\n%+v", seed, s1, s2)
		}
		for i := range x1 {
			if !reflect.DeepEqual(x1[i], x2[i]) {
				t.Fatalf("seed %d: exchanges differ:\n%+v\n%+v", seed, x1[i], x2[i])
			}
		}
		if !reflect.DeepEqual(c1, c2) {
			t.Fatalf("seed %d: chunks differ", seed)
		}
	}
}

func firstDifference(a, b []byte) string {
	x, y := strings.Split(string(a), "\n"), strings.Split(string(b), "\n")
	for i := range x {
		if i >= len(y) || x[i] != y[i] {
			return x[i] + "\n" + y[min(i, len(y)-1)]
		}
	}
	return "the second is longer"
}

// Redacting twice changes nothing the second time.
func TestRedactingTwiceIsRedactingOnce(t *testing.T) {
	t.Parallel()
	for seed := range uint64(5) {
		a := open(t, func(o *recorder.Options) { o.Secrets = secrets })
		sample(t, a, seed, 25)
		plain := export(t, a, a.Current().ID)
		a.NewSession(t.Context(), "")
		s := sessionOf(t, plain)
		plain = export(t, a, s)
		var b bytes.Buffer
		r := archive.Redact(archive.NewJSONL(&b, archive.Provenance{Program: "test 1"}), archive.RedactOptions{Secrets: secrets})
		if err := a.Export(t.Context(), s, nil, r); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(plain, b.Bytes()) {
			t.Fatalf("seed %d: %s\n%+v", seed, firstDifference(plain, b.Bytes()), r.Removed())
		}
		if len(r.Removed()) > 0 {
			t.Errorf("removed again: %+v", r.Removed())
		}
	}
}

func sessionOf(t testing.TB, file []byte) string {
	t.Helper()
	sum, err := archive.Read(context.Background(), bytes.NewReader(file), archive.ReadOptions{}, nothing{})
	if err != nil {
		t.Fatal(err)
	}
	return sum.Session
}

// nothing is a Sink that discards everything.
type nothing struct{}

func (nothing) Session(context.Context, *wire.Session) error       { return nil }
func (nothing) Exchange(context.Context, *wire.Exchange) error     { return nil }
func (nothing) Chunk(context.Context, *wire.Chunk) error           { return nil }
func (nothing) Redactions(context.Context, []wire.Redaction) error { return nil }
func (nothing) Gap(context.Context, *wire.Gap) error               { return nil }
func (nothing) Rule(context.Context, *wire.Rule) error             { return nil }
func (nothing) Passages(context.Context, []wire.Passage) error     { return nil }
func (nothing) Close(context.Context) error                        { return nil }

// What was recorded raw is exported redacted, without any secret.
func TestRawRecordingsLeaveRedacted(t *testing.T) {
	t.Parallel()
	a := open(t, func(o *recorder.Options) { o.Raw = true })
	sample(t, a, 5, 60)
	session := a.Current().ID
	if !bytes.Contains(export(t, a, session), []byte("hush")) {
		t.Fatal("the sample has no secrets")
	}
	formats := map[string]func(*bytes.Buffer) wire.Sink{
		"jsonl": func(b *bytes.Buffer) wire.Sink { return archive.NewJSONL(b, archive.Provenance{}) },
		"har":   func(b *bytes.Buffer) wire.Sink { return archive.NewHAR(b, archive.Provenance{}) },
		"curl":  func(b *bytes.Buffer) wire.Sink { return archive.NewCurl(b, archive.Provenance{}) },
	}
	for name, make := range formats {
		var b bytes.Buffer
		r := archive.Redact(make(&b), archive.RedactOptions{Secrets: secrets})
		if err := a.Export(t.Context(), session, nil, r); err != nil {
			t.Fatal(err)
		}
		// The open exchange ends inside its secret, which may be spread over several chunks.
		if i := bytes.Index(b.Bytes(), []byte("hush")); i >= 0 {
			t.Errorf("%s holds a secret: …%s…", name, b.Bytes()[max(0, i-100):min(b.Len(), i+20)])
		}
		if len(r.Removed()) < 6 {
			t.Errorf("%s: removed only %+v", name, r.Removed())
		}
	}
}
