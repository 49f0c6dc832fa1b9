package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Position is a place between two records.
type Position struct {
	Segment int64 // from 1
	Offset  int64 // bytes of it
}

// Start is where a journal begins.
func Start() Position { return Position{Segment: 1} }

func segmentName(base string, n int64) string { return fmt.Sprintf("%s.%d", base, n) }

// Remove removes the segments of a journal before a number, from first on.
func Remove(base string, first, before int64) error {
	for n := first; n < before; n++ {
		if err := os.Remove(segmentName(base, n)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove journal: %w", err)
		}
	}
	return nil
}

// RemoveAll removes all segments.
func RemoveAll(base string) error {
	dir, name := filepath.Split(base)
	list, err := os.ReadDir(filepath.Clean(dir + "."))
	if err != nil {
		return fmt.Errorf("remove journal: %w", err)
	}
	for _, f := range list {
		number, ok := strings.CutPrefix(f.Name(), name+".")
		n, err := strconv.ParseInt(number, 10, 64)
		if !ok || err != nil {
			continue
		}
		if err := Remove(base, n, n+1); err != nil {
			return err
		}
	}
	return nil
}
