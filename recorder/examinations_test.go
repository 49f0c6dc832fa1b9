package recorder

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// TestExaminationsAreKept: examinations are found by their own id and their session's, newest first, and are
// removed with their session.
func TestExaminationsAreKept(t *testing.T) {
	t.Parallel()
	s := open(t, nil)
	var kept []wire.Examination
	for i, id := range []string{"first", "second"} {
		x, err := s.BeginSideSession(t.Context(), "check of http://127.0.0.1:1")
		if err != nil {
			t.Fatal(err)
		}
		e := wire.Examination{ID: id, Session: x.ID, Agent: "http://127.0.0.1:1", Options: []byte(`{"rate":1}`)}
		if err := s.KeepExamination(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		if list, err := s.Examinations(t.Context(), 10); err != nil || len(list) != i {
			t.Fatalf("under way, it is listed: %v, %v", list, err)
		}
		if _, err := s.Examination(t.Context(), id); !errors.Is(err, wire.ErrNotFound) {
			t.Fatalf("under way, it is found: %v", err)
		}
		e.Options, e.Ended, e.Report = []byte(`{"rate":2}`), time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), []byte(`{"of":"`+id+`"}`)
		if err := s.KeepExamination(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		kept = append(kept, e)
	}
	for _, e := range kept {
		for _, id := range []string{e.ID, e.Session} {
			got, err := s.Examination(t.Context(), id)
			if err != nil || string(got.Report) != string(e.Report) || string(got.Options) != string(e.Options) || got.Session != e.Session || !got.Ended.Equal(e.Ended) || got.Started.IsZero() {
				t.Errorf("%s: %+v, %v", id, got, err)
			}
		}
	}
	if list, err := s.Examinations(t.Context(), 10); err != nil || len(list) != 2 || list[0].ID != "second" || list[0].Report != nil {
		t.Errorf("%+v, %v", list, err)
	}
	if list, err := s.Examinations(t.Context(), 1); err != nil || len(list) != 1 || list[0].ID != "second" {
		t.Errorf("%+v, %v", list, err)
	}
	if err := s.EndSideSession(t.Context(), kept[1].Session); err != nil {
		t.Fatal(err)
	}
	if err := s.Delete(t.Context(), kept[1].Session); err != nil {
		t.Fatal(err)
	}
	if list, err := s.Examinations(t.Context(), 10); err != nil || len(list) != 1 || list[0].ID != "first" {
		t.Errorf("a deleted session's is listed: %+v, %v", list, err)
	}
	if err := s.Undelete(t.Context(), kept[1].Session); err != nil {
		t.Fatal(err)
	}
	if err := s.Remove(t.Context(), kept[1].Session); err != nil {
		t.Fatal(err)
	}
	var left int64
	err := s.do(t.Context(), func(w *writer) (err error) {
		left, err = w.conn.Number("SELECT count(*) FROM examinations")
		return err
	})
	if err != nil || left != 1 {
		t.Errorf("%d are left, %v", left, err)
	}
	lost := wire.Examination{ID: "lost", Session: kept[1].Session}
	if err := s.KeepExamination(t.Context(), lost); !errors.Is(err, wire.ErrNotFound) {
		t.Errorf("of a session that is gone: %v", err)
	}
	long := wire.Examination{ID: "first", Session: kept[0].Session, Report: make([]byte, wire.MaxReportBytes+1)}
	if err := s.KeepExamination(t.Context(), long); !errors.Is(err, wire.ErrBadEdit) {
		t.Errorf("a report without end: %v", err)
	}
}

// TestRecordingIsWhoLives: Recording prefers sessions that are not of examinations, and ignores sessions that
// a killed program left open.
func TestRecordingIsWhoLives(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x.db")
	look := open(t, func(o *Options) { o.Path, o.NoSession = path, true })
	if x, is, err := look.Recording(t.Context()); err != nil || is {
		t.Fatalf("%+v, %t, %v", x, is, err)
	}
	s, err := Open(Options{Path: path, Label: newFake})
	if err != nil {
		t.Fatal(err)
	}
	record(t, s, call(), "{}", jsonHead, "{}")
	beside, err := s.BeginSideSession(t.Context(), "check")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.KeepExamination(t.Context(), wire.Examination{ID: "e", Session: beside.ID}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.BeginSideSession(t.Context(), "replay of x"); err != nil {
		t.Fatal(err)
	}
	for _, r := range []*Store{look, s} {
		if x, is, err := r.Recording(t.Context()); err != nil || !is || x.ID != s.Current().ID {
			t.Errorf("%+v, %t, %v", x, is, err)
		}
	}
	die(t, s)
	if x, is, err := look.Recording(t.Context()); err != nil || is {
		t.Errorf("whose program was killed: %+v, %t, %v", x, is, err)
	}
}
