package dialect

import (
	"bytes"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonrepair"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// CardURL is a URL found in a card, with its place in the card's bytes, quotes
// left out.
type CardURL struct {
	URL    string
	Path   string // JSON path
	Offset int64
	Length int64
}

// RewriteCard replaces the interface URLs of a card (and nothing else: the
// other bytes stay as they were) by what swap returns; swap's false leaves one
// alone. It returns the new bytes, all URLs found, and whether the card is
// signed, which a rewrite breaks. url is what was called, h the answer's headers. The
// card may stand in the result of a JSON-RPC response, or be a message of gRPC; a URL in
// one has the offset -1, since it is not where it was. What clients can still read is
// rewritten where it stands: JSON with flaws keeps them. A body that is no card comes back
// as is.
func RewriteCard(url string, h http.Header, body []byte, swap func(string) (string, bool)) (out []byte, found []CardURL, signed bool) {
	if id := Identify(Message{Method: http.MethodPost, URL: url, Header: h}, Message{}, Hint{}); id.Op != a2a.GetExtendedCard {
		return rewriteJSON(body, swap)
	}
	out, ok := spliced(url, wire.Response, h, body, func(path, text string) (string, bool) {
		first, _, _ := strings.Cut(path, ".")
		if signed = signed || first == "signatures"; !slices.Contains([]string{"url", "supportedInterfaces.url", "additionalInterfaces.url"}, path) {
			return "", false
		}
		found = append(found, CardURL{URL: text, Path: "$." + path, Offset: -1, Length: int64(len(text))})
		return swap(text)
	})
	if ok {
		return out, found, signed
	}
	return rewriteJSON(body, swap)
}

// rewriteJSON is RewriteCard for a body that is JSON.
func rewriteJSON(body []byte, swap func(string) (string, bool)) (out []byte, found []CardURL, signed bool) {
	doc, err := jsonrepair.Read(body)
	if err != nil {
		return body, nil, false
	}
	card, path := document.ValueOf(doc.JSON), "$"
	if card.Has("jsonrpc") {
		card, path = card.Get("result"), "$.result"
	}
	if !slices.ContainsFunc([]string{"name", "skills", "capabilities", "version"}, card.Has) {
		return body, nil, false
	}
	signed = card.Get("signatures", "0").Present()
	from := int64(0)
	for _, u := range cardURLs(card, path) {
		url, at, end := u.Text(), doc.Origin(u.At), doc.Origin(u.At+int64(len(u.Raw)))
		if !bytes.Equal(body[at:end], u.Raw) {
			continue // the URL itself was repaired
		}
		found = append(found, CardURL{URL: url, Path: u.path, Offset: at + 1, Length: end - at - 2})
		if to, ok := swap(url); ok && to != url {
			out = append(out, body[from:at]...)
			out = append(out, document.Quoted(to)...)
			from = end
		}
	}
	if out == nil {
		return body, found, signed
	}
	return append(out, body[from:]...), found, signed
}

type placed struct {
	document.Value
	path string
}

// cardURLs lists the URLs of a card's interfaces in the order of its bytes,
// those of members that occur twice included.
func cardURLs(card document.Value, path string) []placed {
	var all []placed
	members, _ := jsonrepair.Object(card.Raw)
	for _, m := range members {
		v := document.Value{Raw: m.Value, At: card.At + m.Offset}
		switch {
		case m.Name == "url" && v.Is('"'):
			all = append(all, placed{v, path + ".url"})
		case slices.Contains([]string{"supportedInterfaces", "supported_interfaces", "additionalInterfaces", "additional_interfaces"}, m.Name) && v.Is('['):
			v.Each(func(i string, entry document.Value) bool {
				entry.Each(func(name string, u document.Value) bool {
					if name == "url" && u.Is('"') && entry.Is('{') {
						all = append(all, placed{u, path + "." + m.Name + "[" + i + "].url"})
					}
					return true
				})
				return true
			})
		}
	}
	return all
}
