package console

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder"
)

// RecordPath returns the absolute path of the record: the one given, or the default in the user's data
// folder, which it creates.
func RecordPath(given string) (string, error) {
	if given != "" {
		abs, err := filepath.Abs(given)
		if err != nil {
			return "", fmt.Errorf("find the record %s: %w", given, err)
		}
		return abs, nil
	}
	dir, err := dataFolder()
	if err != nil {
		return "", words.WithAdvice(fmt.Errorf("find the record: %w", err), "name the record's file with --db")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", words.WithAdvice(fmt.Errorf("make the folder for the record: %w", err), "give another place with --db")
	}
	return filepath.Join(dir, "record.db"), nil
}

// ExistingRecord is RecordPath for a record that must exist.
func ExistingRecord(given string) (string, error) {
	path, err := RecordPath(given)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("no record at %s: nothing was recorded yet, or --db names another file", path)
	}
	return path, nil
}

// OpenRecord opens a record for reading: the one given, or the user's default.
func OpenRecord(p Env, given string) (*recorder.Store, error) {
	path, err := ExistingRecord(given)
	if err != nil {
		return nil, err
	}
	return recorder.Open(recorder.Options{Path: path, ReadOnly: true, Progress: p.Progress(), Logger: p.Logger()})
}
