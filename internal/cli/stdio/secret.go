package stdio

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/term"
)

const maxSecret = 1 << 20

// Secret returns the secret that the value of a flag gives: @FILE, @- for stdin, env:NAME, or the
// value itself.
func (p *Streams) Secret(flag, given string) (string, error) {
	if name, ok := strings.CutPrefix(given, "env:"); ok {
		v := os.Getenv(name)
		if v == "" {
			return "", fmt.Errorf("%s: the environment variable %s is empty or not set", flag, name)
		}
		return v, nil
	}
	path, ok := strings.CutPrefix(given, "@")
	if !ok {
		return given, nil
	}
	var r io.Reader = p.Stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return "", fmt.Errorf("%s: %w", flag, err)
		}
		defer f.Close()
		r = f
	}
	b, err := io.ReadAll(io.LimitReader(r, maxSecret+1))
	if err != nil {
		return "", fmt.Errorf("%s: read the secret: %w", flag, err)
	}
	text := strings.TrimRight(string(b), "\r\n")
	if text == "" || len(b) > maxSecret {
		return "", fmt.Errorf("%s: the secret in %s is empty or too long", flag, given)
	}
	return text, nil
}

// Ask prompts for a line and reads it from stdin, without echo if secret. It returns an error if
// the line is empty or ctx ends, and restores the echo.
func (p *Streams) Ask(ctx context.Context, question string, secret bool) (string, error) {
	fmt.Fprintf(p.Stderr, "%s: ", question)
	if f, ok := p.Stdin.(*os.File); ok && secret {
		if restore := hideTyping(f); restore != nil {
			defer func() { restore(); fmt.Fprintln(p.Stderr) }()
		}
	}
	type typed struct {
		line string
		err  error
	}
	came := make(chan typed, 1)
	go func() { // not waited for: reading from a terminal cannot be canceled
		line, err := bufio.NewReader(byteReader{p.Stdin}).ReadString('\n')
		came <- typed{strings.TrimRight(line, "\r\n"), err}
	}()
	var t typed
	select {
	case t = <-came:
	case <-ctx.Done():
		t.err = errors.New("interrupted")
	}
	if t.line == "" {
		if t.err == nil || errors.Is(t.err, io.EOF) {
			t.err = errors.New("nothing was typed")
		}
		return "", fmt.Errorf("%s: %w", strings.ToLower(question), t.err)
	}
	return t.line, nil
}

// Interactive reports whether stdin, stdout and stderr are all terminals, so that a person can
// answer.
func (p *Streams) Interactive() bool {
	return IsTerminal(p.Stdout) && IsTerminal(p.Stderr) && readsTerminal(p.Stdin)
}

func readsTerminal(r io.Reader) bool {
	f, ok := r.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Confirm asks a yes-or-no question. Only "y" and "yes" mean yes.
func (p *Streams) Confirm(ctx context.Context, question string) bool {
	said, err := p.Ask(ctx, question, false)
	s := strings.ToLower(strings.TrimSpace(said))
	return err == nil && (s == "y" || s == "yes")
}

// byteReader reads one byte at a time, so that the rest stays for the next question.
type byteReader struct{ r io.Reader }

func (o byteReader) Read(p []byte) (int, error) { return o.r.Read(p[:min(len(p), 1)]) }
