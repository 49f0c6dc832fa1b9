package cli

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder"
)

type sessionsCompactCmd struct{ dbFlag }

func (sessionsCompactCmd) Help() string {
	return `The console erases removed sessions from the file soon after you remove them. Use this command for files from which an older version removed sessions, or that were once much larger. It rewrites the file, and needs as much free space as the file's content. Meanwhile, no console may record into the file.

Example:

    a2a-console sessions compact --db demo.db`
}

type compactLine struct {
	DB     string `json:"db"`
	Before int64  `json:"bytes_before"`
	After  int64  `json:"bytes_after"`
}

type compacter interface {
	Compact(ctx context.Context, progress recorder.Progress) error
	Close() error
}

func (c *sessionsCompactCmd) Run(ctx context.Context, p *stdio.Streams) error {
	store, err := c.openForEditing(p, nil)
	if err != nil {
		return err
	}
	return c.compact(ctx, p, store, c.DB)
}

func (c *sessionsCompactCmd) compact(ctx context.Context, p *stdio.Streams, store compacter, path string) error {
	line := compactLine{DB: path, Before: fileSize(path)}
	err := store.Compact(ctx, p.Progress())
	if err = errors.Join(err, store.Close()); err != nil {
		return fmt.Errorf("compact %s: %w", path, err)
	}
	line.After = fileSize(path)
	if p.JSON {
		return p.Line(line)
	}
	_, err = fmt.Fprintf(p.Stdout, "%s · %s, was %s\n", path, words.Bytes(line.After), words.Bytes(line.Before))
	return err
}

// fileSize returns a file's length in bytes, 0 if there is no such file.
func fileSize(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}
