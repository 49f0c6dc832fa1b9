package examine

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/a2a-console/a2a-console/inspector/verdict"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/check"
)

// Request is a request for an examination, as the recording stores it.
type Request struct {
	Agent    string         `json:"agent"`            // the agent's address
	Origin   string         `json:"origin,omitempty"` // of the agent, if the console knows it
	Versions []a2a.Version  `json:"versions,omitempty"`
	Bindings []a2a.Binding  `json:"bindings,omitempty"` // like Versions, empty for all that the card offers
	Texts    []string       `json:"texts,omitempty"`
	Rate     float64        `json:"rate"`
	Budget   int            `json:"budget"`
	Session  string         `json:"session,omitempty"` // id of a recording to judge, without any calls
	Client   *ClientRequest `json:"client,omitempty"`  // set when a client is examined
	Chaos    *ChaosRequest  `json:"chaos,omitempty"`   // set for conversations under faults
	Limit    time.Duration  `json:"limit,omitempty"`   // per step or conversation; 0 means the default
}

// ClientRequest says which client to examine, and how.
type ClientRequest struct {
	Program string   `json:"program,omitempty"` // started for each step; "" to ask a person
	Steps   []string `json:"steps,omitempty"`   // to take; empty for all
	Agents  []string `json:"agents,omitempty"`  // values of User-Agent that the client sent
}

// ChaosRequest says under which faults to run conversations, and with which client.
type ChaosRequest struct {
	Presets  []string `json:"presets,omitempty"` // empty for all
	Times    int      `json:"times,omitempty"`
	Seed     int64    `json:"seed,omitempty"`
	ByClient bool     `json:"by_client,omitempty"` // a person starts the client; otherwise it is the console's own
}

// Encode returns the report as the recording stores it, without the descriptions of checks, which Decode adds
// again.
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

// Decode decodes a report from Encode. It drops checks that no longer exist.
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
