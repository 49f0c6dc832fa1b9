package settings

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/record"
	"github.com/a2a-console/a2a-console/ui/web"
)

const (
	megabyte = 1 << 20
	gigabyte = 1 << 30
	maxDays  = 36500
)

// retention is the retention setting, and the effect of changing it.
type retention struct {
	record.Usage
	Proposal       wire.Retention // the limits in the form
	Previews       bool           // Proposal is only previewed, not set
	ExcessSessions []wire.Session // sessions that Proposal does not keep, oldest first
	Removed        bool           // ExcessSessions were removed
}

// sizeFields splits a size limit into the form's number and unit.
func sizeFields(n int64) (number, unit string) {
	switch {
	case n <= 0:
		return "", "GB"
	case n%gigabyte == 0:
		return strconv.FormatInt(n/gigabyte, 10), "GB"
	}
	return strconv.FormatFloat(float64(n)/megabyte, 'g', 4, 64), "MB"
}

func daysField(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// parseRetention parses the form. An empty field means no limit.
func parseRetention(r *http.Request) (out wire.Retention, err error) {
	if v := strings.TrimSpace(r.FormValue("size")); v != "" {
		unit := float64(megabyte)
		switch r.FormValue("unit") {
		case "GB":
			unit = gigabyte
		case "B": // the exact size that was previewed
			unit = 1
		}
		n, err := strconv.ParseFloat(v, 64)
		if err != nil || !(n >= 0 && n*unit <= 1<<60) {
			return out, web.Fail(http.StatusBadRequest, "Invalid size.", "The size is not a number.", "Enter a number such as 2 or 0.5, or leave it empty for no limit.")
		}
		out.Bytes = int64(math.Ceil(n * unit))
	}
	if v := strings.TrimSpace(r.FormValue("days")); v != "" {
		if out.Days, err = strconv.Atoi(v); err != nil || out.Days < 0 || out.Days > maxDays {
			return out, web.Fail(http.StatusBadRequest, "Invalid number of days.", "Expected a whole number between 0 and 36,500.", "Leave the field empty for no limit.")
		}
	}
	return out, nil
}

// currentRetention returns nil without a Keeper.
func (s *Screen) currentRetention(ctx context.Context) (*retention, error) {
	all, err := s.Library.Sessions(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the sessions: %w", err)
	}
	kept, err := record.ReadUsage(ctx, s.Keeper, all)
	if kept == nil {
		return nil, err
	}
	return &retention{Usage: *kept, Proposal: kept.Set}, nil
}

// previewRetention lists what a limit would remove, and changes nothing.
func (s *Screen) previewRetention(w http.ResponseWriter, r *http.Request) error {
	return s.applyRetention(w, r, true)
}

// setRetention sets a limit, applies it at once, and shows what it removed.
func (s *Screen) setRetention(w http.ResponseWriter, r *http.Request) error {
	return s.applyRetention(w, r, false)
}

func (s *Screen) applyRetention(w http.ResponseWriter, r *http.Request, dry bool) error {
	if s.Keeper == nil {
		return s.Web.NotFound(w, r)
	}
	ctx := r.Context()
	asked, err := parseRetention(r)
	if err != nil {
		return err
	}
	if !dry {
		if err := s.Keeper.SetRetention(ctx, asked); err != nil {
			return fmt.Errorf("set how much is kept: %w", err)
		}
	}
	var over []wire.Session
	if asked != (wire.Retention{}) {
		if over, err = s.Keeper.Prune(ctx, asked, dry); err != nil {
			return fmt.Errorf("remove what is over the limit: %w", err)
		}
	}
	v, err := s.currentRetention(ctx)
	if err != nil {
		return err
	}
	v.Proposal, v.Previews, v.ExcessSessions, v.Removed = asked, dry, over, !dry
	if !dry {
		s.Web.Notify(web.Sessions)
	}
	return s.Web.Answer(w, r, retentionPanel(v), s.pageOf(v))
}
