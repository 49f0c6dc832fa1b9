package console

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/a2a-console/a2a-console/internal/outbound"
	"github.com/a2a-console/a2a-console/internal/wholefile"
)

// Announcement is the first line that a serving command writes to stdout with --json.
type Announcement struct {
	UI      string      `json:"ui,omitempty"`
	Taps    []TapLine   `json:"taps,omitempty"`
	Models  []ModelLine `json:"models,omitempty"`
	Agent   string      `json:"agent,omitempty"`
	Webhook string      `json:"webhook,omitempty"` // a URL that receives push notifications
	DB      string      `json:"db,omitempty"`
	Session string      `json:"session,omitempty"`

	Credentials []SignInOption `json:"credentials,omitempty"` // credentials that the reference agent requires; any one of them will do
}

// TapLine is a tap and its agent.
type TapLine struct {
	Agent string `json:"agent"`
	URL   string `json:"url"`
}

// RuntimeFile announces a running console to other commands of this user. Only the user can read
// the file, because it contains the token. Each record has its own file.
type RuntimeFile struct {
	path string // "" when the user has no home folder
}

// RuntimeFileFor returns the file of the console that records into db.
func RuntimeFileFor(db string) RuntimeFile { return runtimeFile("serve-", db) }

func runtimeFile(kind, db string) RuntimeFile {
	sum := sha256.Sum256([]byte(db))
	dir, err := stateFolder()
	if err != nil {
		return RuntimeFile{}
	}
	return RuntimeFile{filepath.Join(dir, kind+hex.EncodeToString(sum[:6])+".json")}
}

func (f RuntimeFile) write(a Announcement) error {
	if f.path == "" {
		return fmt.Errorf("write the runtime file: %w", errNoHome)
	}
	err := os.MkdirAll(filepath.Dir(f.path), 0o700)
	if err == nil {
		err = wholefile.Write(f.path, false, func(w io.Writer) error { return json.NewEncoder(w).Encode(a) })
	}
	if err != nil {
		return fmt.Errorf("write the runtime file: %w", err)
	}
	return nil
}

// remove deletes the file if it still belongs to a: a console started meanwhile keeps its own.
func (f RuntimeFile) remove(a Announcement) {
	if now, ok := f.read(); ok && now.UI == a.UI {
		os.Remove(f.path)
	}
}

func (f RuntimeFile) read() (Announcement, bool) {
	b, err := os.ReadFile(f.path)
	if err != nil {
		return Announcement{}, false
	}
	var a Announcement
	return a, json.Unmarshal(b, &a) == nil && a.UI != ""
}

// Running returns the console that wrote the file, if it still accepts the file's token. A console that
// was killed leaves its file behind.
func (f RuntimeFile) Running(ctx context.Context) (Announcement, bool) {
	a, ok := f.read()
	if !ok {
		return a, false
	}
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	a.Taps = nil // the file lacks taps that were opened after it was written
	err := a.CallAPI(ctx, http.MethodGet, "/api/taps", nil, &a)
	return a, err == nil && a.Taps != nil
}

// plainTransport talks to our own listeners, without a proxy from the environment.
func plainTransport() *http.Transport {
	return outbound.Transport(outbound.Options{Direct: true, NoReuse: true})
}

// SignInOption is one way to sign in to the reference agent.
type SignInOption struct {
	Require  string   `json:"require"` // as in --require
	Flags    []string `json:"flags"`   // for a command that calls the agent
	CardText string   `json:"says"`    // as in the card
}
