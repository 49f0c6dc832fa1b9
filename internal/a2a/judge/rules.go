package judge

import (
	"cmp"
	_ "embed"
	"fmt"
	"os"
	"strings"
	"sync"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/datafile"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// callRules are the rules for calls and their answers, in the order in which they are reported.
// Those with described have their findings in rules.txt.
var callRules = []rule{
	{"CARD-32", described},
	{"REQ-15", described}, {"REQ-16", described}, {"REQ-17", described}, {"REQ-18", described}, {"REQ-19", described}, {"REQ-24", described},
	{"RES-02", described}, {"RES-09", described}, {"RES-10", described}, {"RES-12", longHistory}, {"RES-15", described},
	{"RES-16", described}, {"RES-17", described}, {"RES-18", otherOutput}, {"RES-20", described}, {"RES-23", described}, {"RES-24", foreignHistory},
	{"SSE-09", described}, {"SSE-15", described}, {"SSE-21", described}, {"SSE-23", otherEvents}, {"SSE-24", described}, {"SSE-25", heldUp}, {"SSE-26", described},
	{"ART-04", repeatedArtifact}, {"ART-07", otherArtifacts},
	{"STM-01", described}, {"STM-01", wentOn}, {"STM-04", described}, {"STM-02", described}, {"STM-03", described}, {"STM-05", described}, {"STM-06", described},
	{"STM-07", described}, {"STM-08", described}, {"STM-11", described}, {"STM-13", described},
	{"ERR-02", described}, {"ERR-03", described}, {"ERR-04", described}, {"ERR-05", described}, {"ERR-06", described},
	{"ERR-10", described}, {"ERR-11", described}, {"ERR-12", described}, {"ERR-13", described}, {"ERR-14", described},
	{"ERR-16", described}, {"ERR-19", described}, {"ERR-17", otherMeaning},
	{"HDR-06", unconfirmedExtension}, {"HDR-07", inactiveExtension}, {"HDR-08", described}, {"HDR-09", credentialsInBody},
	{"PUSH-03", described}, {"PUSH-07", described},
	{"LIST-02", unordered}, {"LIST-03", uninvitedArtifacts}, {"LIST-04", described}, {"LIST-06", unfiltered}, {"LIST-07", pagesOverlap}, {"LIST-08", described},
	{"REST-06", described}, {"REST-07", described}, {"REST-08", described}, {"REST-15", described}, {"GRPC-05", otherMetadata},
	{"ERR-20", described}, // if no other check explains it
}

// fetchRules are the rules for fetches of cards, in the card's newest version.
var fetchRules = []rule{
	{"CARD-02", misplacedCard}, {"CARD-03", misplacedCard}, {"CARD-04", misplacedCard}, {"CARD-22", unreachableHost}, {"CARD-28", uncachedCard},
}

var deliveryRules = []rule{
	{"PUSH-10", described}, {"PUSH-11", otherForm}, {"PUSH-21", otherForm}, {"PUSH-12", described}, {"PUSH-13", otherToken}, {"PUSH-14", otherAuthorization}, {"PUSH-15", otherScheme}, {"PUSH-18", afterDelete}, {"PUSH-19", foreignNotification},
}

//go:embed rules.txt
var rulesText string

// description is a finding described in rules.txt, whose first lines explain the format.
type description struct {
	fits condition
	datafile.Record
}

// descriptions are the findings in rules.txt by check.
var descriptions = sync.OnceValue(func() map[string][]description {
	all := map[string][]description{}
	for r := range datafile.Records(rulesText) {
		d := description{conditionOf(r.Values("if"), vocabulary()), r}
		for id := range strings.FieldsSeq(r.Value("rule")) {
			all[id] = append(all[id], d)
		}
	}
	return all
})

// described reports the first finding in rules.txt for the check whose conditions hold.
func described(v *view) {
	for _, d := range descriptions()[v.check.ID] {
		if d.fits(v) {
			d.report(v)
			return
		}
	}
}

func (d *description) report(v *view) {
	var f *Finding
	expanded := func(label string) string {
		return os.Expand(d.Value(label), func(word string) string { return words[word](v) })
	}
	says := expanded("says")
	switch on, asks := d.Value("on"), expanded("asks"); {
	case on == "request":
		f = v.finding(wire.Request, -1, "", says)
	case on == "response":
		f = v.finding(wire.Response, -1, "", says)
	case asks != "":
		f = v.requestFinding(asks, says)
	default:
		f = v.answersAt(cmp.Or(v.momentOf(d.Value("frame")), &v.resultMoments), d.Value("at"), says)
	}
	if fact := facts[d.Value("shows")]; fact != nil {
		f.Others = []string{fact(v).exchange}
	}
	if m := v.momentOf(d.Value("frame")); m != nil {
		f.Frame, f.Times = m.frame, m.times
	}
	f.Spec = cmp.Or(d.Value("spec"), f.Spec)
	if level := d.Value("level"); level != "" {
		f.Severity = a2a.Severity(level)
	}
}

// words are the variables of texts in rules.txt.
var words = map[string]func(*view) string{
	"answer":      (*view).saidOrStatus,
	"said":        (*view).describeAnswer,
	"named":       func(v *view) string { return quoteShort(v.taskID) },
	"task":        func(v *view) string { return quoteShort(v.task) },
	"required":    func(v *view) string { return v.card.Requirements() },
	"taskmember":  (*view).taskMember,
	"took":        func(v *view) string { return fmt.Sprintf("%.1f", v.took().Seconds()) },
	"was":         func(v *view) string { return v.knownTask.state.Word() },
	"is":          func(v *view) string { return v.last.Word() },
	"context":     func(v *view) string { return quoteShort(v.context) },
	"owncontext":  func(v *view) string { return quoteShort(v.knownTask.context) },
	"wanted":      func(v *view) string { return quoteShort(v.c.Message.ContextID) },
	"tenant":      func(v *view) string { return quoteShort(v.c.Tenant) },
	"owntenant":   func(v *view) string { return quoteShort(v.called[0].Tenant) },
	"messageid":   func(v *view) string { return quoteShort(v.c.Message.ID) },
	"untaken":     func(v *view) string { return quoteShort(v.untaken()) },
	"accepted":    func(v *view) string { return strings.Join(v.c.AcceptedOutputModes, ", ") },
	"version":     func(v *view) string { return quoteShort(v.unoffered()) },
	"unfounded":   (*view).unfounded,
	"wrongparams": func(v *view) string { return v.wrongParams() },
	"late":        func(v *view) string { return fmt.Sprintf("%.1f", v.late().Seconds()) },
	"backwards":   func(v *view) string { return v.backwardsText },
	"host":        func(v *view) string { return quoteShort(v.host()) },
	"method":      func(v *view) string { return v.X.Method },
	"status":      func(v *view) string { return itoa(v.X.Response.Status) },
	"contenttype": func(v *view) string { return quoteShort(v.X.Request.Header.Get("Content-Type")) },
	"lacking":     func(v *view) string { return quoteShort(v.inactive()[0]) },
}

// facts are facts that other exchanges showed about the task, message or push configuration.
var facts = map[string]func(*view) *fact{
	"began":      func(v *view) *fact { return &v.agent.task(v.task).answered },
	"over":       func(v *view) *fact { return &v.knownTask.ending },
	"canceled":   func(v *view) *fact { return &v.knownTask.canceled },
	"contexts":   func(v *view) *fact { return &v.knownTask.contexts },
	"owned":      func(v *view) *fact { return &v.knownTask.owned },
	"missing":    func(v *view) *fact { return &v.agent.task(v.taskID).missing },
	"sentbefore": func(v *view) *fact { return &v.sentBefore().fact },
	"deleted":    (*view).deletion,
}
