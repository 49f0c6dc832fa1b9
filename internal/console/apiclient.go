package console

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/a2a-console/a2a-console/ui/web"
)

// maxAPIResponse bounds a response of the API, in bytes.
const maxAPIResponse = 64 << 20

// CallAPI sends a request to the API of a running program. in and out are JSON and may be nil. If
// the program refuses the request, the error is a *Refusal.
func (a Announcement) CallAPI(ctx context.Context, method, path string, in, out any) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	u, err := url.Parse(a.UI)
	if err != nil {
		return fmt.Errorf("read its address: %w", err)
	}
	var body io.Reader
	if in != nil {
		b, err := json.Marshal(in)
		if err != nil {
			return fmt.Errorf("write the request: %w", err)
		}
		body = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(ctx, method, u.Scheme+"://"+u.Host+path, body)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", "Bearer "+u.Query().Get("token"))
	req.Header.Set("Content-Type", "application/json")
	resp, err := plainTransport().RoundTrip(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, maxAPIResponse))
	switch {
	case err != nil:
		return err
	case resp.StatusCode >= 300:
		return parseRefusal(resp, b)
	case out == nil:
		return nil
	}
	return json.Unmarshal(b, out)
}

// Refusal is the error with which a running program answered.
type Refusal struct {
	Status int
	web.APIError
}

func (a *Refusal) Error() string { return a.Problem + " " + a.Reason + " " + a.Advice }

func parseRefusal(resp *http.Response, body []byte) error {
	var said struct {
		Error web.APIError `json:"error"`
	}
	if json.Unmarshal(body, &said) != nil || said.Error.Problem == "" {
		return fmt.Errorf("it answered %s", resp.Status)
	}
	return &Refusal{resp.StatusCode, said.Error}
}

// IsNotFound reports whether err is the API's 404.
func IsNotFound(err error) bool {
	var a *Refusal
	return errors.As(err, &a) && a.Status == http.StatusNotFound
}

// OpenTap makes a running console open a tap for an agent.
func (a Announcement) OpenTap(ctx context.Context, agent string) (t TapLine, err error) {
	err = a.CallAPI(ctx, http.MethodPost, "/api/taps", map[string]string{"agent": agent}, &t)
	return t, err
}
