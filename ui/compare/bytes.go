package compare

import (
	"net/http"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/tape"
	"github.com/a2a-console/a2a-console/ui/web"
)

func (s *Screen) compareBytes(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	v := bytesView{Side: wire.Response, A: q.Get("a"), B: q.Get("b")}
	if q.Get("side") == "request" {
		v.Side = wire.Request
	}
	for _, o := range []struct {
		id string
		to *[]byte
	}{{v.A, &v.DataA}, {v.B, &v.DataB}} {
		x, err := s.Library.Exchange(r.Context(), o.id)
		if err != nil {
			return record.ErrNoExchange()
		}
		body, err := tape.SideBody(r.Context(), s.Library, x, v.Side)
		if err != nil {
			return err
		}
		*o.to = body[:min(len(body), maxBodyBytes)]
		v.Cut = v.Cut || len(body) > maxBodyBytes
	}
	return s.Web.Page(w, r, web.Page{Title: "Bytes", Screen: "traffic", Styles: []string{"comparison", "compare"}, Body: bytesBody(v)})
}

const maxBodyBytes = 256 << 10 // bytes of each body that are shown

type bytesView struct {
	Side         wire.Side
	A, B         string
	DataA, DataB []byte
	Cut          bool
}
