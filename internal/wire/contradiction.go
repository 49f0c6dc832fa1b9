package wire

import (
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// StatusContradiction returns the evidence in a request that refutes an HTTP status blaming how the request
// was sent, or "" if the status may be right. takes is the media type of the expected response; reads are the
// media types that the responder must accept (RFC 9110 §15.5).
func StatusContradiction(method string, req, resp Head, takes string, reads ...string) string {
	none := func(names ...string) bool {
		return !slices.ContainsFunc(names, func(name string) bool { return req.Header.Get(name) != "" })
	}
	switch resp.Status {
	case http.StatusMethodNotAllowed:
		allow := strings.Join(resp.Header.Values("Allow"), ",")
		if slices.Contains(strings.FieldsFunc(allow, func(r rune) bool { return r == ',' || r == ' ' }), method) {
			return "its own header Allow lists " + method
		}
	case http.StatusNotAcceptable:
		refuses := strings.Contains(req.Header.Get("Accept-Encoding"), "q=0") || !none("Accept-Language", "Accept-Charset")
		if !refuses && accepts(strings.Join(req.Header.Values("Accept"), ","), takes) {
			return "the request accepts " + takes
		}
	case http.StatusLengthRequired:
		if !none("Content-Length") {
			return "the request has the header Content-Length"
		}
	case http.StatusPreconditionFailed:
		if none("If-Match", "If-None-Match", "If-Modified-Since", "If-Unmodified-Since", "If-Range") {
			return "the request has no conditional header"
		}
	case http.StatusUnsupportedMediaType:
		t, params, err := mime.ParseMediaType(req.Header.Get("Content-Type"))
		if err == nil && slices.Contains(reads, t) && none("Content-Encoding") && (params["charset"] == "" || strings.EqualFold(params["charset"], "utf-8")) {
			return "the request has the Content-Type " + t
		}
	case http.StatusExpectationFailed:
		if none("Expect") {
			return "the request has no header Expect"
		}
	}
	return ""
}

// accepts reports whether an Accept header takes a media type (RFC 9110 §12.5.1).
func accepts(accept, media string) bool {
	major, _, _ := strings.Cut(media, "/")
	taken := strings.TrimSpace(accept) == ""
	for part := range strings.SplitSeq(accept, ",") {
		t, params, err := mime.ParseMediaType(part)
		if err != nil || t != media && t != major+"/*" && t != "*/*" {
			continue
		}
		if q, err := strconv.ParseFloat(params["q"], 64); err == nil && q == 0 {
			return false
		}
		taken = true
	}
	return taken
}
