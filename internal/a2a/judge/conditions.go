package judge

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
	"github.com/a2a-console/a2a-console/internal/a2a/datafile"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/session"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// condition is a predicate of an exchange.
type condition func(*view) bool

// conditions are the conditions that check/checks.txt, rules.txt and words.txt name, grouped by subject.
var conditions = map[string]condition{
	"any":      func(*view) bool { return true },
	"never":    func(*view) bool { return false }, // shown by other means than a recording
	"delivery": (*view).isDelivery,

	// The request.
	"asked":     func(v *view) bool { return v.c != nil },
	"sent":      (*view).sends,
	"second":    func(v *view) bool { return len(v.agent.messages.order) > 0 },
	"parts":     sentPart(func(a2a.Part) bool { return true }),
	"file":      sentPart(func(p a2a.Part) bool { return p.Kind == a2a.FilePart }),
	"bytes":     sentPart(func(p a2a.Part) bool { return p.Bytes != nil || p.Encoded != "" }),
	"accepts":   func(v *view) bool { return v.c != nil && len(v.c.AcceptedOutputModes) > 0 },
	"history":   func(v *view) bool { return v.c != nil && v.c.HistoryLength != nil },
	"immediate": func(v *view) bool { return v.c != nil && v.c.ReturnImmediately },
	"blocking":  func(v *view) bool { return asksToBlock(v.Request) },
	"context":   func(v *view) bool { return v.sends() && v.c.Message.ContextID != "" },
	"named":     func(v *view) bool { return v.taskID != "" },
	"body":      func(v *view) bool { return v.X.RequestBytes > 0 },
	"query":     func(v *view) bool { return len(wire.QueryOf(v.X.URL)) > 0 },
	"version":   func(v *view) bool { return v.X.Request.Header.Values("A2A-Version") != nil },
	"activates": func(v *view) bool { return v.c != nil && len(v.c.Extensions) > 0 },
	"signedin":  func(v *view) bool { return credentials(v.X) != "" },
	"unsigned":  (*view).isUnsigned,
	"public":    func(v *view) bool { return public(v.host()) },
	"pagesize":  func(v *view) bool { return v.queries() && v.c.List.PageSize != 0 },
	"nextpage":  func(v *view) bool { return v.queries() && v.c.List.PageToken != "" },
	"filtered": func(v *view) bool {
		return v.queries() && (v.c.List.ContextID != "" || v.c.List.State != "" || v.c.List.StatusTimestampAfter != "")
	},
	"hook":       func(v *view) bool { return session.Registers(v.c) != nil },
	"hookscheme": func(v *view) bool { p := session.Registers(v.c); return p != nil && len(p.Schemes) > 0 },

	// The answer.
	"answered":  func(v *view) bool { return v.IsWhole && v.X.Response.Status != 0 },
	"said":      func(v *view) bool { return v.answered || v.err != nil },
	"streamed":  func(v *view) bool { return v.streamed },
	"success":   (*view).succeeded,
	"failed":    func(v *view) bool { return v.err != nil },
	"movedcode": func(v *view) bool { return v.err != nil && v.err.Code <= -32006 && v.err.Code >= -32009 },
	"details":   func(v *view) bool { return v.err != nil && len(v.err.Data) > 0 },
	"result":    func(v *view) bool { return v.result != nil },
	"output":    func(v *view) bool { return len(v.output) > 0 },
	"incontext": func(v *view) bool { return v.Facts.context != "" },
	"stated":    func(v *view) bool { return v.last != "" },
	"events":    func(v *view) bool { return v.streamed && v.answered },
	"refuses":   (*view).refuses,
	"listed":    func(v *view) bool { return v.result != nil && len(v.result.Tasks) > 0 },
	"listed2":   func(v *view) bool { return v.result != nil && len(v.result.Tasks) > 1 },
	"config":    func(v *view) bool { return v.result != nil && (v.result.Push != nil || len(v.result.Pushes) > 0) },

	// The card in the answer.
	"served":     served(func(*a2a.Card) bool { return true }),
	"schemes":    served(func(c *a2a.Card) bool { return len(c.SecuritySchemes) > 0 }),
	"oauth":      served(func(c *a2a.Card) bool { return slices.ContainsFunc(c.SecuritySchemes, isOAuth) }),
	"security":   served(func(c *a2a.Card) bool { return len(c.Security) > 0 }),
	"interface":  served(func(c *a2a.Card) bool { return len(c.Interfaces) > 0 }),
	"interfaces": served(func(c *a2a.Card) bool { return len(c.Interfaces) > 1 }),
	"skill":      served(func(c *a2a.Card) bool { return len(c.Skills) > 0 }),
	"skills":     served(func(c *a2a.Card) bool { return len(c.Skills) > 1 }),
	"provider":   served(func(c *a2a.Card) bool { return c.Provider != nil }),
	"modes":      served(func(c *a2a.Card) bool { return len(c.InputModes)+len(c.OutputModes) > 0 }),
	"signed":     served(func(c *a2a.Card) bool { return c.Signatures > 0 }),
	"extensions": served(func(c *a2a.Card) bool { return len(c.Capabilities.Extensions) > 0 }),

	// The card that was known before.
	"carded":     func(v *view) bool { return v.card != nil },
	"unextended": func(v *view) bool { return v.card != nil && !v.card.Capabilities.ExtendedCard },
	"unstreamed": func(v *view) bool { return v.card != nil && !v.card.Capabilities.Streaming },
	"unpushed":   func(v *view) bool { return v.card != nil && !v.card.Capabilities.Push },
	"requires": func(v *view) bool {
		return v.card != nil && slices.ContainsFunc(v.card.Capabilities.Extensions, func(e a2a.Extension) bool { return e.Required && e.URI != "" })
	},

	// What earlier exchanges showed.
	"known":    func(v *view) bool { return v.knownTask != nil },
	"over":     (*view).isOver,
	"canceled": func(v *view) bool { return v.knownTask != nil && v.knownTask.canceled.isBefore(v.X) },
	"othercaller": func(v *view) bool { // the task was created with other credentials
		t, who := v.knownTask, credentials(v.X)
		return t != nil && who != "" && t.owner != "" && t.owner != who && t.owned.isBefore(v.X)
	},
	"streamedbefore": func(v *view) bool {
		return v.knownTask != nil && v.knownTask.streamed.isBefore(v.X) && v.momentOf("task") != nil
	},
	"alongside":     func(v *view) bool { return len(v.alongside(v.stream())) > 0 },
	"deletedbefore": func(v *view) bool { return v.deletion().isBefore(v.X) },

	// Only for rules.txt and words.txt.
	"wrongsize": func(v *view) bool {
		return slices.ContainsFunc(v.Request.Problems, func(p a2a.Problem) bool { return p.Check == "LIST-04" })
	},
	"inactive":        func(v *view) bool { return len(v.inactive()) > 0 },
	"whole":           func(v *view) bool { return v.IsWhole },
	"taken":           func(v *view) bool { return v.err == nil && v.answered },
	"anonymous":       func(v *view) bool { return v.result != nil && v.result.Push != nil && isAnonymous(*v.result.Push) },
	"anonymouslisted": func(v *view) bool { return v.result != nil && slices.ContainsFunc(v.result.Pushes, isAnonymous) },
	"fails":           (*view).failed,
	"sound":           (*view).sound,
	"onetask":         func(v *view) bool { return v.result != nil && v.result.Task != nil },
	"contextual":      func(v *view) bool { return v.result.Task.ContextID != "" },
	"moved": func(v *view) bool {
		return v.context != "" && v.c.Message.ContextID != "" && v.context != v.c.Message.ContextID
	},
	"relocated": func(v *view) bool {
		return v.knownTask != nil && v.knownTask.contexts.isBefore(v.X) && v.context != "" && v.context != v.knownTask.context && v.task == v.taskID
	},
	"slow":    func(v *view) bool { return v.took() >= closing },
	"tells":   func(v *view) bool { m := v.result.Task.Status.Message; return m != nil && len(m.Parts) > 0 },
	"brings":  func(v *view) bool { return slices.ContainsFunc(v.result.Task.Status.Message.Parts, isContent) },
	"tasked":  func(v *view) bool { return v.task != "" },
	"same":    func(v *view) bool { return v.task == v.taskID },
	"changed": func(v *view) bool { return v.last != v.knownTask.state },
	"misplaced": func(v *view) bool {
		said := v.c.Message.ContextID
		return v.knownTask != nil && v.knownTask.contexts.isBefore(v.X) && said != "" && said != v.knownTask.context
	},
	"repeatable": func(v *view) bool {
		return v.knownTask.state == a2a.Canceled && appliesTo("STM-13", v.Identity.Versions)
	},
	"reopens": func(v *view) bool {
		return v.c.Message.ContextID == "" && v.agent.taskBefore(v.task, v.X) != nil && v.sentBefore() == nil
	},
	"reused": func(v *view) bool {
		m := v.sentBefore()
		return v.c.Message.ID != "" && v.X.Origin != wire.Replay && v.X.Link == "" && m != nil && m.isBefore(v.X) && m.content != contentOf(v.c.Message)
	},
	"heard": func(v *view) bool {
		return v.agent.contexts.forgot || v.agent.contexts.byName[v.c.Message.ContextID].isBefore(v.X)
	},
	"othertenant": func(v *view) bool {
		own := func(i a2a.Interface) bool { return i.Tenant == v.c.Tenant }
		return v.c != nil && v.Identity.Op != a2a.GetExtendedCard && len(v.called) > 0 && !slices.ContainsFunc(v.called, own)
	},
	"tenanted":    func(v *view) bool { return v.c.Tenant != "" },
	"tenantless":  func(v *view) bool { return v.called[0].Tenant == "" },
	"heldopen":    func(v *view) bool { return v.late() >= closing },
	"untaken":     func(v *view) bool { return v.untaken() != "" },
	"ungiven":     (*view).ungiven,
	"unreadable":  func(v *view) bool { return v.c == nil || v.Identity.Binding != a2a.GRPC && v.Request.Repaired != nil }, // there are no params to check
	"violations":  func(v *view) bool { return violations(v.err.Data) },
	"wrongparams": func(v *view) bool { return v.wrongParams() != "" },
	"unoffered":   func(v *view) bool { return v.unoffered() != "" },
	"bare":        (*view).isBare,
	"bystatus":    func(v *view) bool { return v.err == nil || v.err.Code == v.X.Response.Status },
	"unfounded":   func(v *view) bool { return v.unfounded() != "" },
	"asitcame":    func(v *view) bool { return v.X.RequestSent == nil && !v.X.PassageKinds.Has(wire.PassageEdited) }, // the agent got the request unchanged
	"short":       func(v *view) bool { return v.X.RequestBytes < usualLimit },
	"refers":      func(v *view) bool { return v.sends() && len(v.c.Message.References) > 0 },
	"unexplained": func(v *view) bool {
		return !slices.ContainsFunc(v.found, func(f Finding) bool { return f.Side == wire.Response })
	},
	"plainhttp": func(v *view) bool { return strings.HasPrefix(strings.ToLower(v.X.URL), "http://") },
	"othertype": func(v *view) bool { // another media type than the version's
		return v.X.Request.Header != nil && wire.MediaType(v.X.Request.Header) != registry.RESTRules(v.Identity).REST.MediaType
	},
	"plaintype": func(v *view) bool { return wire.MediaType(v.X.Request.Header) == "application/json" },
	"unheard":   (*view).unheard,
	"toldmissing": func(v *view) bool {
		t := v.agent.tasks.byName[v.taskID]
		return v.unheard() && t != nil && t.missing.isBefore(v.X)
	},
	"echoes": func(v *view) bool {
		h, c := v.result.Task.History, v.c
		return c.Message.ID != "" && v.sentBefore() == nil && len(h) > 0 && h[0].ID == c.Message.ID && (c.HistoryLength == nil || *c.HistoryLength > len(h))
	},
	"oldcaller": func(v *view) bool { // the caller was known before the other's task was created
		first := v.agent.callers.byName[credentials(v.X)]
		return first != nil && first.time.Before(v.knownTask.owned.time)
	},

	// Notifications.
	"notice": func(v *view) bool { return v.Request.Result != nil },
	// A notification in another form than its registration's is reported by otherForm instead.
	"event":      func(v *view) bool { r := v.Request.Result; return v.pushed == nil && r != nil && r.Task == nil },
	"registered": registered(func(*view, *registration) bool { return true }),
	"token":      registered(func(_ *view, r *registration) bool { return r.expected.Token.Set }),
	"scheme":     registered(func(_ *view, r *registration) bool { return len(r.expected.Schemes) > 0 }),
	"gone":       registered(func(v *view, r *registration) bool { return r.deletion.isBefore(v.X) }),
}

// kinds are conditions that take a name.
var kinds = map[string]func(v *view, name string) bool{
	"op":      func(v *view, name string) bool { return !v.isDelivery() && string(v.Identity.Op) == name },
	"binding": func(v *view, name string) bool { return string(v.Identity.Binding) == name },
	"method":  func(v *view, name string) bool { return v.X.Method == name },
	"status":  func(v *view, name string) bool { return itoa(v.X.Response.Status) == name },
	"outcome": func(v *view, name string) bool { return string(v.X.Outcome) == name },
	"state":   func(v *view, name string) bool { return string(v.last) == name },
	"error":   func(v *view, name string) bool { return v.err != nil && string(v.err.Name) == name },
	"is":      func(v *view, name string) bool { return v.isError(a2a.ErrorName(name)) },
	"came":    func(v *view, name string) bool { return v.momentOf(name) != nil },
	"twice":   func(v *view, name string) bool { m := v.momentOf(name); return m != nil && m.times > 1 },
}

//go:embed words.txt
var wordsText string

// vocabulary has the conditions, and those that words.txt defines by others.
var vocabulary = sync.OnceValue(func() map[string]condition {
	all := maps.Clone(conditions)
	for r := range datafile.Records(wordsText) {
		for _, line := range r {
			all[line.Label] = conditionOf(r.Values(line.Label), all)
		}
	}
	return all
})

// conditionOf returns the condition that all words of at least one line hold. An unknown word never holds;
// TestOccasions reports it.
func conditionOf(lines []string, known map[string]condition) condition {
	var any []condition
	for _, line := range lines {
		var all []condition
		for word := range strings.FieldsSeq(line) {
			word, not := strings.CutPrefix(word, "-")
			holds := known[word]
			if name, list, _ := strings.Cut(word, ":"); kinds[name] != nil {
				names := strings.Split(list, ",")
				holds = func(v *view) bool {
					return slices.ContainsFunc(names, func(one string) bool { return kinds[name](v, one) })
				}
			}
			all = append(all, func(v *view) bool { return holds != nil && holds(v) != not })
		}
		any = append(any, func(v *view) bool {
			return !slices.ContainsFunc(all, func(holds condition) bool { return !holds(v) })
		})
	}
	return func(v *view) bool { return slices.ContainsFunc(any, func(holds condition) bool { return holds(v) }) }
}

func served(with func(*a2a.Card) bool) condition {
	return func(v *view) bool { return v.Facts.card != nil && with(v.Facts.card) }
}

func sentPart(is func(a2a.Part) bool) condition {
	return func(v *view) bool { return v.sends() && slices.ContainsFunc(v.c.Message.Parts, is) }
}

func registered(with func(*view, *registration) bool) condition {
	return func(v *view) bool {
		return v.isDelivery() && slices.ContainsFunc(v.notified(), func(r *registration) bool { return with(v, r) })
	}
}

func isAnonymous(p a2a.PushConfig) bool { return p.ID == "" && p.URL != "" }

// isContent reports whether a part is output of an agent's work rather than conversation.
func isContent(p a2a.Part) bool { return p.Kind == a2a.FilePart || p.Kind == a2a.DataPart }

func isOAuth(s a2a.SecurityScheme) bool { return strings.EqualFold(s.Type, "oauth2") }

func (v *view) isDelivery() bool {
	return v.X.Origin == wire.Push || v.Identity.Op == a2a.PushNotification
}

func (v *view) queries() bool { return v.c != nil && v.c.List != nil }

// Tally counts, over the exchanges of a recording, where each check applied and where it was met. The zero
// Tally is empty. Not safe for concurrent use.
type Tally struct {
	counts map[string]Count
}

// Count is the number of exchanges to which a check applied, by version, binding and operation, and of those
// in which it was met: they contained what the check is about.
type Count struct {
	Applied, Met int
}

func (t *Tally) CountOf(id string) Count { return t.counts[id] }

// add counts an exchange that is over, given what was known when it began, by the conditions in the where and
// when of each check. It does nothing if t is nil.
func (t *Tally) add(v *view) {
	if t == nil {
		return
	}
	met := make(map[string]bool, len(conditions))
	all := func(names []string) bool {
		return !slices.ContainsFunc(names, func(name string) bool {
			is, known := met[name]
			if !known {
				holds := vocabulary()[name] // TestOccasions reports an unknown one
				is = holds != nil && holds(v)
				met[name] = is
			}
			return !is
		})
	}
	if t.counts == nil {
		t.counts = make(map[string]Count, len(check.All()))
	}
	list := check.All()
	for i := range list {
		c := &list[i]
		if !all(c.Where) || !slices.ContainsFunc(v.Identity.Versions, c.HoldsIn) {
			continue
		}
		n := t.counts[c.ID]
		n.Applied++
		if holdsIn(c, v.readIn()) && all(c.When) {
			n.Met++
		}
		t.counts[c.ID] = n
	}
}

// readIn returns the versions whose rules apply to an exchange: for a card of several, the newest.
func (v *view) readIn() []a2a.Version {
	all := v.Identity.Versions
	if v.Identity.Op == a2a.GetCard && len(all) > 1 {
		return all[len(all)-1:]
	}
	return all
}
