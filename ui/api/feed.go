package api

import (
	"context"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
)

// LiveRecord is the part of a record that a feed reads while it grows.
type LiveRecord interface {
	Exchanges(ctx context.Context, f wire.Filter, p wire.Page) ([]wire.Exchange, error)
	Changed(ctx context.Context, f wire.Filter, since int64, limit int) ([]wire.Exchange, error)
	Chunks(ctx context.Context, exchange string, side wire.Side, from, limit int64) ([]wire.Chunk, error)
	Passages(ctx context.Context, exchange string) ([]wire.Passage, error)
}

// Feed reads the record as it grows, for /api/tail and the tail command. It yields an exchange each
// time the exchange changed and, with frames, each of its events and a passage for each event that
// was not forwarded unchanged. It re-reads the store, so a slow reader sees fewer changes of an
// exchange, but never fewer exchanges, events or passages. Not safe for concurrent use.
type Feed struct {
	record      LiveRecord
	filter      wire.Filter
	since       int64
	frames      bool
	streams     map[string]*exchangeFeed // open exchanges, by id
	finishedIDs map[string]bool          // ids of exchanges whose events have all been sent
}

// NewFeed returns a feed that begins after the version since of the record, or after the newest
// version if since is negative.
func NewFeed(ctx context.Context, record LiveRecord, filter wire.Filter, since int64, frames bool) (*Feed, error) {
	f := &Feed{record: record, filter: filter, since: since, frames: frames, streams: map[string]*exchangeFeed{}, finishedIDs: map[string]bool{}}
	var err error
	if since < 0 {
		f.since, err = newest(ctx, record)
	}
	return f, err
}

// Since returns the version of the record up to which everything has been sent.
func (f *Feed) Since() int64 { return f.since }

// Ready is the first message of a feed.
type Ready struct {
	Kind    string `json:"kind"` // "ready"
	Session string `json:"session"`
	Version int64  `json:"version"`
}

// Frame is the JSON form of an event of a stream.
type Frame struct {
	Kind     string `json:"kind"` // "frame"
	Exchange string `json:"exchange"`
	Side     string `json:"side"`
	Index    int    `json:"index"`
	At       string `json:"at"`
	Offset   int64  `json:"offset"`
	Length   int64  `json:"length"`
	Event    string `json:"event,omitempty"`
	ID       string `json:"id,omitempty"`
	Text     string `json:"text,omitempty"`
	Base64   string `json:"base64,omitempty"` // in place of text, if the data is not UTF-8

	Passed wire.PassageKind `json:"passed,omitempty"` // "" in a feed if it is not known yet
	Rule   string           `json:"rule,omitempty"`   // text of the rule that caused it, "" for none
	HeldMS float64          `json:"held_ms,omitempty"`
}

func (s *Screen) newFeed(r *http.Request) (*Feed, error) {
	f, err := s.apiFilter(r)
	if err != nil {
		return nil, err
	}
	since := int64(-1)
	if v := r.URL.Query().Get("since"); v != "" {
		if since, err = strconv.ParseInt(v, 10, 64); err != nil || since < 0 {
			return nil, web.Fail(http.StatusBadRequest, "since is not a version.", "It must be the version of the last exchange seen, or 0 for all.", "Leave it out to begin with what happens next.")
		}
	}
	return NewFeed(r.Context(), s.Library, f, since, r.URL.Query().Get("frames") == "1")
}

func newest(ctx context.Context, record LiveRecord) (int64, error) {
	xs, err := record.Exchanges(ctx, wire.Filter{}, wire.Page{Limit: list.Window})
	if err != nil {
		return 0, err
	}
	var v int64
	for _, x := range xs {
		v = max(v, x.Version)
	}
	for {
		xs, err := record.Changed(ctx, wire.Filter{}, v, list.Changes)
		if err != nil || len(xs) == 0 {
			return v, err
		}
		v = xs[len(xs)-1].Version
	}
}

// Next passes to send what changed since the last call: values of type Exchange, Frame and Passage.
func (f *Feed) Next(ctx context.Context, send func(any) error) error {
	for {
		xs, err := f.record.Changed(ctx, f.filter, f.since, list.Changes)
		if err != nil {
			return fmt.Errorf("read what changed: %w", err)
		}
		for _, x := range xs {
			if err := send(ExchangeOf(x)); err != nil {
				return err
			}
			if f.frames {
				if err := f.events(ctx, &x, send); err != nil {
					return err
				}
			}
			f.since = x.Version
		}
		if len(xs) < list.Changes {
			return nil
		}
	}
}

// maxFinished bounds finishedIDs. Exchanges are remembered after they end, because labels, findings
// and marks can still change them.
const maxFinished = 1000

// events sends the events of an exchange that have arrived and were not sent, and their passages.
func (f *Feed) events(ctx context.Context, x *wire.Exchange, send func(any) error) error {
	if f.finishedIDs[x.ID] {
		return nil
	}
	t := f.streams[x.ID]
	if t == nil {
		t = &exchangeFeed{}
		f.streams[x.ID] = t
	}
	if err := t.send(ctx, f.record, x, send); err != nil || x.Ended.IsZero() {
		return err
	}
	delete(f.streams, x.ID)
	if len(f.finishedIDs) >= maxFinished {
		clear(f.finishedIDs)
	}
	f.finishedIDs[x.ID] = true
	return nil
}

func frameOf(exchange string, side wire.Side, g *wire.Frame) Frame {
	m := Frame{Kind: "frame", Exchange: exchange, Side: tape.SideName(side), Index: g.Index, At: apiTime(g.Complete), Offset: g.Offset, Length: g.Length, Event: g.Event, ID: g.ID}
	m.Text, m.Base64 = textOf(g.Data)
	return m
}

func textOf(data []byte) (text, coded string) {
	if utf8.Valid(data) {
		return string(data), ""
	}
	return "", base64.StdEncoding.EncodeToString(data)
}
