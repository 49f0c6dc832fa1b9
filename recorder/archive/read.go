package archive

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// ReadOptions configures Read. Its zero value is usable.
type ReadOptions struct {
	Limits Limits
	// Name is the name of a session whose file has none.
	Name string
	// Secrets says where an exchange has secrets. They are redacted, whatever the file claims. nil redacts
	// nothing.
	Secrets func(x *wire.Exchange) redact.Secrets
	// Partial reads what can be read of a damaged file and then closes the sink. If the sink has a method
	// Damaged(ctx, []wire.Gap) error, it is called before that with what is missing.
	Partial bool
	// Copy gives the session and its exchanges new ids, so that it can be imported beside the original.
	Copy bool
}

// Summary says what was read.
type Summary struct {
	Format    string // "jsonl", "har"
	Session   string // id
	Exchanges int
	Chunks    int
	Bytes     int64    // of bodies
	Notes     []string // what was left out or repaired, in words for people
	Removed   []RemovedSecrets
	Damage    *FileError // why reading ended early, with Partial; else nil
}

// Read reads a session file of any format into a sink. It closes the sink if, and only if, it returns nil. A
// *FileError says what is wrong with the file; other errors come from the sink or from r.
func Read(ctx context.Context, r io.Reader, o ReadOptions, to wire.Sink) (Summary, error) {
	o.Limits = o.Limits.withDefaults()
	in := &limitedReader{r: r, remaining: o.Limits.File}
	buf := bufio.NewReaderSize(in, 256<<10)
	format, err := sniff(buf)
	if err != nil {
		return Summary{}, err
	}
	c := &tally{Sink: to}
	c.sum.Format = format
	rd := fileReader{o: o, in: buf, to: o.wrapSink(c), sum: &c.sum}
	var gaps []wire.Gap
	if format == FormatHAR {
		gaps, err = rd.har(ctx)
	} else {
		gaps, err = rd.jsonl(ctx)
	}
	if err != nil && !(o.Partial && c.begun && isRepairable(err) && ctx.Err() == nil) {
		return c.sum, err
	}
	if err != nil {
		errors.As(err, &c.sum.Damage)
		if err := tellDamage(ctx, rd.to, gaps); err != nil {
			return c.sum, err
		}
	}
	if err := rd.to.Close(ctx); err != nil {
		return c.sum, err
	}
	c.sum.Notes = append(c.sum.Notes, rd.notes()...)
	if rd.redactor != nil {
		c.sum.Removed = rd.redactor.Removed()
		if n := count(c.sum.Removed); rd.claimsRedacted && n > 0 {
			c.sum.Notes = append(c.sum.Notes, fmt.Sprintf("the file says that its secrets are redacted, but %d were not; they are redacted now", n))
		}
		c.sum.Notes = append(c.sum.Notes, rd.redactor.Notes()...)
	}
	return c.sum, nil
}

type fileReader struct {
	o              ReadOptions
	in             *bufio.Reader
	to             wire.Sink
	sum            *Summary
	redactor       *Redactor
	claimsRedacted bool           // the file claims to be redacted
	skipped        map[string]int // counts by reason
}

// countSkipped counts what is left out, for up to 20 reasons.
func (r *fileReader) countSkipped(why string) {
	if r.skipped == nil {
		r.skipped = map[string]int{}
	}
	if len(r.skipped) < 20 || r.skipped[why] > 0 {
		r.skipped[why]++
	}
}

func (r *fileReader) notes() []string {
	var out []string
	for _, why := range sortedKeys(r.skipped) {
		out = append(out, fmt.Sprintf("left out: %d × %s", r.skipped[why], why))
	}
	return out
}

func count(list []RemovedSecrets) (n int) {
	for _, r := range list {
		n += r.Count
	}
	return n
}

// guard puts a Redactor before the sink, because a file may claim anything about its secrets.
func (r *fileReader) guard() {
	if r.o.Secrets != nil {
		r.redactor = Redact(r.to, RedactOptions{Secrets: r.o.Secrets})
		r.to = r.redactor
	}
}

// tally counts what passes to a sink.
type tally struct {
	wire.Sink
	sum   Summary
	begun bool
}

func (t *tally) Session(ctx context.Context, s *wire.Session) error {
	t.sum.Session = s.ID
	err := t.Sink.Session(ctx, s)
	t.begun = err == nil
	return err
}

func (t *tally) Exchange(ctx context.Context, x *wire.Exchange) error {
	t.sum.Exchanges++
	return t.Sink.Exchange(ctx, x)
}

func (t *tally) Chunk(ctx context.Context, c *wire.Chunk) error {
	t.sum.Chunks++
	t.sum.Bytes += int64(len(c.Data))
	return t.Sink.Chunk(ctx, c)
}

func (t *tally) Damaged(ctx context.Context, gaps []wire.Gap) error {
	return tellDamage(ctx, t.Sink, gaps)
}

// limitedReader fails once more than remaining bytes are read.
type limitedReader struct {
	r         io.Reader
	remaining int64
}

func (c *limitedReader) Read(p []byte) (int, error) {
	if c.remaining <= 0 {
		return 0, &FileError{Cause: "the file is larger than the limit", Advice: "split the session into smaller ones", IsTotal: true}
	}
	if int64(len(p)) > c.remaining {
		p = p[:c.remaining]
	}
	n, err := c.r.Read(p)
	c.remaining -= int64(n)
	return n, err
}

const (
	FormatJSONL = "jsonl"
	FormatHAR   = "har"
)

// Sniff returns the format of a file, FormatJSONL or FormatHAR, by its first 4 KiB; "" for others.
func Sniff(head []byte) string {
	head = bytes.TrimPrefix(head, []byte("\xEF\xBB\xBF"))
	head = bytes.TrimLeft(head, " \t\r\n")
	if !bytes.HasPrefix(head, []byte("{")) {
		return ""
	}
	first := bytes.TrimLeft(head[1:], " \t\r\n")
	switch {
	case bytes.HasPrefix(first, []byte(`"format"`)):
		return FormatJSONL
	case bytes.HasPrefix(first, []byte(`"log"`)):
		return FormatHAR
	case bytes.Contains(head, []byte(`"`+FormatName+`"`)):
		return FormatJSONL
	case bytes.Contains(head, []byte(`"log"`)):
		return FormatHAR
	}
	return ""
}

func sniff(r *bufio.Reader) (string, error) {
	head, err := r.Peek(4 << 10)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("read session file: %w", err)
	}
	if bytes.HasPrefix(head, []byte("\xEF\xBB\xBF")) {
		r.Discard(3)
	}
	if f := Sniff(head); f != "" {
		return f, nil
	}
	d := &FileError{IsTotal: true, Cause: "this is not a session file", Advice: "choose a file that sessions export wrote (jsonl), or a HAR file"}
	switch {
	case len(bytes.TrimSpace(head)) == 0:
		d.Cause = "the file is empty"
	case bytes.HasPrefix(head, []byte("\x1f\x8b")):
		d.Cause, d.Advice = "the file is compressed", "unpack it first: gunzip FILE"
	case bytes.HasPrefix(head, []byte("SQLite format 3")):
		d.Cause, d.Advice = "the file is a whole record (a database), not one session", "open it with --db, or export a session from it"
	}
	return "", d
}
