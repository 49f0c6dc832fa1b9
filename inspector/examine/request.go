package examine

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
)

// Request is how an examination was asked for, as it is kept on record.
type Request struct {
	Agent    string         `json:"agent"`            // address
	Origin   string         `json:"origin,omitempty"` // of the agent, where it is one that the console knows
	Versions []a2a.Version  `json:"versions,omitempty"`
	Bindings []a2a.Binding  `json:"bindings,omitempty"` // as versions: absent for all that the card offers
	Texts    []string       `json:"texts,omitempty"`
	Rate     float64        `json:"rate"`
	Budget   int            `json:"budget"`
	Session  string         `json:"session,omitempty"` // id of a recording that is judged, and nobody is called
	Client   *ClientRequest `json:"client,omitempty"`  // where a client was examined
	Chaos    *ChaosRequest  `json:"chaos,omitempty"`   // where conversations were held under faults
	Limit    time.Duration  `json:"limit,omitempty"`   // of a step, or of a conversation; 0 for what is usual
}

// ClientRequest is which client was examined, and how.
type ClientRequest struct {
	Program string   `json:"program,omitempty"` // that was started for each step, "" where a person was asked
	Steps   []string `json:"steps,omitempty"`   // that it was to take; absent for all
	Agents  []string `json:"agents,omitempty"`  // what it calls itself: the values of User-Agent
}

// ChaosRequest is under which faults conversations were held, and by whom.
type ChaosRequest struct {
	Presets  []string `json:"presets,omitempty"` // absent for all
	Times    int      `json:"times,omitempty"`
	Seed     int64    `json:"seed,omitempty"`
	ByClient bool     `json:"by_client,omitempty"` // by a client that a person started, not the console's own
}

// Encode is the report as it is kept on record: what the list of checks says of itself is
// left out.
func (r *Report) Encode() ([]byte, error) {
	kept := *r
	if r.Checks != nil {
		checks := *r.Checks
		checks.Checks = make([]verdict.Check, len(r.Checks.Checks))
		for i, c := range r.Checks.Checks {
			c.Check = check.Check{ID: c.ID}
			checks.Checks[i] = c
		}
		kept.Checks = &checks
	}
	out, err := json.Marshal(kept)
	if err != nil {
		return nil, fmt.Errorf("write the report: %w", err)
	}
	return out, nil
}

// Decode reads what Encode wrote. Checks that the list does not have any more are left out.
func Decode(kept []byte) (*Report, error) {
	var r Report
	if err := json.Unmarshal(kept, &r); err != nil {
		return nil, fmt.Errorf("read the report: %w", err)
	}
	if r.Checks != nil {
		var known []verdict.Check
		for _, c := range r.Checks.Checks {
			if of, ok := check.ByID(c.ID); ok {
				c.Check = of
				known = append(known, c)
			}
		}
		r.Checks.Checks = known
	}
	return &r, nil
}
