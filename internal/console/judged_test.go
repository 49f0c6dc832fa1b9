package console

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/judge"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// judged applies all checks across exchanges to the recording of a trial: our own client and agent break
// none of them.
func (k *trial) judged() {
	k.Helper()
	list, err := k.plumbing.Store.Exchanges(k.ctx, wire.Filter{}, wire.Page{Limit: 1000})
	if err != nil {
		k.Fatal(err)
	}
	slices.Reverse(list)
	n := 0
	all := func(yield func(*wire.Exchange, error) bool) {
		for i := range list {
			if n++; !yield(&list[i], nil) {
				return
			}
		}
	}
	err = judge.Recording(k.ctx, all, k.plumbing.Store, judge.Options{}, func(f judge.Finding) {
		if c, ok := check.ByID(f.Check); ok && (c.Scope == "exchange" || c.Scope == "delivery") || !ok {
			k.Errorf("%s %s %s: %s %v", f.Exchange, f.Check, f.Severity, f.Message, f.Others)
		}
	})
	if err != nil || n == 0 {
		k.Errorf("%d exchanges judged: %v", n, err)
	}
}
