package agents

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

// CardTimeout bounds how long fetching one card may take.
const CardTimeout = 15 * time.Second

// ServedCard is the answer to one request for a card.
type ServedCard struct {
	RequestVersion a2a.Version       // the A2A-Version that was sent, "" for none
	Protocol       Protocol          // of an extended card: the protocol of the request
	Status         int               // HTTP status, 0 without an answer
	Card           *a2a.Card         // nil if the answer holds none
	Differences    []diff.Difference // of an extended card: from the public card of its version
	Raw            []byte            // the card as JSON
	Size           int64             // size of the body in bytes
	Versions       []a2a.Version
	Problem        string // why there is no card
	Exchange       string // id of the exchange, "" if it is not on record
	At             time.Time
}

// VersionNames lists the versions that the card offers.
func (c ServedCard) VersionNames() string {
	return cmp.Or(versionWords(c.Versions), "no version that the console knows")
}

// CardAs requests the card at an address with the A2A-Version v, or without one if v is "".
func (s *Directory) CardAs(ctx context.Context, at string, v a2a.Version) ServedCard {
	out := ServedCard{RequestVersion: v, At: s.Web.Now()}
	t := inspector.Target{Agent: at, Endpoint: at, Version: registry.Newest().Version(), Binding: a2a.JSONRPC}
	p, err := s.Caller.Prepare(t, &a2a.Call{Op: a2a.GetCard})
	if err != nil {
		out.Problem = err.Error()
		return out
	}
	p.Header = p.Header.Clone()
	p.Header.Del("A2A-Version")
	if v != "" {
		p.Header.Set("A2A-Version", string(v))
	}
	s.fetchCard(ctx, p, &out)
	if out.Card != nil {
		_, out.Versions, _ = dialect.ReadCard(out.Raw)
	}
	return out
}

// ExtendedAs requests an agent's extended card in a protocol.
func (s *Directory) ExtendedAs(ctx context.Context, a wire.Agent, as Protocol) ServedCard {
	out := ServedCard{Protocol: as, At: s.Web.Now()}
	t, err := s.Target(a, as.Version, as.Binding)
	if err == nil {
		var p inspector.PreparedRequest
		if p, err = s.Caller.Prepare(t, &a2a.Call{Op: a2a.GetExtendedCard}); err == nil {
			s.fetchCard(ctx, p, &out)
			out.Versions = []a2a.Version{as.Version}
			return out
		}
	}
	out.Problem = err.Error()
	return out
}

// fetchCard requests a card with one of the console's own calls, which Traffic hides, and fills in
// out.
func (s *Directory) fetchCard(ctx context.Context, p inspector.PreparedRequest, out *ServedCard) {
	ctx, cancel := context.WithTimeout(ctx, CardTimeout)
	defer cancel()
	ctx = wire.WithCallOptions(ctx, wire.CallOptions{ID: wire.NewID(), Origin: wire.Console})
	var got a2a.Reading
	end, err := s.Caller.Send(ctx, p, func(e inspector.Event) {
		got, out.Size = e.Reading, out.Size+int64(len(e.Frame.Data))
	})
	out.Status, out.Exchange = end.Status, end.Exchange
	card := got.Card
	if card == nil && got.Result != nil {
		card = got.Result.Card
	}
	switch {
	case err != nil:
		out.Problem = err.Error()
	case got.Error != nil:
		out.Problem = words.ErrorLine(got.Error)
	case end.Problem != "":
		out.Problem = end.Problem
	case end.Status == http.StatusUnauthorized || end.Status == http.StatusForbidden:
		out.Problem = fmt.Sprintf("HTTP %d: authentication required", end.Status)
	case card == nil:
		out.Problem = fmt.Sprintf("HTTP %d, but the response is not a card", end.Status)
	default:
		out.Card, out.Raw = card, card.Raw
		if !json.Valid(out.Raw) {
			out.Raw = got.JSON() // over gRPC, the card on the wire is not JSON
		}
	}
}

// CardDiff returns the differences between two cards, both written in the format of the newest version.
func CardDiff(ctx context.Context, a, b *a2a.Card) ([]diff.Difference, error) {
	d := registry.Newest()
	from := diff.Memory{}
	var xs [2]wire.Exchange
	for i, c := range []*a2a.Card{a, b} {
		body, _, err := d.EncodeCard(c)
		if err != nil {
			return nil, fmt.Errorf("write the card in the words of %s: %w", d.Version(), err)
		}
		x := &xs[i]
		x.ID = []string{"a", "b"}[i]
		x.Method, x.URL, x.Outcome = http.MethodGet, "http://agent/.well-known/agent-card.json", wire.ByAgent
		x.Request.Header = http.Header{"A2a-Version": {string(d.Version())}}
		x.Response = wire.Head{Status: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}}
		x.ResponseBytes, x.ResponseKept = int64(len(body)), int64(len(body))
		from.Put(x.ID, wire.Response, body)
	}
	pair, err := diff.Exchanges(ctx, from, xs[0], from, xs[1], diff.Options{Limit: 100})
	return pair.Differences, err
}

// SameBytes reports whether two cards were served with identical bytes.
func SameBytes(a, b ServedCard) bool {
	return a.Card != nil && b.Card != nil && bytes.Equal(a.Raw, b.Raw)
}
