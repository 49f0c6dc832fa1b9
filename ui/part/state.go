package part

import "github.com/a2a-console/a2a-console/internal/a2a"

// Tone returns the class that colours a state; "" for an unknown state.
func Tone(s a2a.State) string {
	switch s {
	case a2a.Submitted:
		return "submitted"
	case a2a.Working:
		return "working"
	case a2a.InputRequired, a2a.AuthRequired:
		return "input"
	case a2a.Completed:
		return "completed"
	case a2a.Failed, a2a.Rejected:
		return "failed"
	case a2a.Canceled:
		return "canceled"
	}
	return ""
}
