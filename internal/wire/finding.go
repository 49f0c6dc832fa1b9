package wire

import "slices"

// Finding is what one check finds wrong with an exchange.
type Finding struct {
	Check    string
	Severity string // the worst: "error", "warning", "info"
	Count    int    // number of places
	Times    int    // number of occurrences: a place in several events counts once for each

	// Request and Response are the worst severity in the bytes of each side, "" if that side breaks nothing.
	// The side whose bytes break a rule is at fault.
	Request, Response string

	// CrossFindings are the findings among Count that show only in combination with other
	// exchanges. The others are recomputed from the bytes of the exchange.
	CrossFindings []CrossFinding
}

// CrossFinding is a finding that shows only in combination with other exchanges.
type CrossFinding struct {
	Severity string
	Message  string
	Side     Side   // Request or Response
	Frame    int    // in the response, from 0; -1 for no single frame
	Path     string // JSON path in the document: "$.result.id"
	Spec     string // section of the specification with the rule
	Times    int
	Others   []string // ids of the other exchanges that show it
}

// Add merges another finding of the same check into f.
func (f *Finding) Add(more Finding) {
	if len(more.CrossFindings) > 0 && !slices.ContainsFunc(more.CrossFindings, func(a CrossFinding) bool { return !f.has(a) }) {
		return // two programs may report the same
	}
	f.Severity = MaxSeverity(f.Severity, more.Severity)
	f.Request, f.Response = MaxSeverity(f.Request, more.Request), MaxSeverity(f.Response, more.Response)
	f.Count += more.Count
	f.Times += more.Times
	f.CrossFindings = append(f.CrossFindings, more.CrossFindings...)
}

func (f *Finding) has(a CrossFinding) bool {
	return slices.ContainsFunc(f.CrossFindings, func(have CrossFinding) bool {
		return have.Message == a.Message && have.Side == a.Side && have.Frame == a.Frame && have.Path == a.Path
	})
}

// Blame raises the severity of a side to at least the given one.
func (f *Finding) Blame(side Side, severity string) {
	if side == Request {
		f.Request = MaxSeverity(f.Request, severity)
		return
	}
	f.Response = MaxSeverity(f.Response, severity)
}

// AgentSeverity is the worst severity in what the agent sent in an exchange of origin o: the response, or the
// request of a push notification. "" means that only the other side is at fault.
func (f *Finding) AgentSeverity(o Origin) string {
	if o == Push {
		return f.Request
	}
	return f.Response
}

// MaxSeverity returns the worse of two severities; "" is the least.
func MaxSeverity(a, b string) string {
	for _, s := range []string{"error", "warning", "info"} {
		if a == s || b == s {
			return s
		}
	}
	return ""
}

// ExchangeFindings is what later exchanges revealed about an exchange that had ended.
type ExchangeFindings struct {
	Exchange string // id
	Findings []Finding
}
