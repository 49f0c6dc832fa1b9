package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"
)

// join is what a second serve on the same record does: it gives the console
// that runs the agents named, and shows that one.
func (s *console) join(ctx context.Context, running announcement) error {
	for _, origin := range s.origins {
		t, err := running.openTap(ctx, origin)
		if err != nil {
			return fmt.Errorf("a console is running on this record already, at %s, and did not take %s: %w; connect to it on its Agents page, or give this one a record of its own with --db",
				running.UI, origin, err)
		}
		if !slices.Contains(running.Taps, t) {
			running.Taps = append(running.Taps, t)
		}
	}
	s.p.note("note: a console is running on this record already; this is its address, and flags given now have no effect")
	if err := s.p.announce(running, running.UI); err != nil {
		return err
	}
	s.open(running.UI)
	return nil
}

// openTap has a running console put a tap before an agent.
func (a announcement) openTap(ctx context.Context, origin string) (t tapLine, err error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	u, err := url.Parse(a.UI)
	if err != nil {
		return t, fmt.Errorf("read its address: %w", err)
	}
	body, _ := json.Marshal(map[string]string{"agent": origin})
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, u.Scheme+"://"+u.Host+"/api/taps", bytes.NewReader(body))
	if err != nil {
		return t, err
	}
	req.Header.Set("Authorization", "Bearer "+u.Query().Get("token"))
	req.Header.Set("Content-Type", "application/json")
	resp, err := plainTransport().RoundTrip(req)
	if err != nil {
		return t, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return t, fmt.Errorf("it answered %s", resp.Status)
	}
	return t, json.NewDecoder(resp.Body).Decode(&t)
}
