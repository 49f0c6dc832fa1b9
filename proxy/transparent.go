package proxy

import (
	"net/http"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
)

// This file has what keeps net/http from adding to, and taking from, what passes.
// What it cannot be kept from is listed in docs/tap.md.
//
// net/http looks for the headers that it cares about by their canonical names, and
// writes any name as it stands in the map: a value under a name in lower case goes
// out as it is.

// restoreWritten gives a request that is about to be sent what net/http would leave out
// or write otherwise.
func restoreWritten(p *httputil.ProxyRequest) {
	h := p.Out.Header
	if agents := p.In.Header["User-Agent"]; len(agents) > 1 || len(agents) == 1 && agents[0] == "" {
		h["User-Agent"], h["user-agent"] = []string{""}, agents // net/http writes one, and none that is empty
	}
	if length, ok := p.In.Header["Content-Length"]; ok && p.In.ContentLength == 0 {
		switch p.In.Method {
		case http.MethodPost, http.MethodPut, http.MethodPatch: // net/http writes it
		default:
			h["content-length"] = length
		}
	}
	if path, _, _ := strings.Cut(p.In.RequestURI, "?"); p.Out.URL.Opaque == "" && strings.HasPrefix(path, "/") && !strings.HasPrefix(path, "//") && needsEscape(path) {
		p.Out.URL.Opaque = path
	}
}

// needsEscape reports whether a path has characters that net/url would escape.
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

// transparentURL is a request's URL with a path, for readers.
func transparentURL(u *url.URL) *url.URL {
	if !strings.HasPrefix(u.Opaque, "/") {
		return u
	}
	plain := *u
	plain.Opaque = ""
	return &plain
}

// announceTrailers has a request with a chunked body announce the trailers that the client
// announced, in its words, and send all that come. net/http sends only those that
// it knows of before the body, and lists them itself. HTTP/2 knows no others.
func (x *flow) announceTrailers(out *http.Request) {
	if x.in == nil || out.ContentLength >= 0 || out.ProtoMajor != 1 || out.URL.Scheme != "http" {
		return
	}
	if names := trailerNames(x.in.head, out.Header, out.Trailer); len(names) > 0 {
		out.Header["trailer"] = names
	}
	out.Trailer = http.Header{}
}

// trailerNames are the values of the header Trailer of a message, which net/http
// takes for itself: as they came where the head is at hand.
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

// dropInvented returns h without what net/http puts into the header of a
// message when it reads it: Cache-Control where Pragma says no-cache. changed says
// that h was cloned.
func dropInvented(head []byte, h http.Header) (out http.Header, changed bool) {
	if pragma := h["Pragma"]; head == nil || len(pragma) == 0 || pragma[0] != "no-cache" || headerValues(head, "Cache-Control") != nil {
		return h, false
	}
	out = h.Clone()
	delete(out, "Cache-Control")
	return out, true
}

// restoreHeader gives a response's header back what net/http takes out of it as it reads
// it: a Connection that says close, with all else that it lists.
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
		moveToLower(h, resp.Header, "Content-Length") // net/http takes them out
		if resp.StatusCode == http.StatusNotModified {
			moveToLower(h, resp.Header, "Content-Type")
		}
	}
	// What the agent did not say is not said for it: a name without values keeps
	// net/http from sniffing a Content-Type, from adding a Date, and from counting
	// a body that is short.
	for _, name := range [...]string{"Content-Type", "Date", "Content-Length"} {
		if _, said := resp.Header[name]; !said {
			h[name] = nil
		}
	}
	// The reverse proxy would announce trailers in any order. Those that it does
	// not know of it sends all the same.
	if len(in.announced) > 0 && resp.StatusCode != http.StatusSwitchingProtocols {
		h["trailer"] = in.announced
	}
	resp.Trailer = nil
	if in.trailersOnly != nil && (resp.ContentLength == 0 || resp.Body == http.NoBody) {
		in.trailersOnly.headOnly.Store(true)
	}
	return nil
}

// moveToLower moves a header to its name in lower case.
func moveToLower(to, from http.Header, name string) {
	if v, ok := from[name]; ok {
		to[strings.ToLower(name)] = v
		delete(from, name)
	}
}
