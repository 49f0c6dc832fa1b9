package traffic

import (
	"context"
	"errors"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/host"
	"github.com/a2a-console/a2a-console/ui/list"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

// unreadable is a record that has versions but cannot be read.
type unreadable struct {
	host.Library
	host.Desk
}

func (unreadable) Versions(context.Context) (wire.Versions, error) { return wire.Versions{}, nil }
func (unreadable) Current() wire.Session                           { return wire.Session{ID: "s"} }
func (unreadable) Samples(context.Context, wire.Filter, int, time.Duration) (wire.SampleSet, error) {
	return wire.SampleSet{}, errors.New("the disk is gone")
}

// TestTotalsAreReadAgain: after a failure, the next drawing counts the tasks again.
func TestTotalsAreReadAgain(t *testing.T) {
	var l unreadable
	v := &totalsView{s: &Screen{Lists: &list.Lists{Desk: l, Samples: &record.Sampler{Library: l}}}, tasks: &tasksView{changed: true}}
	for range 2 {
		if err := v.Draw(t.Context(), web.NewPatches(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))); err == nil {
			t.Error("it was not tried")
		}
	}
}
