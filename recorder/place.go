package recorder

import (
	"errors"
	"io/fs"
	"os"
	"time"

	"github.com/a2a-console/a2a-console/recorder/database"
)

// placed is which files were at the names of the record when they were opened. Only the
// writer uses it.
type placed struct {
	checked   time.Time
	file, log fs.FileInfo // the record's and SQLite's log
}

// placeEvery is how often the files are looked for at their names.
const placeEvery = time.Second

// settlePlace notes which files are at their names now.
func (w *writer) settlePlace() {
	path := w.store.opts.Path
	w.placed.checked = time.Now()
	w.placed.file, _ = os.Stat(path) // of one that cannot be looked at nothing is said
	w.placed.log, _ = os.Stat(path + "-wal")
}

// watchPlace says so while files of the record are not at their names: a program goes on with a
// file that it has open when somebody removes, replaces or moves it, and nobody else finds
// what it writes there.
func (w *writer) watchPlace() {
	s := w.store
	if w.own == nil || time.Since(w.placed.checked) < placeEvery {
		return
	}
	w.placed.checked = time.Now()
	file, log, why := missingAt(s.opts.Path, w.placed.file), missingAt(s.opts.Path+"-wal", w.placed.log), ""
	switch {
	case file != "":
		why = "the file was " + file
	case log != "":
		why = "the file's log (-wal) was " + log
	case !s.journal.Placed() || !s.owner.lock.Placed():
		why = "files of the journal beside it were removed"
	}
	s.health.place(s, why)
}

// missingAt says what became of a file that was at a path, "" for nothing.
func missingAt(path string, was fs.FileInfo) string {
	now, err := os.Stat(path)
	switch {
	case was == nil:
	case errors.Is(err, fs.ErrNotExist):
		return "removed or moved"
	case err == nil && !os.SameFile(was, now):
		return "replaced by another"
	}
	return ""
}

// place notes what became of the files, "" for nothing.
func (h *health) place(s *Store, why string) {
	var err error
	if why != "" {
		err = &database.Trouble{Doing: "record to " + s.opts.Path, Why: why + " while it was recorded to", Try: "Export what you need, and start the console again."}
	}
	if !h.set(&h.moved, err) {
		return
	}
	if err != nil {
		s.opts.Logger.Error("the record's files are not where they were", "err", err)
	}
	s.changes.notify()
}
