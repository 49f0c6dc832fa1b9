package dialect

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/evidence"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// ReadCard reads an Agent Card of any version. It returns the versions that the card serves, oldest first,
// and problems by its version's rules. A card for old and new clients is read in the newest version whose
// form it has; its interfaces for old clients come last. The card is nil when the body holds none.
func ReadCard(body []byte) (*a2a.Card, []a2a.Version, []a2a.Problem) {
	doc := document.Load(body, "CARD-01/json", "1.0 §14.3")
	if doc.Unreadable {
		return nil, nil, doc.Problems
	}
	v := document.ValueOf(doc.Text)
	if !v.IsKind('{') {
		return nil, nil, append(doc.Problems, document.Problem("CARD-01/json", a2a.SeverityError, "$", v, "1.0 §14.3",
			"the body is "+document.TypeName(v)+"; an Agent Card is one JSON object"))
	}
	if seems := evidence.DescribeOtherKind(v); seems != "" {
		return nil, nil, append(doc.Problems, document.Problem("CARD-01/other", a2a.SeverityError, "$", v, "1.0 §14.3",
			"not an Agent Card: this seems to be "+seems))
	}
	versions, _ := evidence.CardVersions(v)
	in := cardVersion(v, versions)
	card, ps := in.ReadCard(doc.Text)
	if card == nil {
		return nil, nil, append(doc.Problems, doc.Relocate(ps)...)
	}
	card.Raw = body
	switch {
	case in.Card.Interfaces:
		if said, ok := registry.ParseVersion(v.Get("protocolVersion").Text()); ok && listsInterfaces(said) && !slices.ContainsFunc(card.Interfaces, func(i a2a.Interface) bool { return i.Version == said }) {
			ps = append(ps, document.Problem("CARD-08/version", a2a.SeverityWarning, "$.protocolVersion", v.Get("protocolVersion"), "1.0 §4.4.1",
				"the card's protocolVersion is "+string(said)+", but none of its supportedInterfaces has that version; clients go by the interfaces"))
		}
		addOldHalf(card, v, doc.Text)
	case len(versions) > 0 && listsInterfaces(versions[0]):
		for i := range card.Interfaces {
			card.Interfaces[i].Version = versions[0]
		}
		ps = append(ps, document.Problem("CARD-08", a2a.SeverityError, "$.protocolVersion", v.Get("protocolVersion"), "1.0 §4.4.1",
			"the card's protocolVersion is "+string(versions[0])+", but it has a url and no supportedInterfaces; it is read as a card of "+string(in.Version())))
	case ambiguous(versions):
		card.Interfaces = either(card.Interfaces, versions)
	}
	return card, versions, append(doc.Problems, doc.Relocate(ps)...)
}

func listsInterfaces(name a2a.Version) bool {
	v, ok := registry.ByName(name)
	return ok && v.Card.Interfaces
}

// ambiguous reports whether a card may be of several versions, all of which let cards omit their version.
func ambiguous(versions []a2a.Version) bool {
	return len(versions) > 1 && !slices.ContainsFunc(versions, func(name a2a.Version) bool {
		v, ok := registry.ByName(name)
		return !ok || !v.Card.MayOmitVersion
	})
}

// either returns the interfaces of an ambiguous card once per version, newest first because more agents speak
// those.
func either(first []a2a.Interface, versions []a2a.Version) []a2a.Interface {
	var out []a2a.Interface
	for _, v := range slices.Backward(versions) {
		for _, i := range first {
			i.Version = v
			out = append(out, i)
		}
	}
	return out
}

// cardVersion returns the version to read a card in. If the card lists interfaces, that is the newest one it
// serves with that form, else the oldest that its url speaks.
func cardVersion(c document.Value, versions []a2a.Version) *version.Version {
	if !evidence.Interfaces(c).Get("0").Present() && c.Get("url").Present() {
		return newestForm(false, versions[:min(len(versions), 1)])
	}
	return newestForm(true, versions)
}

// newestForm returns the newest of versions whose cards list interfaces or, without lists, have a url.
// If versions has none, it is the newest of all.
func newestForm(lists bool, versions []a2a.Version) *version.Version {
	for _, name := range slices.Backward(versions) {
		if v, ok := registry.ByName(name); ok && v.Card.Interfaces == lists {
			return v
		}
	}
	all := registry.Versions()
	return all[max(slices.IndexFunc(all, func(v *version.Version) bool { return v.Card.Interfaces == lists }), 0)]
}

// addOldHalf adds the interfaces that a card has for clients before 1.0.
func addOldHalf(card *a2a.Card, c document.Value, text []byte) {
	if c.Get("url").Text() == "" {
		return
	}
	versions, _ := evidence.URLVersions(c)
	old, _ := newestForm(false, versions[:min(len(versions), 1)]).ReadCard(text)
	if old == nil {
		return
	}
	there := map[a2a.Interface]bool{} // a map, since cards may list a great many
	isNew := func(i a2a.Interface) bool {
		key := a2a.Interface{URL: i.URL, Version: i.Version, Binding: i.Binding}
		known := there[key]
		there[key] = true
		return !known
	}
	for _, i := range card.Interfaces {
		isNew(i)
	}
	for _, i := range old.Interfaces {
		if isNew(i) {
			card.Interfaces = append(card.Interfaces, i)
		}
	}
}

func readCardResponse(id a2a.Identity, resp Message) a2a.Reading {
	out := binding.Reading(id, a2a.KindNone, resp.Body)
	why := ""
	switch {
	case resp.Status == http.StatusNotModified:
		out.Kind = a2a.KindEmpty
		return out
	case resp.Status != 0 && !BringsCard(resp.Status):
		why = binding.StatusLine(resp.Status)
	default:
		why = noCard(resp.Body)
	}
	if why != "" {
		out.Problems = []a2a.Problem{document.Unplaced("CARD-01", a2a.SeverityInfo, "1.0 §14.3", "no card here: "+why)}
		return out
	}
	card, versions, ps := ReadCard(resp.Body)
	if len(versions) > 0 && len(out.Dialect) == 0 {
		out.Dialect = versions
	}
	if t := wire.MediaType(resp.Header); card != nil && t != "application/json" && !strings.HasSuffix(t, "+json") {
		ps = append(ps, document.Problem("CARD-01", a2a.SeverityWarning, "$", document.Value{}, "1.0 §14.3",
			"the card is served as "+document.QuoteShort(resp.Header.Get("Content-Type"))+"; expected application/json"))
	}
	out.Problems = ps
	if card != nil {
		out.Kind, out.Card = a2a.KindCard, card
		out.Result = &a2a.Result{Card: card}
	}
	return out
}

// BringsCard reports whether a response with this status holds a complete card. 203 means that a
// proxy changed it.
func BringsCard(status int) bool {
	return status == http.StatusOK || status == http.StatusNonAuthoritativeInfo
}

// noCard explains why a body with status 200 is not a card, "" when it may be one: agents that take JSON-RPC
// at every path answer any GET with a JSON-RPC error.
func noCard(body []byte) string {
	e := document.Open(document.Load(body, "", ""))
	if !e.Answer() || !e.Err.IsKind('{') {
		return ""
	}
	return fmt.Sprintf("a JSON-RPC error, %s %s", document.Quote(e.Err.Get("code")), document.Quote(e.Err.Get("message")))
}

// IsCard reports whether a response to this request is an Agent Card, extended or not. Status, body
// and request decide; while resp's body is missing, the request's path or method does.
func IsCard(req, resp Message) bool {
	if resp.Status != 0 && !BringsCard(resp.Status) {
		return false
	}
	if !bytes.Contains(req.Body, []byte("Extended")) && !bytes.Contains(req.Body, []byte(`\u`)) {
		req.Body = nil // another method: do not parse every request
	}
	r := binding.NewRequest(req, Hint{})
	id := identify(r, &document.Envelope{})
	asked := id.Op == a2a.GetExtendedCard || id.Op == a2a.GetCard
	if _, ended := bindingOf(id.Binding).ReadEnd(id, Message{Header: resp.Header}); ended || len(resp.Body) == 0 {
		return asked && !ended
	}
	e := document.Open(document.Load(resp.Body, "", ""))
	if e.Answer() {
		return id.Op == a2a.GetExtendedCard && evidence.IsCard(e.Result)
	}
	return (asked && id.Binding != a2a.JSONRPC || r.IsRead()) && evidence.IsCard(e.Value)
}

// UnionCard writes a card for clients of two versions: the older version's card plus the members that only
// the newer one has. SDKs serve such a card to clients that name no version.
func UnionCard(older, newer a2a.Dialect, card, newerCard *a2a.Card) (json.RawMessage, error) {
	a, _, err := older.EncodeCard(card)
	if err != nil {
		return nil, fmt.Errorf("write the card of version %s: %w", older.Version(), err)
	}
	b, _, err := newer.EncodeCard(newerCard)
	if err != nil {
		return nil, fmt.Errorf("write the card of version %s: %w", newer.Version(), err)
	}
	return merged(a, b), nil
}

// merged adds to a the members of b that it lacks, recursively in objects that both have.
func merged(a, b json.RawMessage) json.RawMessage {
	own, ok := jsonrepair.Object(a)
	more, both := jsonrepair.Object(b)
	if !ok || !both {
		return a
	}
	for _, m := range more {
		i := slices.IndexFunc(own, func(o jsonrepair.Member) bool { return o.Name == m.Name })
		if i < 0 {
			own = append(own, m)
		} else {
			own[i].Value = merged(own[i].Value, m.Value)
		}
	}
	return document.ObjectOf(own)
}
