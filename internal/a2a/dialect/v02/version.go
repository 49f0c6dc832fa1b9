package v02

import (
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	v03 "github.com/a2a-console/a2a-console/internal/a2a/dialect/v03"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
)

// Version is 0.2: 0.3 over JSON-RPC alone, but for its names and cards.
func Version() *version.Version {
	v := v03.Version()
	v.Dialect, v.ExtendedCard = New(), extendedCard
	v.Drafts = []version.Draft{{Method: "message/sendStream", Op: a2a.SendStreamingMessage, From: "npm's a2a-js 0.2.0", Spec: "0.2 §7.2"}}
	v.Paths = []version.CardPath{
		{Suffix: "/.well-known/agent.json", Op: a2a.GetCard},
		{Suffix: "/agent/authenticatedExtendedCard", Op: a2a.GetExtendedCard},
	}
	v.Card = version.Card{Unsaid: true, Fits: fits, Said: said, Place: "CARD-02"}
	v.Negotiated = false
	v.REST, v.GRPC = nil, nil
	return v
}

// fits goes by the members that 0.3 took over; 0.1 has complete cards, too.
func fits(c document.Value) version.Fit {
	switch {
	case v03.Later(c):
		return version.No
	case v03.Described(c):
		return version.Marked
	case c.Has("description") && c.Has("defaultInputModes") && c.Get("skills", "0").Has("tags"):
		return version.Possible
	}
	return version.No
}

// said is the version of a card that says 0.2: "0.2.9" is what 0.3's own sample says.
func said(c document.Value) a2a.Version {
	if v03.Later(c) {
		return a2a.V03
	}
	return a2a.V02
}
