package archive

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"hash"
	"io"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Provenance describes the file beyond its session.
type Provenance struct {
	Program string // name and version of the writing program; a session's own Program takes precedence
	Secrets bool   // the file may hold secrets, because nothing was redacted
}

// jsonl writes the complete format.
type jsonl struct {
	w      *bufio.Writer
	about  Provenance
	sum    hash.Hash
	buf    bytes.Buffer
	enc    *json.Encoder
	totals endLine
}

// NewJSONL returns a wire.Sink that writes a session to w in the complete format. The same session always
// gives the same bytes.
func NewJSONL(w io.Writer, about Provenance) wire.Sink {
	j := &jsonl{w: bufio.NewWriterSize(w, 64<<10), about: about, sum: sha256.New(), totals: endLine{Kind: kindEnd}}
	j.enc = json.NewEncoder(&j.buf)
	j.enc.SetEscapeHTML(false)
	return j
}

func (j *jsonl) line(v any) error {
	j.buf.Reset()
	if err := j.enc.Encode(v); err != nil {
		return fmt.Errorf("encode a line of the session file: %w", err)
	}
	j.sum.Write(j.buf.Bytes())
	if _, err := j.w.Write(j.buf.Bytes()); err != nil {
		return fmt.Errorf("write session file: %w", err)
	}
	if j.buf.Cap() > 1<<20 {
		j.buf = bytes.Buffer{}
	}
	return nil
}

func (j *jsonl) Session(_ context.Context, s *wire.Session) error {
	h := headLine{
		Format: FormatName, Version: FormatVersion, RecordedBy: j.about.Program, Secrets: secretsRedacted,
		Session: sessionLine{ID: s.ID, Name: s.Name, Started: s.Started, Ended: s.Ended},
		Agents:  s.Agents, Exchanges: s.Exchanges, Incomplete: s.Incomplete,
	}
	if s.Program != "" {
		h.RecordedBy = s.Program
	}
	if h.Agents == nil {
		h.Agents = []string{}
	}
	if j.about.Secrets {
		h.Secrets = secretsIncluded
	}
	return j.line(&h)
}

func (j *jsonl) Gap(_ context.Context, g *wire.Gap) error {
	return j.line(&gapLine{Kind: kindGap, Gap: GapOf(*g)})
}

func (j *jsonl) Rule(_ context.Context, r *wire.Rule) error {
	return j.line(&ruleLine{kindRule, *r})
}

func (j *jsonl) Exchange(_ context.Context, x *wire.Exchange) error {
	j.totals.Exchanges++
	l := exchangeLineOf(x)
	return j.line(&l)
}

func (j *jsonl) Chunk(_ context.Context, c *wire.Chunk) error {
	j.totals.Chunks++
	j.totals.Bytes += int64(len(c.Data))
	l := chunkLineOf(c)
	return j.line(&l)
}

func (j *jsonl) Redactions(_ context.Context, found []wire.Redaction) error {
	return j.line(&redactionsLine{Kind: kindRedactions, Redactions: found})
}

func (j *jsonl) Passages(_ context.Context, list []wire.Passage) error {
	l := passagesLineOf(list)
	return j.line(&l)
}

func (j *jsonl) Close(context.Context) error {
	j.totals.SHA256 = hex.EncodeToString(j.sum.Sum(nil))
	if err := j.line(&j.totals); err != nil {
		return err
	}
	if err := j.w.Flush(); err != nil {
		return fmt.Errorf("write session file: %w", err)
	}
	return nil
}
