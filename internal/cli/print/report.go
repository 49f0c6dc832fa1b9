package print

import (
	"errors"
	"fmt"
	"os"
)

// Report writes a report into a file, which is created or emptied; with path "" none is written.
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
