package calls

import (
	"cmp"
	"context"
	"fmt"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/console"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/recorder"
)

// Talk is one command's calls to one agent, by the flags given.
type Talk struct {
	*Flags
	p      *stdio.Streams
	way    console.Way
	client console.Caller
	found  *inspector.Discovery
	err    error // of the discovery

	unasked bool             // for the card: the address itself is called
	moved   inspector.Target // where the card says to call instead, once it was asked
	call    *a2a.Call        // prepared last
}

// Talk finds the agent, has f call it, and closes the way there. name is that of
// the session, when the calls are recorded.
func (f *Flags) Talk(ctx context.Context, p *stdio.Streams, name, db string, do func(context.Context, *Talk) error) error {
	if err := f.check(); err != nil {
		return err
	}
	var err error
	if f.header, err = ParseHeaders(f.Header); err != nil {
		return err
	}
	if err := f.twice(); err != nil {
		return err
	}
	way, err := console.OpenWay(p, db, name)
	if err != nil {
		return err
	}
	ctx, cancel := f.within(ctx)
	defer cancel()
	err = f.through(ctx, p, way, do)
	return cmp.Or(err, way.Close())
}

func (f *Flags) through(ctx context.Context, p *stdio.Streams, way console.Way, do func(context.Context, *Talk) error) error {
	o := way.Options(p)
	o.Header, o.Linger, o.SearchTimeout, o.OneCard = f.header, console.LingerTime, f.searchTimeout(), true
	t := &Talk{Flags: f, p: p, way: way, client: console.NewCaller(inspector.New(o), way.Known)}
	if err := f.Before(ctx, p, way.Wallet, f.URL, f.header); err != nil {
		return err
	}
	if way.Store != nil && len(f.header) > 0 { // they go along when the card is asked for
		if _, err := way.Known.Places(ctx, way.Store, f.URL); err != nil {
			return err
		}
	}
	if f.endpoint(way.Store != nil) {
		t.found, t.unasked = &inspector.Discovery{Input: f.URL}, true
	} else {
		t.found, t.err = t.client.Discover(ctx, f.URL)
	}
	return do(ctx, t)
}

// Record is where the calls are recorded, nil when they are not.
func (t *Talk) Record() *recorder.Store { return t.way.Store }

// check says what no version and binding can do together.
func (f *Flags) check() error { return Speakable(f.Dialect, f.Binding, "--dialect", "--binding") }

// Speakable says why a version cannot be spoken, or not in a binding; "" leaves
// either open.
func Speakable(version, binding, versionFlag, bindingFlag string) error {
	if version == "" {
		return nil
	}
	var bindings []string
	for _, b := range dialect.Bindings(a2a.Version(version)) {
		bindings = append(bindings, string(b))
	}
	if len(bindings) == 0 {
		return fmt.Errorf("cannot speak A2A %q; %s takes %s", version, versionFlag, Takes())
	}
	if _, ok := dialect.Speaks(a2a.Version(version), a2a.Binding(binding)); !ok {
		return fmt.Errorf("A2A %s has no binding %q; %s takes %s with it", version, binding, bindingFlag, words.Either(bindings))
	}
	return nil
}

// Target finds where and how to call in a version and binding, "" leaving either
// to the card.
func (t *Talk) Target(ctx context.Context, v a2a.Version, b a2a.Binding) (inspector.Target, error) {
	if t.unasked {
		target := inspector.Target{Endpoint: t.URL, Version: v, Binding: b, Header: t.header}
		return target, t.After(ctx, t.found, t.URL)
	}
	return t.Choose(ctx, t.p, t.client, t.found, t.err, v, b)
}

// Prepare writes a call for a target, with what the flags add to any call, and
// says what is lost.
func (t *Talk) Prepare(target inspector.Target, c *a2a.Call) (inspector.Prepared, error) {
	if t.moved.Endpoint != "" {
		target = t.moved
	}
	target.Quirks = t.quirks
	t.unused(target)
	t.call = c
	call := *c
	call.Tenant, call.Extensions = t.Tenant, t.Extension
	prepared, err := t.client.Prepare(target, &call)
	if err != nil {
		return prepared, err
	}
	for _, l := range prepared.Losses {
		t.p.Note("note: A2A %s cannot express %s: %s", target.Version, l.Path, words.OneLine(l.Why))
	}
	return prepared, nil
}

// Send sends it and calls each for what comes back.
func (t *Talk) Send(ctx context.Context, prepared inspector.Prepared, each func(inspector.Event)) (inspector.Ending, error) {
	ctx, cancel := t.deadline(ctx, prepared.Op)
	defer cancel()
	each, advise := t.advised(prepared, each)
	defer advise()
	var end inspector.Ending
	var err error
	if t.unasked {
		end, err = t.sendUnasked(ctx, prepared, each)
	} else {
		end, err = t.client.Send(ctx, prepared, each)
	}
	var card *a2a.Card
	if t.found != nil {
		card = t.found.Card
	}
	t.explain(end, card)
	return end, err
}

// Bindings are the bindings that some version is spoken in.
func Bindings() []string {
	var words []string
	for _, b := range a2a.Bindings() {
		for _, d := range dialect.All() {
			if _, ok := dialect.Speaks(d.Version(), b); ok {
				words = append(words, string(b))
				break
			}
		}
	}
	return words
}

// Drafts are the drafts of versions that are spoken where they are asked for.
func Drafts() []string {
	var words []string
	for _, d := range dialect.Drafts() {
		words = append(words, string(d.Version()))
	}
	return words
}

// Takes says in words which versions can be spoken.
func Takes() string { return words.Either(Versions()) + ", or a draft: " + words.Either(Drafts()) }

// Versions are the protocol versions spoken, oldest first.
func Versions() []string {
	var words []string
	for _, d := range dialect.All() {
		words = append([]string{string(d.Version())}, words...)
	}
	return words
}
