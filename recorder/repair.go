package recorder

import (
	"github.com/a2a-console/a2a-console/recorder/database"
	"github.com/a2a-console/a2a-console/recorder/journal"
)

// Repairs returns what Open found damaged and repaired; it is logged, too.
func (s *Store) Repairs() database.Repairs { return s.repairs }

// upgrade brings the file to this program's format and repairs what is damaged.
func (s *Store) upgrade(c *database.Conn) error {
	// A file that was copied names owners, too, and what runs here by their numbers may be anything.
	alive := func(owner string) bool { return journal.Alive(journalBase(s.opts.Path, owner)) }
	swept, err := database.Migrate(c, s.doing, s.opts.Now(), alive, s.opts.Progress)
	if err != nil {
		return err
	}
	repaired, err := database.Repair(c)
	if err != nil {
		return database.Explain(s.doing, err)
	}
	if s.repairs = repaired.Plus(swept); s.repairs != (database.Repairs{}) {
		s.opts.Logger.Warn(s.repairs.String(), "path", s.opts.Path)
	}
	return nil
}
