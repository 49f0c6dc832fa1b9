package auth

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/wholefile"
)

// files is a Vault in a folder, shared by several programs, with the Keyring's locks.
type files struct{ *Keyring }

func newFiles(dir string) files { return files{NewKeyring(filepath.Join(dir, "keyring.json"))} }

func (f files) path(key string) string {
	return f.index + "-" + strings.NewReplacer("/", "_", ":", "_").Replace(key)
}

func (f files) Load(key string) ([]byte, error) {
	b, err := os.ReadFile(f.path(key))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return b, err
}

func (f files) Save(key string, secret []byte) error {
	return wholefile.Write(f.path(key), false, func(w io.Writer) error {
		_, err := w.Write(secret)
		return err
	})
}

func (f files) Delete(key string) error {
	if err := os.Remove(f.path(key)); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// rotating is an authorization server with single-use refresh tokens. A second use revokes the family: no renewal works
// afterwards.
type rotating struct {
	*httptest.Server
	mu      sync.Mutex
	n       int
	used    map[string]int
	revoked bool
	took    chan string   // receives each token, unless nil
	answer  chan struct{} // waited for before each answer, unless nil
}

func newRotating(t *testing.T) *rotating {
	t.Helper()
	r := &rotating{used: map[string]int{}}
	r.Server = httptest.NewServer(r)
	r.Config.Handler = r
	t.Cleanup(r.Close)
	return r
}

func (r *rotating) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	token := q.PostFormValue("refresh_token")
	r.mu.Lock()
	r.used[token]++
	r.revoked = r.revoked || r.used[token] > 1 || token != fmt.Sprintf("r%d", r.n)
	revoked, took, answer := r.revoked, r.took, r.answer
	if !revoked {
		r.n++
	}
	n := r.n
	r.mu.Unlock()
	if took != nil {
		took <- token
	}
	if answer != nil {
		<-answer
	}
	w.Header().Set("Content-Type", "application/json")
	if revoked {
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, `{"error":"invalid_grant"}`)
		return
	}
	_, _ = fmt.Fprintf(w, `{"access_token":"a%d","refresh_token":"r%d","token_type":"Bearer","expires_in":1}`, n, n)
}

// reused lists the tokens that were sent more than once.
func (r *rotating) reused() (out []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for token, n := range r.used {
		if n > 1 {
			out = append(out, token)
		}
	}
	return out
}

const renewingAgent = "https://agent.example"

// expired returns a vault with a sign-in whose token has expired.
func expired(t *testing.T, v Vault, at string) {
	t.Helper()
	w := NewWallet(Options{Vault: v})
	defer w.Close()
	g := &Grant{
		Flow: AuthorizationCode, Access: "a0", Refresh: "r0", Expiry: time.Now().Add(-time.Hour),
		Provider: Provider{Authorization: at + "/authorize", Token: at + "/token", ClientID: "me", ClientSecret: "s", Checked: true},
	}
	if err := w.Put(renewingAgent, Credential{Scheme: "o", Kind: OAuth2, Grant: g, Remember: true}); err != nil {
		t.Fatal(err)
	}
}

// TestRenewingProcess is not a test by itself: it is the other program.
func TestRenewingProcess(t *testing.T) {
	dir := os.Getenv("AUTH_RENEWS_IN")
	if dir == "" {
		return // only startProgram sets it
	}
	w := NewWallet(Options{Vault: newFiles(dir)})
	defer w.Close()
	if len(w.Account(renewingAgent).States) != 1 {
		t.Fatal("not signed in")
	}
	fmt.Println("ready")
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		r := signed(t, w, renewingAgent)
		s, _ := w.Account(renewingAgent).StateOf("o")
		fmt.Println("sent", r.Header.Get("Authorization"), s.Problem)
	}
}

// program is another process that renews.
type program struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func startProgram(t *testing.T, dir string) *program {
	t.Helper()
	p := &program{cmd: exec.Command(os.Args[0], "-test.run=^TestRenewingProcess$")}
	p.cmd.Env = append(os.Environ(), "AUTH_RENEWS_IN="+dir)
	p.cmd.Stderr = os.Stderr
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.out = bufio.NewScanner(out)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		p.in.Close()
		_ = p.cmd.Process.Kill() // it may have ended
		_ = p.cmd.Wait()
	})
	if got := p.read(t); got != "ready" {
		t.Fatalf("it says %q", got)
	}
	return p
}

func (p *program) read(t *testing.T) string {
	t.Helper()
	if !p.out.Scan() {
		t.Fatalf("it ended: %v", p.out.Err())
	}
	return p.out.Text()
}

func (p *program) send(t *testing.T) {
	t.Helper()
	if _, err := io.WriteString(p.in, "send\n"); err != nil {
		t.Fatal(err)
	}
}

// TestRenewalOfProcesses: two programs that share a sign-in never use a refresh token twice, although both read it before
// either renewed.
func TestRenewalOfProcesses(t *testing.T) {
	server, dir := newRotating(t), t.TempDir()
	expired(t, newFiles(dir), server.URL)
	both := []*program{startProgram(t, dir), startProgram(t, dir)}
	for range 4 {
		for _, p := range both {
			p.send(t)
		}
		for _, p := range both {
			if got := p.read(t); !strings.HasPrefix(got, "sent Bearer a") || strings.HasPrefix(got, "sent Bearer a0") || strings.TrimSpace(got) != strings.Join(strings.Fields(got)[:3], " ") {
				t.Errorf("it says %q", got)
			}
		}
	}
	if got := server.reused(); len(got) != 0 || server.revoked || server.n != 8 {
		t.Errorf("used twice: %v; renewed %d times", got, server.n)
	}
}

// TestKilledWhileRenewing: a program that is killed between its request and the answer loses the sign-in. The next one
// says so, and does not use the token again.
func TestKilledWhileRenewing(t *testing.T) {
	server, dir := newRotating(t), t.TempDir()
	server.took, server.answer = make(chan string, 9), make(chan struct{})
	v := newFiles(dir)
	expired(t, v, server.URL)
	p := startProgram(t, dir)
	p.send(t)
	if token := <-server.took; token != "r0" {
		t.Fatalf("it sent %s", token)
	}
	next := NewWallet(Options{Vault: v}) // Account, called next, reads the entry during the renewal
	defer next.Close()
	next.Account(renewingAgent)
	if err := p.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = p.cmd.Wait() // killed
	close(server.answer)
	if r := signed(t, next, renewingAgent); r.Header.Get("Authorization") != "Bearer a0" {
		t.Errorf("sent %s; the agent would have said why", r.Header.Get("Authorization"))
	}
	s, _ := next.Account(renewingAgent).StateOf("o")
	if got := server.reused(); len(got) != 0 || server.n != 1 || !strings.Contains(s.Problem, "interrupted") || s.CanRenew {
		t.Errorf("used twice: %v; %+v", got, s)
	}
}

// TestRenewalOfWallets: many requests at once, with two wallets on one vault.
func TestRenewalOfWallets(t *testing.T) {
	server, v := newRotating(t), newFiles(t.TempDir())
	expired(t, v, server.URL)
	var wait sync.WaitGroup
	for range 2 {
		w := NewWallet(Options{Vault: v})
		defer w.Close()
		w.Account(renewingAgent)
		for range 8 {
			wait.Go(func() { signed(t, w, renewingAgent) })
		}
	}
	wait.Wait()
	if got := server.reused(); len(got) != 0 || server.revoked || server.n == 0 {
		t.Errorf("used twice: %v; renewed %d times", got, server.n)
	}
}

// TestSignedOutElsewhere: a credential removed by another program is neither renewed nor stored again, and what another
// program added stays.
func TestSignedOutElsewhere(t *testing.T) {
	server, v := newRotating(t), newFiles(t.TempDir())
	expired(t, v, server.URL)
	one, other := NewWallet(Options{Vault: v}), NewWallet(Options{Vault: v})
	defer one.Close()
	defer other.Close()
	one.Account(renewingAgent)
	if err := other.Put(renewingAgent, Credential{Scheme: "k", Kind: APIKey, In: "header", Param: "K", Secret: "kept", Remember: true}); err != nil {
		t.Fatal(err)
	}
	signed(t, one, renewingAgent)
	var k storedSecrets
	raw, err := v.Load(AgentAddress(renewingAgent))
	if err == nil {
		err = json.Unmarshal(raw, &k)
	}
	if err != nil || len(k.Credentials) != 2 || k.grant("o").Refresh != "r1" {
		t.Errorf("%v, the vault holds %s", err, raw)
	}
	if _, err := other.Remove(renewingAgent, "o"); err != nil {
		t.Fatal(err)
	}
	if r := signed(t, one, renewingAgent); r.Header.Get("Authorization") != "" || server.n != 1 {
		t.Errorf("sent %s, renewed %d times", r.Header.Get("Authorization"), server.n)
	}
	if raw, err := v.Load(AgentAddress(renewingAgent)); err != nil || strings.Contains(string(raw), "refresh") {
		t.Errorf("kept again: %s %v", raw, err)
	}
}

// TestUnansweredRenewal: without an answer, the token counts as used. It does not if the server refused, or was never
// reached. A token that the server is known to accept again is sent again.
func TestUnansweredRenewal(t *testing.T) {
	var mu sync.Mutex
	var status int
	var hangUp, keeps bool
	var sent []string
	count := func() int {
		mu.Lock()
		defer mu.Unlock()
		return len(sent)
	}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		sent = append(sent, r.PostFormValue("refresh_token"))
		if hangUp {
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		if status == http.StatusOK && keeps {
			_, _ = io.WriteString(w, `{"access_token":"a","token_type":"Bearer","expires_in":1}`)
		} else {
			_, _ = io.WriteString(w, `{"error":"temporarily_unavailable"}`)
		}
	}))
	defer s.Close()
	v := newFiles(t.TempDir())
	expired(t, v, s.URL)
	w := NewWallet(Options{Vault: v})
	defer w.Close()
	try := func() error { return w.Renew(t.Context(), renewingAgent, "o") }
	status = http.StatusServiceUnavailable
	if err := try(); err == nil || count() != 1 {
		t.Errorf("%v, %d requests", err, count())
	}
	status, keeps = http.StatusOK, true
	if err := try(); err != nil || count() != 2 {
		t.Errorf("refused once, and not tried again: %v, %d requests", err, count())
	}
	mu.Lock()
	hangUp = true
	mu.Unlock()
	if err := try(); err == nil || errors.Is(err, errSpent) || count() != 3 {
		t.Errorf("one that the server keeps: %v, %d requests", err, count())
	}
	expired(t, v, s.URL)
	w = NewWallet(Options{Vault: v})
	defer w.Close()
	for range 2 {
		if err := try(); !errors.Is(err, errSpent) {
			t.Errorf("%v", err)
		}
	}
	if count() != 4 {
		t.Errorf("sent again: %d requests", count())
	}
}
