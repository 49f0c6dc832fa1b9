package console

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

// OpenTap has a running console put a tap before an agent.
func (a Announcement) OpenTap(ctx context.Context, origin string) (t TapLine, err error) {
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
