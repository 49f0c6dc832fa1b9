package verdict

import "strings"

// CheckLine is the JSON line of a check for scripts.
type CheckLine struct {
	Check        string   `json:"check"`
	Level        string   `json:"level"` // must, should or info
	Result       string   `json:"result"`
	Severity     string   `json:"severity,omitempty"` // the worst of its findings: error, warning or info
	Message      string   `json:"message"`
	Path         string   `json:"path,omitempty"`
	Spec         string   `json:"spec"`
	Rule         string   `json:"rule"`
	Fix          string   `json:"fix"`
	Times        int      `json:"times"`     // findings that break it
	Notes        int      `json:"notes"`     // findings that are only worth knowing
	Applied      int      `json:"applied"`   // exchanges of its version, binding and operation
	Met          int      `json:"met"`       // those of Applied that could show a violation
	Exchanges    []string `json:"exchanges"` // evidence
	OmittedCount int      `json:"more,omitempty"`
	Muted        string   `json:"muted,omitempty"` // why it is muted, so that it never fails
}

func CheckLineOf(c *Check) CheckLine {
	l := CheckLine{
		Check: c.ID, Level: strings.ToLower(string(c.Level)), Result: string(c.Result), Severity: string(c.Severity), Message: c.Reason(), Spec: c.Section(),
		Rule: c.Rule, Fix: c.Fix(), Times: c.Times, Notes: c.Notes, Applied: c.Applied, Met: c.Met, Exchanges: []string{}, OmittedCount: c.More, Muted: c.Muted,
	}
	if len(c.Shown) > 0 {
		l.Path, l.Exchanges = c.Shown[0].Path, c.Exchanges
	}
	return l
}
