package wire

import "time"

// Rule is a rule of intervention as it is kept with a session: WHEN => ACTION. Package
// proxy/rule reads the text.
type Rule struct {
	ID            string    `json:"id"` // UUIDv7
	Text          string    `json:"text"`
	On            bool      `json:"on"`
	Preset        string    `json:"preset,omitempty"` // name of the preset that it came with, "" for none
	Created       time.Time `json:"made,omitzero"`
	Removed       time.Time `json:"removed,omitzero"`  // when it was taken out of force; zero for a rule that is in force. Kept are those that had fired, at most MostRemoved
	Fired         int64     `json:"fired,omitempty"`   // how often it did something in the session
	LastExchanges []string  `json:"last_on,omitempty"` // ids of the exchanges that it did something to last, newest first, at most RuleKeeps
	Problem       string    `json:"problem,omitempty"` // why the rule could not do something the last time, "" for nothing
}

// Bounds on rules.
const (
	MaxRuleExchanges = 20      // ids in LastExchanges
	MaxRuleBytes     = 8 << 10 // bytes of a rule's text
	MaxRules         = 200     // in force at a time

	MaxRemovedRules  = 1000   // that a session keeps of those that were removed, the newest
	MaxExportedRules = 10_000 // in a file
)
