package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/a2a-console/a2a-console/internal/outbound"
)

// announcement is the first stdout line of a serving command.
type announcement struct {
	UI      string    `json:"ui,omitempty"`
	Taps    []tapLine `json:"taps,omitempty"`
	Agent   string    `json:"agent,omitempty"`
	Webhook string    `json:"webhook,omitempty"` // an address that takes push notifications
	DB      string    `json:"db,omitempty"`
	Session string    `json:"session,omitempty"`

	Credentials []wayIn `json:"credentials,omitempty"` // that the reference agent demands; any one does
}

type tapLine struct {
	Agent string `json:"agent"`
	URL   string `json:"url"`
}

// runtimeFile tells other commands of this user about a running console: the
// announcement, in a file only the user can read, because it holds the token.
// There is one per record.
type runtimeFile struct {
	path string // "" where the user has no home folder
}

func runtimeFileFor(db string) runtimeFile {
	sum := sha256.Sum256([]byte(db))
	dir, err := stateFolder()
	if err != nil {
		return runtimeFile{}
	}
	return runtimeFile{filepath.Join(dir, "serve-"+hex.EncodeToString(sum[:6])+".json")}
}

// write puts the announcement down, whole or not at all.
func (f runtimeFile) write(a announcement) error {
	if f.path == "" {
		return fmt.Errorf("write the runtime file: %w", errNoHome)
	}
	b, err := json.Marshal(a)
	if err != nil {
		return fmt.Errorf("write the runtime file: %w", err)
	}
	dir := filepath.Dir(f.path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("write the runtime file: %w", err)
	}
	tmp, err := os.CreateTemp(dir, ".serve-*") // made with mode 0600
	if err != nil {
		return fmt.Errorf("write the runtime file: %w", err)
	}
	_, err = tmp.Write(b)
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(tmp.Name(), f.path)
	}
	if err != nil {
		os.Remove(tmp.Name())
		return fmt.Errorf("write the runtime file: %w", err)
	}
	return nil
}

// remove takes the file away if it still is a's: a console started meanwhile
// keeps its own.
func (f runtimeFile) remove(a announcement) {
	if now, ok := f.read(); ok && now.UI == a.UI {
		os.Remove(f.path)
	}
}

func (f runtimeFile) read() (announcement, bool) {
	b, err := os.ReadFile(f.path)
	if err != nil {
		return announcement{}, false
	}
	var a announcement
	return a, json.Unmarshal(b, &a) == nil && a.UI != ""
}

// running returns the console that the file tells of, if it answers to the
// file's token; a console that was killed leaves its file behind.
func (f runtimeFile) running(ctx context.Context) (announcement, bool) {
	a, ok := f.read()
	if !ok {
		return a, false
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	u, err := url.Parse(a.UI)
	if err != nil {
		return a, false
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.Scheme+"://"+u.Host+"/api/taps", nil)
	if err != nil {
		return a, false
	}
	req.Header.Set("Authorization", "Bearer "+u.Query().Get("token"))
	resp, err := plainTransport().RoundTrip(req)
	if err != nil {
		return a, false
	}
	defer resp.Body.Close()
	var said struct{ Taps *json.RawMessage }
	err = json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&said)
	return a, err == nil && resp.StatusCode == http.StatusOK && said.Taps != nil
}

// plainTransport talks to our own listeners: no proxy from the environment.
func plainTransport() *http.Transport {
	return outbound.Transport(outbound.Options{Direct: true, Once: true})
}
