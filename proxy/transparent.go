package proxy

import (
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
)

// This file keeps net/http from adding headers to messages that pass, and from removing any.
// docs/tap.md lists what cannot be prevented.
//
// net/http looks up the headers it cares about by their canonical names, and writes any name as it is in the
// map: a value under a lower-case name goes out unchanged.

// restoreWritten restores in an outgoing request what net/http would leave out or write differently.
func restoreWritten(p *httputil.ProxyRequest) {
	h := p.Out.Header
	if agents := p.In.Header["User-Agent"]; len(agents) > 1 || len(agents) == 1 && agents[0] == "" {
		h["User-Agent"], h["user-agent"] = []string{""}, agents // net/http writes one value, and omits an empty one
	}
	if length, ok := p.In.Header["Content-Length"]; ok && p.In.ContentLength == 0 {
		switch p.In.Method {
		case http.MethodPost, http.MethodPut, http.MethodPatch: // net/http writes it itself
		default:
			h["content-length"] = length
		}
	}
	if path, _, _ := strings.Cut(p.In.RequestURI, "?"); p.Out.URL.Opaque == "" && strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "//") && needsEscape(path) {
		p.Out.URL.Opaque = path
	}
}

// needsEscape reports whether net/url would escape characters of a path.
func needsEscape(path string) bool {
	for i := range len(path) {
		switch c := path[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '/', strings.IndexByte("-._~%!$&'()*+,;=:@", c) >= 0:
		default:
			return true
		}
	}
	return false
}

// transparentURL returns a request's URL with the path that restoreWritten moved to Opaque, for people and
// URL parsers.
func transparentURL(u *url.URL) *url.URL {
	if !strings.HasPrefix(u.Opaque, "/") {
		return u
	}
	plain := *u
	plain.Opaque = ""
	return &plain
}

// announceTrailers makes a request with a chunked body announce the trailers that the client
// announced, in its words, and send all that arrive. net/http sends only those that it knows before
// the body, and lists them itself. Over HTTP/2 no others can be sent.
func (x *flow) announceTrailers(out *http.Request) {
	if x.in == nil || out.ContentLength >= 0 || out.ProtoMajor != 1 || out.URL.Scheme != "http" {
		return
	}
	if names := trailerNames(x.in.head, out.Header, out.Trailer); len(names) > 0 {
		out.Header["trailer"] = names
	}
	out.Trailer = http.Header{}
}

// trailerNames returns the values of a message's Trailer header, which net/http removes: as they
// arrived, if the head is available.
func trailerNames(head []byte, h, trailer http.Header) []string {
	if said := h["Trailer"]; len(said) > 0 || len(trailer) == 0 {
		return said
	}
	if head != nil {
		return headerValues(head, "Trailer")
	}
	names := make([]string, 0, len(trailer))
	for name := range trailer {
		names = append(names, strings.ToLower(name))
	}
	slices.Sort(names)
	return []string{strings.Join(names, ", ")}
}

// dropInvented returns h without the header that net/http adds when it reads a message: Cache-Control if
// Pragma is no-cache. changed means that h was cloned.
func dropInvented(head []byte, h http.Header) (out http.Header, changed bool) {
	if pragma := h["Pragma"]; head == nil || len(pragma) == 0 || pragma[0] != "no-cache" || headerValues(head, "Cache-Control") != nil {
		return h, false
	}
	out = h.Clone()
	delete(out, "Cache-Control")
	return out, true
}

// restoreHeader restores the response header that net/http removes when it reads it: a Connection with close,
// and everything else that it lists.
func restoreHeader(head []byte, resp *http.Response) {
	if _, there := resp.Header["Connection"]; resp.Close && !there && head != nil {
		if said := headerValues(head, "Connection"); said != nil {
			resp.Header["Connection"] = said
		}
	}
}

// modifyResponse is called by the reverse proxy before it writes a response.
func modifyResponse(resp *http.Response) error {
	if resp.Request == nil {
		return nil
	}
	in, ok := resp.Request.Context().Value(inboundKey{}).(*inbound)
	if !ok {
		return nil
	}
	h := in.writer.Header()
	if resp.StatusCode == http.StatusNoContent || resp.StatusCode == http.StatusNotModified {
		moveToLower(h, resp.Header, "Content-Length") // net/http removes them
		if resp.StatusCode == http.StatusNotModified {
			moveToLower(h, resp.Header, "Content-Type")
		}
	}
	// Add nothing that the agent did not send: a name without values keeps net/http from sniffing a
	// Content-Type, adding a Date, and counting a short body.
	for _, name := range [...]string{"Content-Type", "Date", "Content-Length"} {
		if _, said := resp.Header[name]; !said {
			h[name] = nil
		}
	}
	// The reverse proxy would announce trailers in arbitrary order. It sends even trailers that it did
	// not announce.
	if len(in.announced) > 0 && resp.StatusCode != http.StatusSwitchingProtocols {
		h["trailer"] = in.announced
	}
	resp.Trailer = nil
	if in.trailersOnly != nil && (resp.ContentLength == 0 || resp.Body == http.NoBody) {
		in.trailersOnly.headOnly.Store(true)
	}
	return nil
}

func moveToLower(to, from http.Header, name string) {
	if v, ok := from[name]; ok {
		to[strings.ToLower(name)] = v
		delete(from, name)
	}
}
