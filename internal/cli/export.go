package cli

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/wholefile"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

type sessionsExportCmd struct {
	dbFlag
	Session     string   `arg:"" name:"session" help:"The session's id or name, or an unambiguous beginning or end of the id."`
	Format      string   `placeholder:"FORMAT" enum:"jsonl,har,md,curl" default:"jsonl" help:"jsonl: complete, can be imported again; har: for browsers and other tools; md: a report; curl: a script of the requests."`
	Output      string   `short:"o" placeholder:"FILE" help:"Write to this file, completely or not at all. Default: stdout."`
	Exchange    []string `placeholder:"ID" help:"Export only this exchange. Repeatable."`
	Redact      []string `placeholder:"WHAT" sep:"none" help:"Redact more: header:NAME, query:NAME, member:PATH or text:REGEXP. Repeatable."`
	KeepSecrets bool     `help:"Keep credentials, where the recording has them."`
	Partial     bool     `help:"Keep the incomplete file if the export fails."`
}

func (sessionsExportCmd) Help() string {
	return `The file does not contain credentials unless you give --keep-secrets. The command lists on stderr what it removed.

Examples:

    a2a-console sessions export SESSION --output order.jsonl
    a2a-console sessions export SESSION --format har --output order.har
    a2a-console sessions export SESSION --redact header:X-Tenant \
      --redact 'text:[\w.]+@example\.com' > bug.jsonl`
}

type exportLine struct {
	Session  string                   `json:"session"`
	Format   string                   `json:"format"`
	File     string                   `json:"file,omitempty"`
	Bytes    int64                    `json:"bytes"`
	Redacted []archive.RemovedSecrets `json:"redacted"`
	Notes    []string                 `json:"notes,omitempty"`
}

func (c *sessionsExportCmd) Run(ctx context.Context, p *stdio.Streams) error {
	store, err := c.openRead(p)
	if err != nil {
		return err
	}
	defer store.Close()
	return c.export(ctx, p, store)
}

func (c *sessionsExportCmd) export(ctx context.Context, p *stdio.Streams, store *recorder.Store) error {
	redact, err := c.redactOptions()
	if err != nil {
		return err
	}
	s, err := console.FindSessionOnly(ctx, store, c.Session)
	if err != nil {
		return err
	}
	if c.Exchange, err = resolveIDs(ctx, store, c.Exchange); err != nil {
		return err
	}
	known := console.NewCards()
	if err := known.LearnFromSession(ctx, store, s.ID); err != nil {
		return fmt.Errorf("export session %s: %w", s.ID, err)
	}
	if !c.KeepSecrets {
		redact.Secrets = known.Secrets
	}
	line := exportLine{Session: s.ID, Format: c.Format, Redacted: []archive.RemovedSecrets{}}
	progress := countedSink{total: s.Exchanges, progress: p.Progress()}
	write := func(w io.Writer) error { return c.write(ctx, w, store, redact, &line, progress) }
	if c.Output == "" {
		err = wholefile.Explain(write(p.Stdout))
	} else {
		line.File, err = filepath.Abs(c.Output)
		if err == nil {
			err = wholefile.Write(c.Output, c.Partial, write)
		}
	}
	if err != nil {
		return fmt.Errorf("export session %s: %w", s.ID, err)
	}
	return c.printResult(p, line)
}

func resolveIDs(ctx context.Context, store *recorder.Store, given []string) (ids []string, err error) {
	for _, id := range given {
		x, err := console.FindExchange(ctx, store, id)
		if err != nil {
			return nil, err
		}
		ids = append(ids, x.ID)
	}
	return ids, nil
}

func (c *sessionsExportCmd) redactOptions() (o archive.RedactOptions, err error) {
	for _, given := range c.Redact {
		pattern, err := archive.ParsePattern(given)
		if err != nil {
			return o, err
		}
		o.Patterns = append(o.Patterns, pattern)
	}
	return o, nil
}

// write writes the session to w, and sets in line its size and what was redacted.
func (c *sessionsExportCmd) write(ctx context.Context, w io.Writer, store *recorder.Store, o archive.RedactOptions, line *exportLine, counted countedSink) error {
	count := &countingWriter{w: w}
	sink := console.Writer(c.Format, count, c.KeepSecrets, nil)
	var redactor *archive.Redactor
	if !c.KeepSecrets || len(o.Patterns) > 0 {
		redactor = archive.Redact(sink, o)
		sink = redactor
	}
	counted.Sink = sink
	if err := store.Export(ctx, line.Session, c.Exchange, &counted); err != nil {
		return err
	}
	line.Bytes = count.n
	if redactor != nil {
		line.Redacted, line.Notes = append(line.Redacted, redactor.Removed()...), redactor.Notes()
	}
	return nil
}

// printResult prints the result to stdout, unless the session itself went there.
func (c *sessionsExportCmd) printResult(p *stdio.Streams, l exportLine) error {
	for _, n := range l.Notes {
		p.Note("note: %s", words.OneLine(n))
	}
	if p.JSON && c.Output != "" {
		return p.Line(l)
	}
	for _, r := range l.Redacted {
		p.Note("redacted: %d × %s %s (%s)", r.Count, r.Place, words.OneLine(r.Name), r.Kind)
	}
	if c.Output != "" {
		_, err := fmt.Fprintf(p.Stdout, "%s · %s · %s\n", c.Output, c.Format, words.Bytes(l.Bytes))
		return err
	}
	return nil
}

type countingWriter struct {
	w io.Writer
	n int64
}

func (c *countingWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// countedSink reports to progress how many of the session's exchanges have been written.
type countedSink struct {
	wire.Sink
	done, total int
	progress    recorder.Progress
}

func (c *countedSink) WantsFindings() bool {
	_, ok := wire.AsFindingSink(c.Sink)
	return ok
}

func (c *countedSink) Findings(ctx context.Context, list []wire.Finding) error {
	return c.Sink.(wire.FindingSink).Findings(ctx, list)
}

func (c *countedSink) Exchange(ctx context.Context, x *wire.Exchange) error {
	err := c.Sink.Exchange(ctx, x)
	c.done++
	c.progress("writing exchanges", c.done, c.total)
	return err
}
