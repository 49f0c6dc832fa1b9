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

// Talk is a command's conversation with one agent.
type Talk struct {
	*Flags
	streams     *stdio.Streams
	access      console.Route
	client      console.Caller
	discovery   *inspector.Discovery
	discoverErr error // error of the discovery

	skippedCard bool             // no card was fetched: the address itself is called
	movedTo     inspector.Target // where the card says to call instead, once it has been fetched
	lastCall    *a2a.Call        // latest prepared call
}

// Talk finds the agent, runs do, and closes the route. If db is not "", the calls are recorded
// there, in a session called name.
func (f *Flags) Talk(ctx context.Context, p *stdio.Streams, name, db string, do func(context.Context, *Talk) error) error {
	if err := f.check(); err != nil {
		return err
	}
	var err error
	if f.header, err = ParseHeaders(f.Header); err != nil {
		return err
	}
	if err := f.checkDuplicates(); err != nil {
		return err
	}
	way, err := console.OpenRoute(p, db, name)
	if err != nil {
		return err
	}
	ctx, cancel := f.withTotalTimeout(ctx)
	defer cancel()
	err = f.runTalk(ctx, p, way, do)
	return cmp.Or(err, way.Close())
}

func (f *Flags) runTalk(ctx context.Context, p *stdio.Streams, way console.Route, do func(context.Context, *Talk) error) error {
	o := way.Options(p)
	o.Header, o.LingerTimeout, o.SearchTimeout, o.OneCard = f.header, console.LingerTime, f.searchTimeout(), true
	t := &Talk{Flags: f, streams: p, access: way, client: console.NewCaller(inspector.New(o), way.Cards)}
	if err := f.PrepareAuth(ctx, p, way.Wallet, f.URL, f.header); err != nil {
		return err
	}
	if way.Store != nil && len(f.header) > 0 { // they are sent with the request for the card
		if _, err := way.Cards.Places(ctx, way.Store, f.URL); err != nil {
			return err
		}
	}
	if f.canSkipCard(way.Store != nil) {
		t.discovery, t.skippedCard = &inspector.Discovery{Input: f.URL}, true
	} else {
		t.discovery, t.discoverErr = t.client.Discover(ctx, f.URL)
	}
	return do(ctx, t)
}

// Record returns the record of the calls, nil if they are not recorded.
func (t *Talk) Record() *recorder.Store { return t.access.Store }

func (f *Flags) check() error { return CheckSpeakable(f.Dialect, f.Binding, "--dialect", "--binding") }

// CheckSpeakable returns an error if the console does not speak a version, or not over a binding;
// "" leaves either open. The flags' names are for the error.
func CheckSpeakable(version, binding, versionFlag, bindingFlag string) error {
	if version == "" {
		return nil
	}
	var bindings []string
	for _, b := range dialect.Bindings(a2a.Version(version)) {
		bindings = append(bindings, string(b))
	}
	if len(bindings) == 0 {
		return fmt.Errorf("the console does not speak A2A %q; %s must be %s", version, versionFlag, VersionsText())
	}
	if _, ok := dialect.Speaks(a2a.Version(version), a2a.Binding(binding)); !ok {
		return fmt.Errorf("A2A %s has no binding %q; with this version, %s must be %s", version, binding, bindingFlag, words.JoinOr(bindings))
	}
	return nil
}

// Target returns the endpoint for a version and binding; "" leaves either to the card.
func (t *Talk) Target(ctx context.Context, v a2a.Version, b a2a.Binding) (inspector.Target, error) {
	if t.skippedCard {
		target := inspector.Target{Endpoint: t.URL, Version: v, Binding: b, Header: t.header}
		return target, t.CompleteAuth(ctx, t.discovery, t.URL)
	}
	return t.Choose(ctx, t.streams, t.client, t.discovery, t.discoverErr, v, b)
}

// Prepare writes the request of a call for a target, with the tenant, extensions and quirks of the
// flags. It prints what the target's version cannot express.
func (t *Talk) Prepare(target inspector.Target, c *a2a.Call) (inspector.PreparedRequest, error) {
	if t.movedTo.Endpoint != "" {
		target = t.movedTo
	}
	target.Quirks = t.quirks
	t.warnUnused(target)
	t.lastCall = c
	call := *c
	call.Tenant, call.Extensions = t.Tenant, t.Extension
	prepared, err := t.client.Prepare(target, &call)
	if err != nil {
		return prepared, err
	}
	for _, l := range prepared.Losses {
		t.streams.Note("note: A2A %s cannot express %s: %s", target.Version, l.Path, words.OneLine(l.Reason))
	}
	return prepared, nil
}

// Send sends the request and calls each for every event of the response.
func (t *Talk) Send(ctx context.Context, prepared inspector.PreparedRequest, each func(inspector.Event)) (inspector.Ending, error) {
	ctx, cancel := t.withCallTimeout(ctx, prepared.Op)
	defer cancel()
	each, advise := t.adviseQuirks(prepared, each)
	defer advise()
	var end inspector.Ending
	var err error
	if t.skippedCard {
		end, err = t.sendWithoutCard(ctx, prepared, each)
	} else {
		end, err = t.client.Send(ctx, prepared, each)
	}
	var card *a2a.Card
	if t.discovery != nil {
		card = t.discovery.Card
	}
	t.explainRefusal(end, card)
	return end, err
}

// Bindings returns the bindings that at least one version has.
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

// Drafts returns the drafts of versions, which are used only on request.
func Drafts() []string {
	var words []string
	for _, d := range dialect.Drafts() {
		words = append(words, string(d.Version()))
	}
	return words
}

// VersionsText describes the versions that the console speaks: "0.1, 0.2, 0.3 or 1.0, or a draft:
// 1.1".
func VersionsText() string {
	return words.JoinOr(Versions()) + ", or a draft: " + words.JoinOr(Drafts())
}

// Versions returns the protocol versions, oldest first.
func Versions() []string {
	var words []string
	for _, d := range dialect.All() {
		words = append([]string{string(d.Version())}, words...)
	}
	return words
}
