//go:build slow

package e2e

import (
	"fmt"
	"os"
	"testing"
)

// TestSlowDocs takes the screenshots of the README: a busy Traffic with a failed exchange open, and a
// stream in progress. They are written to the folder in E2E_DOCS: E2E_DOCS=../../docs go test -tags slow
// -run TestSlowDocs ./internal/e2e
func TestSlowDocs(t *testing.T) {
	t.Parallel()
	dir := os.Getenv("E2E_DOCS")
	var args []string
	if dir != "" { // the addresses that readers will see
		args = []string{"--listen", "127.0.0.1:7420", "--tap-listen", "127.0.0.1:7421", "--agent-listen", "127.0.0.1:7430"}
	}
	c, p := serve(t, args...), open(t)
	p.dark(false)
	p.visit(c.UI)
	p.until("document.querySelector('#session-name')")
	p.typeIn("#session-name", "phone orders\r")
	say := []struct {
		dialect, task, text string
		stream              bool
	}{
		{"1.0", "m1", "hello", false}, {"0.1", "order-1", "request a new phone for me", false}, {"0.1", "order-1", "iPhone", true},
		{"1.0", "m2", "slow 24 chunks every 8ms", true}, {"0.1", "tickets-7", "Show me a list of my open IT tickets", false},
		{"1.0", "m3", "fail", true}, {"1.0", "m4", "tell me a joke", false}, {"0.1", "slow-2", "slow 12 chunks every 12ms", true},
		{"1.0", "m5", "reject this", false}, {"1.0", "m6", "markdown", true}, {"0.1", "order-2", "request a new phone for me", false},
		{"0.1", "order-2", "Android", true}, {"1.0", "m7", "slow 40 chunks every 5ms", true}, {"1.0", "m8", "sign in", false},
		{"1.0", "m9", "tell me a joke", true}, {"0.1", "joke-3", "tell me a joke", false}, {"1.0", "m10", "show timestamps", false},
		{"1.0", "m11", "write a long paper", true},
	}
	for _, s := range say {
		outside(t, c.Taps[0].URL, s.dialect, s.task, s.text, s.stream)
	}
	p.until(fmt.Sprint("document.querySelectorAll('[data-row]').length === ", len(say)))
	p.visit(p.origin() + "/traffic")
	p.click("[data-row]:nth-child(2) [data-visit]") // by position: rows of the same second look alike
	p.sees("#detail", "Why did it fail?")
	p.picture(dir, "screenshot.png")

	p.visit(p.origin() + "/start")
	p.clickText("a, button", "Write a long paper")
	p.sees(".turn .piece", "Findings")
	p.picture(dir, "stream.png")
	p.sees("#gutter-head", "completed")
}
