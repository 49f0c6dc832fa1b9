package v03

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// Version is 0.3 over JSON-RPC. Its other bindings are those of package v03p.
func Version() *version.Version {
	return &version.Version{
		Dialect: Dialect{},
		Form:    version.Kinded, Negotiated: true,
		Drafts: []version.Draft{
			{Method: "tasks/list", Op: a2a.ListTasks, From: "a draft that followed 0.3", Spec: "0.3 §3.5.6"},
			{Method: "agent/authenticatedExtendedCard", Op: a2a.GetExtendedCard, From: "0.3 §11.1.3, which contradicts §7.10", Spec: "0.3 §7.10"},
		},
		Paths: []version.CardPath{{Suffix: "/.well-known/agent-card.json", Op: a2a.GetCard}},
		Card:  version.Card{Transport: true, Fits: fits, Place: "CARD-03", Signed: true},
		Calls: version.Calls{VoidDelete: true},
		Stream: version.Stream{
			Final: "SSE-09", Early: "SSE-10", Messages: true, Whole: true,
			Moved: "STM-01", MovedSeverity: a2a.SeverityError,
			Append: "ART-05", Late: "ART-06",
		},
		Sections: version.Sections{
			Envelope: "§3.2", Request: "§6.11.1", StreamBody: "§3.3",
			Events: "§7.2", StreamEnd: "§7.2.2", Chunks: "§7.2.3", States: "§6.3", Errors: "§8", Delete: "§7.8",
			Task: "§7.3", Subscription: "§7.9", Moved: "§7.2.2", Extensions: "extensions", Place: "§5.3",
		},
		Checks: version.Checks{Task: "RES-11", Subscription: "SSE-17", Extensions: "HDR-06/name"},
		Agent: version.Agent{
			MessageIDs: true, History: true, Snapshot: true, Refuses: true, Replies: true, Extensions: true,
			Placeholders: true, StatusPush: true, TypeAside: true, PushType: "application/json",
		},
	}
}

func fits(c document.Value) version.Fit {
	if Later(c) || Described(c) {
		return version.Marked
	}
	return version.No
}

// Described finds members that cards of 0.2 and 0.3 have, and those of 0.1 not.
func Described(c document.Value) bool {
	return c.Has("preferredTransport") || c.Has("additionalInterfaces") || c.Has("supportsAuthenticatedExtendedCard") ||
		c.Get("capabilities").Has("extensions") || c.Has("iconUrl") ||
		!c.Get("securitySchemes").Null() || !c.Get("security").Null()
}

// Later finds members that only cards of 0.3 have. A protocolVersion that says nothing
// is one: SDKs of 0.2 leave it out, those of 0.3 may write "".
func Later(c document.Value) bool {
	if v := c.Get("protocolVersion"); c.Has("signatures") || v.Is('"') && v.Text() == "" {
		return true
	}
	found := false
	c.Get("skills").Each(func(_ string, s document.Value) bool {
		found = s.Has("security")
		return !found
	})
	c.Get("securitySchemes").Each(func(_ string, s document.Value) bool {
		found = found || s.Has("oauth2MetadataUrl") || strings.EqualFold(s.Get("type").Text(), "mutualTLS")
		return !found
	})
	return found
}
