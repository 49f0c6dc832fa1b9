package dialect

import (
	"bytes"
	"encoding/json"

	"github.com/a2a-console/a2a-console/internal/a2a/lenient"
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
// signed, which a rewrite breaks. The card may stand in the result of a
// JSON-RPC response. A body that is not a card in strict JSON comes back as is.
func RewriteCard(body []byte, swap func(string) (string, bool)) (out []byte, found []CardURL, signed bool) {
	text := bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
	if !json.Valid(text) {
		return body, nil, false
	}
	card, path := whole(text), "$"
	card.at += int64(len(body) - len(text))
	if card.has("jsonrpc") {
		card, path = card.get("result"), "$.result"
	}
	if !isCard(card) {
		return body, nil, false
	}
	signed = card.get("signatures", "0").present()
	from := int64(0)
	for _, u := range cardURLs(card, path) {
		url := u.text()
		found = append(found, CardURL{URL: url, Path: u.path, Offset: u.at + 1, Length: int64(len(u.raw)) - 2})
		if to, ok := swap(url); ok && to != url {
			out = append(out, body[from:u.at]...)
			out = append(out, quoted(to)...)
			from = u.at + int64(len(u.raw))
		}
	}
	if out == nil {
		return body, found, signed
	}
	return append(out, body[from:]...), found, signed
}

type placed struct {
	value
	path string
}

// cardURLs lists the URLs of a card's interfaces in the order of its bytes,
// those of members that occur twice included.
func cardURLs(card value, path string) []placed {
	var all []placed
	members, _ := lenient.Object(card.raw)
	for _, m := range members {
		v := value{raw: m.Value, at: card.at + m.Offset}
		switch {
		case m.Name == "url" && v.is('"'):
			all = append(all, placed{v, path + ".url"})
		case (m.Name == "supportedInterfaces" || m.Name == "additionalInterfaces") && v.is('['):
			v.each(func(i string, entry value) bool {
				entry.each(func(name string, u value) bool {
					if name == "url" && u.is('"') && entry.is('{') {
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
