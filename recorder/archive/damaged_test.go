package archive_test

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// twoCalls is a file of two exchanges, although its head says three. Each has a response of 8 bytes in
// two chunks. secrets is what the head says of them.
func twoCalls(secrets string) string {
	call := func(id string) string {
		return strings.Replace(strings.Replace(callOK, "0000000000a1", id, 1), `"started"`, `"ended":"2026-11-21T10:00:09Z","request_bytes":2,"response_bytes":8,"started"`, 1) +
			chunkOK +
			`{"kind":"chunk","side":"response","offset":0,"at":"2026-11-21T10:00:05Z","text":"abc"}` + "\n" +
			`{"kind":"chunk","side":"response","offset":3,"at":"2026-11-21T10:00:07Z","text":"defgh"}` + "\n"
	}
	head := strings.Replace(headOK, `"agents":[]`, `"agents":[],"exchanges":3`, 1)
	return strings.Replace(head, `"redacted"`, `"`+secrets+`"`, 1) + call("0000000000a1") + call("0000000000a2") + `{"kind":"end"}` + "\n"
}

// The exchange in which the file ends is marked, even if a redactor buffers it, and a gap says what is
// missing.
func TestDamageMarksTheDamagedExchange(t *testing.T) {
	t.Parallel()
	const second = "01993c5e-0000-7000-8000-0000000000a2"
	for _, kept := range []string{"redacted", "kept"} {
		t.Run(kept, func(t *testing.T) {
			file := twoCalls(kept)
			cut := strings.LastIndex(file, `"text":"defgh"`)
			m, sum := readMemory(t, []byte(file[:cut]), archive.ReadOptions{Partial: true, Secrets: secrets})
			if m.damaged != second || len(m.wholes) != 2 || !m.closed {
				t.Fatalf("damaged is %s, of %d exchanges", m.damaged, len(m.wholes))
			}
			why := sum.Damage.Error()
			at := m.wholes[1].Sides[wire.Response][0].At
			want := []wire.Gap{
				{Session: m.session.ID, Exchange: second, Side: wire.Response, Offset: 3, Bytes: 5, From: at, To: m.wholes[1].Ended, Cause: wire.GapDamaged, Problem: why},
				{Session: m.session.ID, Exchanges: 1, From: m.wholes[1].Ended, To: m.wholes[1].Ended, Cause: wire.GapDamaged, Problem: why},
			}
			if !reflect.DeepEqual(m.damage, want) {
				t.Errorf("gaps\n%+v, want\n%+v", m.damage, want)
			}

			s := open(t, nil)
			_, err := archive.Read(t.Context(), strings.NewReader(file[:cut]), archive.ReadOptions{Partial: true, Secrets: secrets}, s.Import("x"))
			check(t, err)
			for i, marked := range []bool{false, true} {
				if x := exchange(t, s, m.wholes[i].ID); x.Incomplete != marked {
					t.Errorf("exchange %d: incomplete %v", i, x.Incomplete)
				}
			}
		})
	}
}

func exchange(t testing.TB, s *recorder.Store, id string) wire.Exchange {
	t.Helper()
	x, err := s.Exchange(t.Context(), id)
	check(t, err)
	return x
}

// Damage after a complete exchange does not mark that exchange.
func TestDamageBetweenExchanges(t *testing.T) {
	t.Parallel()
	file := twoCalls("redacted")
	for name, c := range map[string]struct {
		file string
		gaps []wire.Gap // only side, offset and counts of these
	}{
		"wrong exchange": {strings.Replace(file, "0000000000a2", "../../passwd", 1), []wire.Gap{{Exchanges: 2}}},
		"wrong counts":   {strings.Replace(file, `"end"`, `"end","exchanges":2,"chunks":7`, 1), nil},
		"more follows":   {file + headOK, nil},
		"cut in a line": {strings.Replace(file, `{"kind":"end"}`, `{"ki`, 1), []wire.Gap{
			{Exchange: "01993c5e-0000-7000-8000-0000000000a2", Side: wire.Response, Offset: 8}, {Exchanges: 1}}},
		"wrong redactions": {strings.Replace(file, `{"kind":"end"}`, `{"kind":"redacted","redactions":[{"offset":-1}]}`, 1), []wire.Gap{
			{Exchange: "01993c5e-0000-7000-8000-0000000000a2", Side: wire.Response, Offset: 8}, {Exchanges: 1}}},
	} {
		m, _ := readMemory(t, []byte(c.file), archive.ReadOptions{Partial: true})
		var got []wire.Gap
		for _, g := range m.damage {
			got = append(got, wire.Gap{Exchange: g.Exchange, Side: g.Side, Offset: g.Offset, Bytes: g.Bytes, Exchanges: g.Exchanges})
		}
		if !reflect.DeepEqual(got, c.gaps) {
			t.Errorf("%s: gaps %+v, want %+v", name, got, c.gaps)
		}
	}
}

// Bytes that were missing before the damage are not counted twice.
func TestDamageCountsOnlyWhatItTook(t *testing.T) {
	t.Parallel()
	file := lossy().jsonl(t)
	cut := bytes.Index(file, []byte(`{"kind":"chunk","side":"response"`))
	m, _ := readMemory(t, file[:cut], archive.ReadOptions{Partial: true})
	if g := m.damage; len(g) != 2 || g[0].Side != wire.Response || g[0].Offset != 0 || g[0].Bytes != 9 || g[1].Exchanges != 1 {
		t.Errorf("%+v", g)
	}
}

// HAR entries are read as a whole, so one that is cut off marks no earlier one.
func TestDamagedHARMarksTheSession(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	lossy().give(t, archive.NewHAR(&b, archive.Provenance{Program: "test 1"}))
	cut := bytes.LastIndex(b.Bytes(), []byte(`"response"`))
	m, _ := readMemory(t, b.Bytes()[:cut], archive.ReadOptions{Partial: true, Secrets: secrets})
	if len(m.wholes) != 1 || len(m.damage) != 1 || m.damage[0].Exchange != "" || m.damage[0].Cause != wire.GapDamaged || m.damage[0].Session != m.session.ID {
		t.Errorf("%d exchanges, %+v", len(m.wholes), m.damage)
	}
}
