package sequence

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/link"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

const maxExchanges = 50

// Diagram is Traffic as a diagram: parties as lanes, time downwards.
type Diagram struct {
	link.Query
	Lanes       []lane
	Lives       []life // one for each lane
	Calls       []*hop
	Gaps        []gapMark
	LostMarks   []gapMark  // exchanges that are not on record
	lostGaps    []wire.Gap // oldest first, until they are positioned
	Steps       int
	Height      int
	Wide        int   // least width of a lane
	Older       int64 // Seq to continue from, 0 at the end
	Since       int64
	HasInferred bool          // for some calls, only ids or times suggest that an agent made them
	Bar         list.Listing  // for the bar above it: the filter, and the names of its terms
	usual       time.Duration // usual time between two arrows, the unit of distances; 0 until it is known
}

// lane is a party: a caller, the console, an agent or the webhook receiver.
type lane struct {
	Key  string
	Name string
	Kind string // "caller", "console", "agent", "webhook"
}

// side orders the kinds of lanes from left to right.
func (l lane) side() int {
	return slices.Index([]string{"caller", "console", "agent", "webhook"}, l.Kind)
}

// life is the part of a lane in which its party takes part.
type life struct{ Top, End float64 }

// hop is an exchange in the diagram.
type hop struct {
	X           wire.Exchange
	Name        string // the agent's name
	URL         string
	From, To    int    // lanes
	Inferred    bool   // nothing proves that it serves Parent
	Parent      string // exchange that this one serves; "" for none
	Slot        int    // index among overlapping bars of one lane, which stand side by side
	Top, End    float64
	Work        float64 // y at which the agent has the request
	Marks       []*mark
	Bands       []band
	sketch      sketch
	heldItems   []wire.HeldItem // what rules currently hold of it
	muted       map[string]bool // muted checks
	FindingsURL string          // page of its findings
}

// mark is one arrow: the request, an event, or the end.
type mark struct {
	Kind       string // "request", "event", "end"
	At         time.Time
	Y          float64
	IsResponse bool // from the agent to its caller
	Tone       string
	Label      string
	Quote      string // text of the message, below the label; "" for none
	Sentence   string // in plain words
	Step       int
	Time       string // since the first arrow, for the axis
	Path       string // see hold.go; "" for an arrow from lane to lane
	room       float64
	hop        *hop
	findings   findingList

	first, last int // the events that it represents, counted from 1
}

// band is a run of events that are too many to draw one by one.
type band struct{ Y, Height float64 }

func (s *Screen) View() list.View {
	return list.View{
		Pane: func(ctx context.Context, q link.Query) (list.Pane, error) {
			d, err := s.Read(ctx, q, q.Before)
			if err != nil {
				return list.Pane{}, err
			}
			return list.Pane{Title: "Traffic as a sequence", Styles: []string{"sequence"}, Body: sequencePane(d), Selection: diagram(d), Bar: d.Bar, Since: d.Since}, nil
		},
		Live: func(q link.Query) web.View { return &sequenceView{s: s, q: q} },
	}
}

// Read reads and lays out the newest exchanges, or those before a Seq.
func (s *Screen) Read(ctx context.Context, q link.Query, before int64) (*Diagram, error) {
	return s.read(ctx, &Diagram{Query: q}, wire.Page{Before: before, Limit: maxExchanges})
}

func (s *Screen) read(ctx context.Context, d *Diagram, page wire.Page) (*Diagram, error) {
	xs, err := s.Library.Exchanges(ctx, d.Filter, page)
	if err != nil {
		return nil, fmt.Errorf("read the exchanges: %w", err)
	}
	names, err := s.Lists.Names(ctx)
	if err != nil {
		return nil, err
	}
	if len(xs) == page.Limit {
		d.Older = xs[len(xs)-1].Seq
	}
	d.Bar = list.Listing{Query: d.Query, Names: names, CanKeep: s.Keeper != nil}
	if s.Lists.FillScope(ctx, &d.Bar); len(xs) == 0 {
		s.Lists.FindFormer(ctx, &d.Bar)
	}
	xs, parents, err := s.addModelCalls(ctx, xs)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(xs, func(a, b wire.Exchange) int { return a.Started.Compare(b.Started) })
	for _, x := range xs {
		d.Since = max(d.Since, x.Version)
		d.Calls = append(d.Calls, &hop{X: x, Name: cmp.Or(names[x.Agent], record.HostOf(x.Agent), noAgent), URL: d.ExchangeURL(x.ID, ""), FindingsURL: d.ExchangeURL(x.ID, "findings"), heldItems: s.Lists.HeldOf(&x)})
	}
	if d.lostGaps, err = s.readLost(ctx, d); err != nil {
		return nil, err
	}
	s.sketchAll(ctx, d.Calls)
	if err := s.mute(ctx, d.Calls); err != nil {
		return nil, err
	}
	chain(d.Calls)
	d.hideInferred()
	d.joinModelCalls(parents)
	d.assignLanes()
	d.draw(s.Web.Now())
	return d, nil
}

func (d *Diagram) description() string {
	return part.Plural(len(d.Calls), "exchange") + " between " + part.Plural(len(d.Lanes), "lane")
}

// assignLanes assigns lanes to parties: callers on the left, then the console, then agents and
// whatever they call, each in order of first appearance. Requests go to the right.
func (d *Diagram) assignLanes() {
	at := func(l lane) int {
		return slices.IndexFunc(d.Lanes, func(o lane) bool { return o.Key == l.Key })
	}
	for _, h := range d.Calls {
		for _, l := range []lane{h.caller(d.Calls), h.callee()} {
			if at(l) < 0 {
				d.Lanes = append(d.Lanes, l)
			}
		}
	}
	slices.SortStableFunc(d.Lanes, func(a, b lane) int { return cmp.Compare(a.side(), b.side()) })
	for _, h := range d.Calls {
		h.From, h.To = at(h.caller(d.Calls)), at(h.callee())
	}
}

// noAgent names the sender of a push to an address that was not made for an
// agent: anybody may send to it.
const noAgent = "Unknown sender"

// caller returns the party that sent the request. For a hop of a chain it is the agent of the
// exchange that it serves.
func (h *hop) caller(all []*hop) lane {
	if h.Parent != "" {
		if i := slices.IndexFunc(all, func(o *hop) bool { return o.X.ID == h.Parent }); i >= 0 {
			return all[i].callee()
		}
	}
	switch o := h.X.Origin; {
	case record.IsFromTerminal(h.X):
		return lane{Key: "terminal", Name: "Command line", Kind: "caller"}
	case record.IsByUser(h.X), o == wire.Console, o == wire.Replay:
		return lane{Key: "console", Name: "This console", Kind: "console"}
	case o == wire.Push:
		return lane{Key: "agent " + h.X.Agent, Name: h.Name, Kind: "agent"}
	}
	name := record.MessageHeading(h.X)
	return lane{Key: "caller " + name, Name: name, Kind: "caller"}
}

// stopped reports whether the tap did not pass the request on, so that no agent was at work.
func (h *hop) stopped() bool { return h.X.Outcome == wire.Refused && h.X.Origin == wire.Client }

func (h *hop) callee() lane {
	if h.stopped() {
		return lane{Key: "console", Name: "This console", Kind: "console"}
	}
	if h.X.Origin == wire.Push {
		return lane{Key: "webhook", Name: "Webhook receiver", Kind: "webhook"}
	}
	return lane{Key: "agent " + h.X.Agent, Name: h.Name, Kind: "agent"}
}

func sequenceAt(q link.Query, before int64) string {
	q = q.InView("sequence")
	q.Before = before
	return q.URL("/traffic")
}
