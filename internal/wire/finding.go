package wire

import "slices"

// Finding is what an exchange has wrong by one check. A check is a rule of the list of
// checks, named by its id.
type Finding struct {
	Check    string
	Severity string // of the worst: "error", "warning", "info"
	Count    int    // in how many places
	Times    int    // how often: a place of several events counts for each

	// Request and Response are the severity of the worst in the bytes of each side, "" where
	// that side breaks nothing: whose bytes break a rule is at fault.
	Request, Response string

	// CrossFindings are those of Count that only show beside other exchanges. What one
	// exchange shows by itself is read again from its bytes.
	CrossFindings []CrossFinding
}

// CrossFinding is a finding that only shows beside other exchanges.
type CrossFinding struct {
	Severity string
	Message  string
	Side     Side   // Request or Response
	Frame    int    // of the response, from 0; -1: it is of no one frame
	Path     string // within the document: "$.result.id"
	Spec     string // where the rule stands
	Times    int
	Others   []string // ids of the exchanges that show it, beside this one
}

// Add joins what else is found by the same check.
func (f *Finding) Add(more Finding) {
	if len(more.CrossFindings) > 0 && !slices.ContainsFunc(more.CrossFindings, func(a CrossFinding) bool { return !f.has(a) }) {
		return // two programs may tell of the same
	}
	f.Severity = MaxSeverity(f.Severity, more.Severity)
	f.Request, f.Response = MaxSeverity(f.Request, more.Request), MaxSeverity(f.Response, more.Response)
	f.Count += more.Count
	f.Times += more.Times
	f.CrossFindings = append(f.CrossFindings, more.CrossFindings...)
}

// has reports whether it was found before beside other exchanges.
func (f *Finding) has(a CrossFinding) bool {
	return slices.ContainsFunc(f.CrossFindings, func(have CrossFinding) bool {
		return have.Message == a.Message && have.Side == a.Side && have.Frame == a.Frame && have.Path == a.Path
	})
}

// Blame adds a severity to the side whose bytes show it.
func (f *Finding) Blame(side Side, severity string) {
	if side == Request {
		f.Request = MaxSeverity(f.Request, severity)
		return
	}
	f.Response = MaxSeverity(f.Response, severity)
}

// AgentSeverity is the severity of the worst in what the agent sent in an exchange of an origin: the
// response, but the request of a push notification. "" says that the other side is at fault.
func (f *Finding) AgentSeverity(o Origin) string {
	if o == Push {
		return f.Request
	}
	return f.Response
}

// MaxSeverity is the worse of two severities; "" is none.
func MaxSeverity(a, b string) string {
	for _, s := range []string{"error", "warning", "info"} {
		if a == s || b == s {
			return s
		}
	}
	return ""
}

// ExchangeFindings is what is found wrong with an exchange that is over, by what came after it.
type ExchangeFindings struct {
	Exchange string // id
	Findings []Finding
}
