package print

import (
	"errors"
	"fmt"
	"os"
)

// Report creates or truncates the file at path, and calls write to write a report into it. It does
// nothing if path is "".
func Report(path string, write func(*os.File) error) error {
	if path == "" {
		return nil
	}
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("write the report: %w", err)
	}
	if err := errors.Join(write(f), f.Close()); err != nil {
		return fmt.Errorf("write the report %s: %w", path, err)
	}
	return nil
}
