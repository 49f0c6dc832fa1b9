package dialect

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/evidence"
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
// one has the offset -1, since it is not where it was. A body that is not a card in
// strict JSON comes back as is.
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
	text := bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
	if !json.Valid(text) {
		return body, nil, false
	}
	card, path := document.ValueOf(text), "$"
	mark := int64(len(body) - len(text))
	if card.Has("jsonrpc") {
		card, path = card.Get("result"), "$.result"
	}
	if !evidence.IsCard(card) {
		return body, nil, false
	}
	signed = card.Get("signatures", "0").Present()
	from := int64(0)
	for _, u := range cardURLs(card, path) {
		url, at := u.Text(), mark+u.At
		found = append(found, CardURL{URL: url, Path: u.path, Offset: at + 1, Length: int64(len(u.Raw)) - 2})
		if to, ok := swap(url); ok && to != url {
			out = append(out, body[from:at]...)
			out = append(out, document.Quoted(to)...)
			from = at + int64(len(u.Raw))
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
	card.Each(func(name string, v document.Value) bool {
		switch {
		case name == "url" && v.Is('"'):
			all = append(all, placed{v, path + ".url"})
		case (name == "supportedInterfaces" || name == "additionalInterfaces") && v.Is('['):
			v.Each(func(i string, entry document.Value) bool {
				entry.Each(func(member string, u document.Value) bool {
					if member == "url" && u.Is('"') && entry.Is('{') {
						all = append(all, placed{u, path + "." + name + "[" + i + "].url"})
					}
					return true
				})
				return true
			})
		}
		return true
	})
	return all
}
