package archive

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"time"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// jsonlReader reads the lines of a file.
type jsonlReader struct {
	*fileReader
	sum    hash.Hash // of all lines before the current one
	number int       // of the current line
	line   []byte
	head   headLine
	totals endLine
	ended  *readEnd        // the last line, nil until it is read
	rules  map[string]bool // of the session, by id

	current *wire.Exchange // the exchange of the next lines; nil before the first
	offsets [4]int64       // of each side: where the next chunk begins
	side    wire.Side      // of its last chunk
	latest  time.Time      // of its last chunk
	stage   lineStage      // which lines may follow
}

// lineStage is how far the lines of an exchange have been read.
type lineStage int

const (
	stageChunks     lineStage = iota // any line may follow
	stageRedactions                  // redactions were read: passages may follow
	stagePassages                    // passages were read: nothing may follow
)

// jsonl reads the complete format. If the file cannot be read to its end, the gaps are what is missing.
func (r *fileReader) jsonl(ctx context.Context) ([]wire.Gap, error) {
	j := &jsonlReader{fileReader: r, sum: sha256.New()}
	if err := j.lines(ctx); err != nil {
		return j.damageGaps(err.Error()), err
	}
	return nil, nil
}

func (j *jsonlReader) lines(ctx context.Context) error {
	if err := j.begin(ctx); err != nil {
		return err
	}
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := j.next(); err != nil {
			return err
		}
		done, err := j.readNext(ctx)
		if err != nil || done {
			return err
		}
		j.hash()
	}
}

func (j *jsonlReader) damage(format string, a ...any) error {
	return &FileError{Line: j.number, Cause: fmt.Sprintf(format, a...), Advice: retryAdvice}
}

// next reads a line, without its end. It accepts line ends of Windows, because version control may convert
// them.
func (j *jsonlReader) next() error {
	j.line, j.number = j.line[:0], j.number+1
	if cap(j.line) > 4<<20 {
		j.line = nil
	}
	for {
		piece, err := j.in.ReadSlice('\n')
		if int64(len(j.line)+len(piece)) > j.o.Limits.Line {
			return j.damage("the line is longer than %d bytes", j.o.Limits.Line)
		}
		j.line = append(j.line, piece...)
		switch {
		case err == nil:
			j.line = bytes.TrimSuffix(bytes.TrimSuffix(j.line, []byte("\n")), []byte("\r"))
			return nil
		case errors.Is(err, io.EOF) && len(j.line) > 0:
			return nil // the last line may lack its end; if it is cut off, it is not JSON
		case errors.Is(err, io.EOF):
			return j.damage("the file ends after %d exchanges, before its last line: it was cut off", j.totals.Exchanges)
		case !errors.Is(err, bufio.ErrBufferFull):
			return fmt.Errorf("read session file: %w", err)
		}
	}
}

func (j *jsonlReader) hash() {
	j.sum.Write(j.line)
	j.sum.Write([]byte("\n"))
}

func (j *jsonlReader) decode(v any) error {
	if !utf8.Valid(j.line) {
		return j.damage("bytes that are not UTF-8")
	}
	err := json.Unmarshal(j.line, v)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		if _, more := j.in.Peek(1); errors.Is(more, io.EOF) {
			return j.damage("the file ends in the middle of a line: it was cut off")
		}
		return j.damage("not JSON: %v", err)
	}
	if err != nil {
		return j.damage("%s", wrongMember(j.line, v, err))
	}
	return nil
}

// begin reads the first line.
func (j *jsonlReader) begin(ctx context.Context) error {
	if err := j.next(); err != nil {
		return err
	}
	var v struct {
		Format  string `json:"format"`
		Version int    `json:"version"`
	}
	if err := j.decode(&v); err != nil {
		return err
	}
	switch {
	case v.Format != FormatName:
		return &FileError{IsTotal: true, Line: 1, Cause: fmt.Sprintf("the format is %q", clip.Bytes(v.Format, 60)), Advice: "this program reads " + FormatName + " and HAR"}
	case v.Version > FormatVersion:
		return &FileError{IsTotal: true, Line: 1, Cause: fmt.Sprintf("the file has version %d of the format; this program knows up to %d", v.Version, FormatVersion), Advice: "update a2a-console"}
	case v.Version < 1:
		return &FileError{IsTotal: true, Line: 1, Cause: "the format's version is missing", Advice: "export the session again"}
	}
	if err := j.decode(&j.head); err != nil {
		return err
	}
	h := &j.head
	s := &wire.Session{
		ID: h.Session.ID, Name: h.Session.Name, Started: h.Session.Started.UTC(), Ended: h.Session.Ended.UTC(),
		Exchanges: h.Exchanges, Agents: h.Agents, Program: h.RecordedBy, Incomplete: h.Incomplete,
	}
	if why := j.o.Limits.session(s); why != "" {
		return j.damage("%s", why)
	}
	j.hash()
	j.claimsRedacted = h.Secrets == secretsRedacted
	j.guard()
	return j.to.Session(ctx, s)
}

// readNext passes on a line, and reports whether it was the last.
func (j *jsonlReader) readNext(ctx context.Context) (done bool, err error) {
	var v struct {
		Kind string `json:"kind"`
	}
	if err := j.decode(&v); err != nil {
		return false, err
	}
	switch v.Kind {
	case kindGap:
		return false, readLine(ctx, j, j.gap)
	case kindRule:
		return false, readLine(ctx, j, j.rule)
	case kindExchange:
		j.current = nil // all its lines were read
		return false, readLine(ctx, j, j.exchange)
	case kindChunk:
		return false, readLine(ctx, j, j.chunk)
	case kindRedactions:
		return false, readLine(ctx, j, j.redacted)
	case kindPassages:
		return false, readLine(ctx, j, j.passed)
	case kindEnd:
		return true, j.end()
	}
	j.countSkipped("a line of a kind this version does not know")
	return false, nil
}

// readLine decodes the line and passes it to take.
func readLine[T any](ctx context.Context, j *jsonlReader, take func(context.Context, *T) error) error {
	var l T
	if err := j.decode(&l); err != nil {
		return err
	}
	return take(ctx, &l)
}

// gap reads a gap of the session, which must come before its first exchange.
func (j *jsonlReader) gap(ctx context.Context, l *gapLine) error {
	if j.totals.Exchanges > 0 {
		return j.damage("a gap of the session after its first exchange")
	}
	g, why := l.wireGap(j.head.Session.ID, "", j.o.Limits)
	if why != "" {
		return j.damage("%s", why)
	}
	return j.to.Gap(ctx, &g)
}

func (j *jsonlReader) rule(ctx context.Context, l *ruleLine) error {
	r, why := l.rule(j.o.Limits)
	switch {
	case why != "":
		return j.damage("%s", why)
	case j.totals.Exchanges > 0:
		return j.damage("a rule after the first exchange")
	case j.rules[r.ID]:
		return j.damage("rule %s occurs twice", r.ID)
	case len(j.rules) == wire.MaxExportedRules:
		return j.damage("more than %d rules", wire.MaxExportedRules)
	}
	if j.rules == nil {
		j.rules = map[string]bool{}
	}
	j.rules[r.ID] = true
	return j.to.Rule(ctx, r)
}

func (j *jsonlReader) exchange(ctx context.Context, l *exchangeLine) error {
	if j.totals.Exchanges >= j.o.Limits.Exchanges {
		return j.damage("more than %d exchanges", j.o.Limits.Exchanges)
	}
	x := l.exchange()
	why := j.o.Limits.exchange(x)
	if why == "" {
		x.Gaps, why = gapsOf(l.Gaps, j.head.Session.ID, x.ID, j.o.Limits)
	}
	if why != "" {
		return j.damage("exchange %q: %s", clip.Bytes(l.ID, 60), why)
	}
	begun := *x // x belongs to the sink from here on
	j.totals.Exchanges++
	j.current, j.offsets, j.side, j.latest, j.stage = &begun, [4]int64{}, wire.Request, time.Time{}, stageChunks
	return j.to.Exchange(ctx, x)
}

func (j *jsonlReader) chunk(ctx context.Context, l *chunkLine) error {
	if j.current == nil || j.stage > stageChunks {
		return j.damage("a chunk is in the wrong place: chunks follow their exchange")
	}
	side, known := wire.ParseSide(l.Side)
	switch {
	case !known:
		return j.damage("a chunk of side %q, which does not exist", clip.Bytes(l.Side, 60))
	case l.Offset != j.offsets[side]:
		return j.damage("a chunk at offset %d; expected offset %d", l.Offset, j.offsets[side])
	case l.Text != nil && l.Base64 != nil:
		return j.damage("a chunk with both text and base64")
	case !fitsNanos(l.At):
		return j.damage("a time outside the years 1678 to 2261: %v", l.At)
	}
	c := &wire.Chunk{Side: side, Offset: l.Offset, At: l.At.UTC(), WasDelayed: l.Waited, Data: l.data()}
	j.offsets[side] += int64(len(c.Data))
	j.side, j.latest = side, latest(j.latest, c.At)
	j.totals.Chunks++
	j.totals.Bytes += int64(len(c.Data))
	return j.to.Chunk(ctx, c)
}

func (j *jsonlReader) redacted(ctx context.Context, l *redactionsLine) error {
	if j.current == nil || j.stage >= stageRedactions {
		return j.damage("redactions are in the wrong place: they follow an exchange's chunks, once")
	}
	for _, r := range l.Redactions {
		if r.Offset < 0 || r.Length < 0 {
			return j.damage("a redaction with a negative offset or length")
		}
	}
	j.stage = stageRedactions
	return j.to.Redactions(ctx, l.Redactions)
}

func (j *jsonlReader) passed(ctx context.Context, l *passagesLine) error {
	if j.current == nil || j.stage >= stagePassages {
		return j.damage("passages are in the wrong place: they come last in an exchange, once")
	}
	list, why := l.passages(j.o.Limits)
	if why != "" {
		return j.damage("%s", why)
	}
	j.stage = stagePassages
	return j.to.Passages(ctx, list)
}

// end compares the counts in the last line with what was read.
func (j *jsonlReader) end() error {
	var l readEnd
	if err := j.decode(&l); err != nil {
		return err
	}
	j.current, j.ended = nil, &l
	c := j.totals
	exchanges, chunks, size := declaredOr(l.Exchanges, c.Exchanges), declaredOr(l.Chunks, c.Chunks), declaredOr(l.Bytes, c.Bytes)
	if exchanges != c.Exchanges || chunks != c.Chunks || size != c.Bytes {
		return &FileError{Line: j.number, Advice: editedAdvice, Cause: fmt.Sprintf(
			"the file has %d exchanges in %d chunks with %d bytes, but its last line says %d in %d with %d: something is missing or was changed by hand",
			c.Exchanges, c.Chunks, c.Bytes, exchanges, chunks, size)}
	}
	if l.Exchanges == nil && l.Chunks == nil && l.Bytes == nil {
		j.fileReader.sum.Notes = append(j.fileReader.sum.Notes, "the last line has no counts, as in a file edited by hand: it is unknown whether anything is missing")
	}
	if l.SHA256 != "" && l.SHA256 != hex.EncodeToString(j.sum.Sum(nil)) {
		j.fileReader.sum.Notes = append(j.fileReader.sum.Notes, "the file was changed after it was written: its checksum does not match")
	}
	if j.next() == nil && len(bytes.TrimSpace(j.line)) > 0 {
		return j.damage("there is more after the line that ends the session: a session file holds one session")
	}
	return nil
}

// declaredOr returns the count in a file, or the real count if the file has none.
func declaredOr[N int | int64](says *N, holds N) N {
	if says == nil {
		return holds
	}
	return *says
}
