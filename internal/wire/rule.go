package wire

import "time"

// Rule is an intervention rule stored with a session: WHEN => ACTION. Package proxy/rule parses the text.
type Rule struct {
	ID            string    `json:"id"` // UUIDv7
	Text          string    `json:"text"`
	On            bool      `json:"on"`
	Preset        string    `json:"preset,omitempty"` // name of the preset that it belongs to, "" for none
	Created       time.Time `json:"made,omitzero"`
	Removed       time.Time `json:"removed,omitzero"`  // when it was removed; zero while it is in force. Only rules that had fired are kept, at most MaxRemovedRules
	Fired         int64     `json:"fired,omitempty"`   // how often it acted in the session
	LastExchanges []string  `json:"last_on,omitempty"` // ids of the last exchanges that it acted on, newest first, at most MaxRuleExchanges
	Problem       string    `json:"problem,omitempty"` // why the rule failed to act the last time, "" if it did not fail
}

// Bounds on rules.
const (
	MaxRuleExchanges = 20      // ids in LastExchanges
	MaxRuleBytes     = 8 << 10 // bytes of a rule's text
	MaxRules         = 200     // in force at the same time

	MaxRemovedRules  = 1000   // removed rules that a session keeps, the newest
	MaxExportedRules = 10_000 // in a file
)
