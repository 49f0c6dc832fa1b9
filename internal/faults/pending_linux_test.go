package faults

import "database/sql"

// pending counts what is not written yet of a benchmark's calls: exchanges, labels and words. No other
// benchmark code knows the tables.
func (s *stage) pending(d *sql.DB) (n int) {
	s.b.Helper()
	ask := func(query string, args ...any) (n int) {
		s.b.Helper()
		if err := d.QueryRow(query, args...).Scan(&n); err != nil {
			s.b.Fatalf("%s: %v", query, err)
		}
		return n
	}
	n = s.expected - ask("SELECT count(*) FROM exchanges WHERE outcome <> '' AND session = (SELECT n FROM sessions WHERE id = ?) AND origin <> 'console'", s.console.Session)
	if ask("SELECT count(*) FROM sqlite_master WHERE name = 'unlabelled'") == 0 {
		return n + ask("SELECT count(*) FROM exchanges WHERE labelled = 0") // format 6 and older
	}
	return n + ask("SELECT count(*) FROM unlabelled") + ask("SELECT count(*) FROM unindexed")
}
