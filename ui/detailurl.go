package ui

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/archive"
)

// viewURL is the address of a body in another view.
func (d *detail) viewURL(b *body, view string) string {
	u := d.more("view", view)
	if b.Sent {
		u += "&sent=1"
	}
	return u
}

// rawURL is where a side's recorded bytes are.
func (d *detail) rawURL(side wire.Side) string {
	return "/exchanges/" + d.X.ID + "/raw/" + sideName(side)
}

// findingURL is where a finding can be seen in its place.
func (d *detail) findingURL(f placed) string {
	u := d.tabURL(f.Tab)
	if f.Event > 0 {
		u += "&event=" + itoa(f.Event)
	}
	return u
}

// redactionOf finds what was redacted of a header.
func redactionOf(all []wire.Redaction, name string) (wire.Redaction, bool) {
	for _, r := range all {
		if strings.HasSuffix(r.Where, ".header") && strings.EqualFold(r.Name, name) {
			return r, true
		}
	}
	return wire.Redaction{}, false
}

// noPlace are the problems that no line carries.
func noPlace(all []a2a.Problem) []a2a.Problem {
	var out []a2a.Problem
	for _, p := range all {
		if p.Offset < 0 {
			out = append(out, p)
		}
	}
	return out
}

func str(n int64) string { return strconv.FormatInt(n, 10) }

// curlText serves a request as a command.
func (s *Server) curlText(w http.ResponseWriter, r *http.Request) error {
	x, err := s.Library.Exchange(r.Context(), r.PathValue("id"))
	if err != nil {
		return errNoExchange()
	}
	body, err := sideBody(r.Context(), s.Library, x, wire.Request)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Security-Policy", sandbox)
	h.Set("Content-Type", "text/plain; charset=utf-8")
	w.Write([]byte(archive.Curl(x, body)))
	return nil
}
