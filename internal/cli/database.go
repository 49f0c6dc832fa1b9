package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/a2a-console/a2a-console/recorder"
)

// databasePath is the record's file: as given, or in the user's data folder,
// which is made when missing. It is absolute.
func databasePath(given string) (string, error) {
	if given != "" {
		abs, err := filepath.Abs(given)
		if err != nil {
			return "", fmt.Errorf("find the record %s: %w", given, err)
		}
		return abs, nil
	}
	dir, err := dataFolder()
	if err != nil {
		return "", fmt.Errorf("find the record: %w; name the record's file with --db", err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", fmt.Errorf("make the folder for the record: %w; give another place with --db", err)
	}
	return filepath.Join(dir, "record.db"), nil
}

// existingDatabase is the path of a record that must be there already.
func existingDatabase(given string) (string, error) {
	path, err := databasePath(given)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("no record at %s: nothing was recorded yet, or --db names another file", path)
	}
	return path, nil
}

// openRead opens a record for reading: the one at the path given, or the user's.
func openRead(p env, given string) (*recorder.Store, error) {
	path, err := existingDatabase(given)
	if err != nil {
		return nil, err
	}
	return recorder.Open(recorder.Options{Path: path, ReadOnly: true, Progress: p.progress(), Logger: p.logger()})
}
