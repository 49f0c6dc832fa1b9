//go:build slow

package client_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/inspector/verdict"
)

// TestSlowFlood: a client that makes calls endlessly fails, and its step ends.
func TestSlowFlood(t *testing.T) {
	b := open(t)
	b.opts.TimeLimit = time.Hour // the number of its requests ends the step
	r := b.examine(t.Context(), func(ctx context.Context, _ string) error {
		for ctx.Err() == nil {
			req, err := http.NewRequestWithContext(ctx, http.MethodPost, b.url+"/v1.0", strings.NewReader("{}"))
			if err != nil {
				return err
			}
			if res, err := http.DefaultClient.Do(req); err == nil {
				res.Body.Close()
			}
		}
		return nil
	}, "send")
	if row := r.Rows[0]; row.Result != verdict.Fail || row.Message != "the client made 1000 requests, so the step ended" {
		t.Errorf("%s: %s", row.Result, row.Message)
	}
}
