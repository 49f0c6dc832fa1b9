package journal

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Position is a place between two records.
type Position struct {
	Segment int64 // from 1
	Offset  int64 // in bytes, within the segment
}

// Start returns the beginning of a journal.
func Start() Position { return Position{Segment: 1} }

func segmentName(base string, n int64) string { return fmt.Sprintf("%s.%d", base, n) }

// Remove removes the segments of a journal from first up to, but not including, before.
func Remove(base string, first, before int64) error {
	for n := first; n < before; n++ {
		if err := os.Remove(segmentName(base, n)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("remove journal: %w", err)
		}
	}
	return nil
}

func (p Position) Before(q Position) bool {
	return p.Segment < q.Segment || p.Segment == q.Segment && p.Offset < q.Offset
}

// eachSegment calls f with the numbers of the segments that exist.
func eachSegment(base string, f func(n int64) error) error {
	dir, name := filepath.Split(base)
	list, err := os.ReadDir(filepath.Clean(dir + "."))
	if err != nil {
		return fmt.Errorf("list journal: %w", err)
	}
	for _, file := range list {
		number, ok := strings.CutPrefix(file.Name(), name+".")
		n, err := strconv.ParseInt(number, 10, 64)
		if !ok || err != nil {
			continue
		}
		if err := f(n); err != nil {
			return err
		}
	}
	return nil
}

// RemoveAll removes all segments and the note, but not the lock.
func RemoveAll(base string) error {
	if err := eachSegment(base, func(n int64) error { return Remove(base, n, n+1) }); err != nil {
		return err
	}
	if err := os.Remove(noteName(base)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove journal: %w", err)
	}
	return nil
}

// Bases lists the base paths that begin with prefix and have at least one file.
func Bases(prefix string) ([]string, error) {
	dir, name := filepath.Split(prefix)
	list, err := os.ReadDir(filepath.Clean(dir + "."))
	if err != nil {
		return nil, fmt.Errorf("list journals: %w", err)
	}
	var out []string
	for _, file := range list {
		if !strings.HasPrefix(file.Name(), name) {
			continue
		}
		base := dir + strings.TrimSuffix(file.Name(), filepath.Ext(file.Name()))
		if !slices.Contains(out, base) {
			out = append(out, base)
		}
	}
	return out, nil
}
