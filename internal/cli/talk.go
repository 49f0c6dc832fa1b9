package cli

import (
	"context"
	"fmt"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/recorder"
)

// talk is one command's calls to one agent, by the flags given.
type talk struct {
	*callFlags
	p      *program
	way    wayOut
	client caller
	found  *inspector.Discovery
	err    error // of the discovery

	unasked bool             // for the card: the address itself is called
	moved   inspector.Target // where the card says to call instead, once it was asked
	call    *a2a.Call        // prepared last
}

// talk finds the agent, has f call it, and closes the way there. name is that of
// the session, when the calls are recorded.
func (f *callFlags) talk(ctx context.Context, p *program, name, db string, do func(context.Context, *talk) error) error {
	if err := f.check(); err != nil {
		return err
	}
	var err error
	if f.header, err = parseHeaders(f.Header); err != nil {
		return err
	}
	way, err := openWay(p, db, name)
	if err != nil {
		return err
	}
	ctx, cancel := f.within(ctx)
	defer cancel()
	err = f.through(ctx, p, way, do)
	if cerr := way.close(); err == nil {
		err = cerr
	}
	return err
}

func (f *callFlags) through(ctx context.Context, p *program, way wayOut, do func(context.Context, *talk) error) error {
	o := way.options(p)
	o.Header, o.Linger, o.SearchTimeout = f.header, lingerTime, f.searchTimeout()
	t := &talk{callFlags: f, p: p, way: way, client: caller{inspector.New(o), way.known}}
	if err := f.before(ctx, p, way.wallet, f.URL); err != nil {
		return err
	}
	if f.endpoint(way.store != nil) {
		t.found, t.unasked = &inspector.Discovery{Input: f.URL}, true
	} else {
		t.found, t.err = t.client.Discover(ctx, f.URL)
	}
	return do(ctx, t)
}

// record is where the calls are recorded, nil when they are not.
func (t *talk) record() *recorder.Store { return t.way.store }

// check says what no version and binding can do together.
func (f *callFlags) check() error { return speakable(f.Dialect, f.Binding, "--dialect", "--binding") }

// speakable says why a version cannot be spoken, or not in a binding; "" leaves
// either open.
func speakable(version, binding, versionFlag, bindingFlag string) error {
	if version == "" {
		return nil
	}
	var words []string
	for _, b := range dialect.Bindings(a2a.Version(version)) {
		words = append(words, string(b))
	}
	if len(words) == 0 {
		return fmt.Errorf("cannot speak A2A %q; %s takes %s", version, versionFlag, either(versionWords()))
	}
	if _, ok := dialect.Speaks(a2a.Version(version), a2a.Binding(binding)); !ok {
		return fmt.Errorf("A2A %s has no binding %q; %s takes %s with it", version, binding, bindingFlag, either(words))
	}
	return nil
}

// target finds where and how to call in a version and binding, "" leaving either
// to the card.
func (t *talk) target(ctx context.Context, v a2a.Version, b a2a.Binding) (inspector.Target, error) {
	if t.unasked {
		target := inspector.Target{Endpoint: t.URL, Version: v, Binding: b, Header: t.header}
		return target, t.after(ctx, t.found, t.URL)
	}
	return t.choose(ctx, t.p, t.found, t.err, v, b)
}

// prepare writes a call for a target, with what the flags add to any call, and
// says what is lost.
func (t *talk) prepare(target inspector.Target, c *a2a.Call) (inspector.Prepared, error) {
	if t.moved.Endpoint != "" {
		target = t.moved
	}
	t.call = c
	call := *c
	call.Tenant, call.Extensions = t.Tenant, t.Extension
	prepared, err := t.client.Prepare(target, &call)
	if err != nil {
		return prepared, err
	}
	for _, l := range prepared.Losses {
		t.p.note("note: A2A %s cannot say %s: %s", target.Version, l.Path, oneLine(l.Why))
	}
	return prepared, nil
}

// send sends it and calls each for what comes back.
func (t *talk) send(ctx context.Context, prepared inspector.Prepared, each func(inspector.Event)) (inspector.Ending, error) {
	ctx, cancel := t.deadline(ctx, prepared.Op)
	defer cancel()
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

// bindingWords are the bindings that some version is spoken in.
func bindingWords() []string {
	var words []string
	for _, b := range []a2a.Binding{a2a.JSONRPC, a2a.REST, a2a.GRPC} {
		for _, d := range dialect.All() {
			if _, ok := dialect.Speaks(d.Version(), b); ok {
				words = append(words, string(b))
				break
			}
		}
	}
	return words
}
