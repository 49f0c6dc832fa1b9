package tape

import (
	"context"
	"fmt"
	"net/http"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/web"
)

func (s *Tapes) CopyBytes(ctx context.Context, w http.ResponseWriter, id string, side wire.Side) error {
	for from := int64(0); ; {
		chunks, err := s.Library.Chunks(ctx, id, side, from, ReadStep)
		if err != nil {
			return fmt.Errorf("read the bytes of %s: %w", id, err)
		}
		for _, c := range chunks {
			if _, err := w.Write(c.Data[min(max(from-c.Offset, 0), int64(len(c.Data))):]); err != nil {
				return nil // the browser is gone
			}
			from = c.Offset + int64(len(c.Data))
		}
		if len(chunks) == 0 {
			return nil
		}
	}
}

func SideNamed(name string) (wire.Side, bool) {
	side, ok := map[string]wire.Side{
		"request": wire.Request, "response": wire.Response, "request-sent": wire.RequestSent, "response-sent": wire.ResponseSent,
	}[name]
	return side, ok
}

func SideName(side wire.Side) string {
	return [...]string{"request", "response", "request-sent", "response-sent"}[side]
}

func ErrNoPart() error {
	return web.Fail(http.StatusNotFound, "There is no such part on record.",
		"Its exchange may have been removed.", "Go back and reload the page.")
}
