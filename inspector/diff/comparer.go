package diff

import (
	"cmp"
	"context"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Options configures a comparison. The zero value compares at level Meaning.
type Options struct {
	Level  Level        // 0 means Meaning
	Ignore []IgnoreRule // differences to ignore
	Limit  int          // differences listed per pair; 0 means 500
	// WithoutSecrets means that B's requests left out the secrets of A's push configs, so a secret missing in B
	// is not a difference.
	WithoutSecrets bool
	// OnPair, if not nil, is called by Sessions with each pair as it is found, in the report's order.
	OnPair func(Pair)
	// Trim, if not nil, is called with each pair before OnPair, to drop parts that the caller does not need.
	Trim func(*Pair)
}

// Comparer compares pairs of exchanges one after the other. It remembers which ids correspond, so that an id of A
// always has to meet the same id of B. Pass the pairs in the order of the conversation. It is not safe for
// concurrent use.
type Comparer struct {
	opts Options
	ids  *ids
	hash hasher
}

// New returns a Comparer without any corresponding ids.
func New(o Options) *Comparer {
	o.Level, o.Limit = cmp.Or(o.Level, Meaning), cmp.Or(o.Limit, 500)
	return &Comparer{opts: o, ids: newIDs(), hash: newHasher()}
}

// Equate makes text b in B, such as an address, equal to a in A.
func (c *Comparer) Equate(a, b string) { c.ids.pairs[[2]string{a, b}] = true }

func (c *Comparer) Exchanges(ctx context.Context, a Source, x wire.Exchange, b Source, y wire.Exchange) (Pair, error) {
	return c.compareExchanges(ctx, Side{Source: a}, x, Side{Source: b}, y)
}

func (c *Comparer) compareExchanges(ctx context.Context, a Side, x wire.Exchange, b Side, y wire.Exchange) (Pair, error) {
	before, err := Read(ctx, a.Source, x, a.Card, c.opts.Level)
	if err != nil {
		return Pair{}, err
	}
	after, err := Read(ctx, b.Source, y, b.Card, c.opts.Level)
	if err != nil {
		return Pair{}, err
	}
	return c.compareDocuments(before, after), nil
}

func (c *Comparer) compareDocuments(a, b *Document) Pair {
	p := Pair{A: a.exchange.ID, B: b.exchange.ID, Outcome: OutcomeSame, Differences: []Difference{}, Op: a.op, Excerpt: Excerpt(&a.exchange, a.op, a.call, a.body), FailureText: describeBothFailed(a.failure, b.failure),
		IsFixed: a.failure != "" && b.failure == "", IsBroken: a.failure == "" && b.failure != "", TookA: a.exchange.Duration(a.exchange.Started), TookB: b.exchange.Duration(b.exchange.Started)}
	walk := c.newComparison(c.opts.Level)
	walk.mixed = a.streams != b.streams
	a, b, p.Notes = walk.prepare(a, b)
	treeA, treeB := c.buildTrees(a, b, !walk.mixed)
	walk.canceled = isCanceled(treeA) && isCanceled(treeB)
	walk.compare(treeA, treeB)
	if walk.progressed {
		p.Notes = append(p.Notes, "the task was canceled while it ran: how far it had got is not compared")
	}
	if len(walk.differences) > 0 && c.opts.Level > Structure {
		c.alignLevels(walk, treeA, treeB)
	}
	if c.opts.Level >= Exact {
		p.Notes = append(p.Notes, walk.compareExact(a, b)...)
	}
	p.Differences = append(p.Differences, walk.differences...)
	p.OmittedCount, p.IgnoredCount = walk.omitted, walk.ignored
	if len(p.Differences)+p.OmittedCount > 0 {
		p.Outcome, p.Level = OutcomeDiffers, walk.lowest
	}
	return p
}

func (c *Comparer) newComparison(l Level) *comparison {
	return &comparison{ids: c.ids, hash: c.hash, level: l, rules: c.opts.Ignore, limit: c.opts.Limit, withoutSecrets: c.opts.WithoutSecrets, lowest: Exact}
}

func (c *Comparer) buildTrees(a, b *Document, path bool) (*node, *node) {
	knows := func(met map[idKey]string) func(string) bool {
		return func(task string) bool {
			_, ok := met[idKey{taskIDs, task}]
			return ok
		}
	}
	return a.tree(knows(c.ids.aToB), c.hash, path), b.tree(knows(c.ids.bToA), c.hash, path)
}

// alignLevels makes the levels of the differences agree with a comparison of the structure alone.
func (c *Comparer) alignLevels(walk *comparison, a, b *node) {
	plain := c.newComparison(Structure)
	plain.crossVersion, plain.mixed, plain.canceled, plain.limit = walk.crossVersion, walk.mixed, walk.canceled, 1
	plain.compare(a, b)
	if len(plain.differences) == 0 {
		walk.lowest = max(walk.lowest, Meaning)
	} else {
		walk.lowest = Structure
	}
	shown := Exact
	for i := range walk.differences {
		walk.differences[i].Level = max(walk.differences[i].Level, walk.lowest)
		shown = min(shown, walk.differences[i].Level)
	}
	if shown > walk.lowest && walk.omitted == 0 {
		for i := range walk.differences {
			walk.differences[i].Level = walk.lowest
		}
	}
}

// prepare makes two documents comparable across agents and versions. It returns notes for the report.
func (w *comparison) prepare(a, b *Document) (*Document, *Document, []string) {
	w.ids.addAgents(a.exchange.Agent, b.exchange.Agent)
	w.ids.addAgents(a.exchange.Tap, b.exchange.Tap)
	var notes []string
	if w.mixed {
		notes = append(notes, "a stream and a plain answer: compared by where they end")
	}
	if a.version != b.version && a.version != "" && b.version != "" {
		w.crossVersion = true
		notes = append(notes, "versions "+string(a.version)+" and "+string(b.version)+": what only one of them can express is left out")
		a, b = asMessage(a, b), asMessage(b, a)
		a, b = project(a, b.version), project(b, a.version)
	}
	return a, b, notes
}
