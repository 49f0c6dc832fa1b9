package sequence

import (
	"cmp"
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// chain finds the exchanges that an agent made to serve another one: by the traceparent header if
// they are hops of one trace, else by ids and time, marked as inferred. calls are sorted by start.
func chain(calls []*hop) {
	calls = slices.DeleteFunc(slices.Clone(calls), func(h *hop) bool { return h.X.Origin == wire.Model }) // a model calls nobody
	free := clients(calls)
	for i, h := range calls {
		if h.X.Origin != wire.Client {
			continue
		}
		h.Parent, h.Inferred = parent(calls[:i], h, free[h.X.Caller])
	}
}

// hideInferred removes inferred links unless the query asks for them.
func (d *Diagram) hideInferred() {
	for _, h := range d.Calls {
		if d.HasInferred = d.HasInferred || h.Inferred; h.Inferred && !d.Infers {
			h.Parent, h.Inferred = "", false
		}
	}
}

// clients returns the callers that also called while no agent could have made the call. They are
// independent programs, not agents at work.
func clients(calls []*hop) map[string]bool {
	out := map[string]bool{}
	for i, h := range calls {
		inside := false
		for _, o := range calls[:i] {
			inside = inside || o.X.Agent != h.X.Agent && o.X.Caller != h.X.Caller && encloses(o.X, h.X)
		}
		if !inside {
			out[h.X.Caller] = true
		}
	}
	return out
}

// parent finds the innermost exchange that h may serve. free says that h's caller is a
// client, so that neither time nor a trace proves anything: programs that another
// program started share its trace.
func parent(before []*hop, h *hop, free bool) (id string, inferred bool) {
	trace, span := wire.TraceOf(h.X.Request.Header)
	around, sameID, sameTrace := "", "", ""
	n := 0
	for i := len(before) - 1; i >= 0; i-- {
		o := before[i]
		if o.X.Agent == h.X.Agent || !encloses(o.X, h.X) {
			continue
		}
		otrace, ospan := wire.TraceOf(o.X.Request.Header)
		switch {
		case trace != "" && trace == otrace && span == ospan:
			continue // siblings: one span called both
		case trace != "" && trace == otrace && o.X.Caller != h.X.Caller && !free:
			return o.X.ID, false
		case trace != "" && trace == otrace: // parallel calls of one client look the same
			sameTrace = cmp.Or(sameTrace, o.X.ID)
			continue
		case trace != "" && otrace != "":
			continue // another trace
		case o.X.Caller == h.X.Caller:
			continue
		}
		if sameID == "" && sharesTask(o.X, h.X) {
			sameID = o.X.ID
		}
		n++
		around = o.X.ID
	}
	if same := cmp.Or(sameTrace, sameID); same != "" {
		return same, true
	}
	if n == 1 && !free {
		return around, true
	}
	return "", false
}

// encloses reports whether inner began while outer was open.
func encloses(outer, inner wire.Exchange) bool {
	return !inner.Started.Before(outer.Started) && (outer.Ended.IsZero() || !inner.Started.After(outer.Ended))
}

func sharesTask(a, b wire.Exchange) bool {
	return a.Labels.Context != "" && a.Labels.Context == b.Labels.Context ||
		a.Labels.Task != "" && a.Labels.Task == b.Labels.Task
}
