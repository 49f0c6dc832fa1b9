package v01

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// Version is 0.1.
func Version() *version.Version {
	return &version.Version{
		Dialect: Dialect{},
		Terse:   true,
		Form:    version.Typed,
		Paths:   []version.CardPath{{Suffix: "/.well-known/agent.json", Op: a2a.GetCard}, {Suffix: "/agent-card", Op: a2a.GetCard}},
		Card:    version.Card{Unsaid: true, Fits: fits, Place: "CARD-02"},
		Calls:   version.Calls{NamesTask: true, OptionalID: true},
		Stream: version.Stream{
			Final: "SSE-05", FinalStrict: true,
			Moved: "STM-04", MovedSeverity: a2a.SeverityWarning,
			Append: "ART-02", Late: "ART-03",
		},
		Sections: version.Sections{
			Envelope: "§3.2", Request: "§6.11.1", StreamBody: "§3.3",
			Events: "§7.2", StreamEnd: "§7.2.2", Chunks: "§6.7", States: "§6.3", Errors: "§8",
			Task: "§7.1", Subscription: "§7.2", Moved: "§8.2", Place: "§5.3",
		},
		Checks: version.Checks{Task: "RES-01/id", Sent: "STM-12", Subscription: "SSE-04", Config: "PUSH-01"},
		Agent: version.Agent{
			ClientIDs: true, Reopens: true, Acknowledges: true, TextJSON: true, TypeAside: true, Named: true,
			Placeholders: true, Bare: true, StatusPush: true, PushType: "application/json",
		},
	}
}

// fits goes by the authentication, which agents of 0.1 leave null. Its other members
// are in cards of 0.2, too.
func fits(c document.Value) version.Fit {
	if c.Has("authentication") {
		return version.Marked
	}
	return version.Possible
}
