package dialect

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/a2a-console/a2a-console/a2a"
)

// ReadCard reads an Agent Card in whatever version it is written, with the
// versions it serves, oldest first, and problems for members its version
// requires. A card that serves old and new clients is read in the newest
// version it has a form for; the url of its old half is then the last of the
// Interfaces. The card is nil when the body holds none.
func ReadCard(body []byte) (*a2a.Card, []a2a.Version, []a2a.Problem) {
	doc := load(body, "CARD-01", "1.0 §14.3")
	if doc.unreadable {
		return nil, nil, doc.problems
	}
	v := whole(doc.text)
	if !v.is('{') {
		return nil, nil, append(doc.problems, problem("CARD-01", a2a.Fault, "$", v, "1.0 §14.3",
			typeName(v)+", where an Agent Card is one JSON object"))
	}
	versions, said := cardVersions(v)
	d := cardDialect(v)
	card, ps := d.ReadCard(doc.text)
	if card == nil {
		return nil, nil, append(doc.problems, doc.home(ps)...)
	}
	card.Raw = body
	if d.Version() == a2a.V10 {
		addOldHalf(card, v)
	} else {
		ps = append(ps, setVersions(card, versions, said)...)
	}
	return card, versions, append(doc.problems, doc.home(ps)...)
}

// cardDialect is the dialect to read a card in: 1.0 when it has interfaces,
// else 0.1, whose members the versions between have as well.
func cardDialect(c value) a2a.Dialect {
	if !c.get("supportedInterfaces", "0").present() && c.get("url").present() {
		if d, ok := For(a2a.V01); ok {
			return d
		}
	}
	return All()[0]
}

// addOldHalf adds the url that a card keeps for clients before 1.0.
func addOldHalf(card *a2a.Card, c value) {
	url := c.get("url").text()
	if url == "" {
		return
	}
	versions, _ := urlVersions(c)
	version := versions[len(versions)-1]
	old := a2a.Interface{URL: url, Binding: a2a.JSONRPC, Version: version, Said: c.get("protocolVersion").text()}
	if slices.ContainsFunc(card.Interfaces, func(i a2a.Interface) bool {
		return i.URL == old.URL && i.Version == old.Version
	}) {
		return
	}
	card.Interfaces = append(card.Interfaces, old)
}

// setVersions says which version a card without interfaces serves at its url.
func setVersions(card *a2a.Card, versions []a2a.Version, said bool) []a2a.Problem {
	if len(versions) == 0 {
		return nil
	}
	oldest := versions[0]
	for i := range card.Interfaces {
		card.Interfaces[i].Version = oldest
	}
	if oldest == a2a.V01 {
		return nil
	}
	label := a2a.Identity{Versions: versions}.Label()
	why := "its shape"
	if said {
		why = "what it says"
	}
	return []a2a.Problem{noPlace("", a2a.Info, "",
		fmt.Sprintf("by %s this is a card of version %s; only what 0.1 cards have, too, is read here yet", why, label))}
}

// readCardResponse reads the answer to the fetch of a card.
func readCardResponse(id a2a.Identity, resp Message) a2a.Reading {
	out := reading(id, a2a.KindNone, resp.Body)
	switch {
	case resp.Status == http.StatusNotModified:
		out.Kind = a2a.KindEmpty
		return out
	case resp.Status != 0 && resp.Status != http.StatusOK:
		out.Problems = []a2a.Problem{noPlace("CARD-01", a2a.Info, "1.0 §14.3",
			fmt.Sprintf("no card here: HTTP %d %s", resp.Status, http.StatusText(resp.Status)))}
		return out
	}
	card, versions, ps := ReadCard(resp.Body)
	if len(versions) > 0 && len(out.Dialect) == 0 {
		out.Dialect = versions
	}
	out.Problems = ps
	if card != nil {
		out.Kind, out.Card = a2a.KindCard, card
		out.Result = &a2a.Result{Card: card}
	}
	return out
}

// IsCard reports whether a response to this request is an Agent Card or an
// extended card that names interfaces: by path, or by method. The status must
// be 200; resp's body may be missing yet.
func IsCard(req, resp Message) bool {
	if resp.Status != 0 && resp.Status != http.StatusOK {
		return false
	}
	r := take(req)
	_, byPath := r.cardPath()
	op, _ := named(r.env.method.text())
	if len(resp.Body) == 0 {
		return byPath || op == a2a.GetExtendedCard
	}
	e := open(load(resp.Body, "", ""))
	if e.answer() {
		return op == a2a.GetExtendedCard && isCard(e.result)
	}
	return (byPath || r.reads()) && isCard(e.value)
}
