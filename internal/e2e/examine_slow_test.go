//go:build slow

package e2e

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
)

// misbehaving is the reference agent, but its plain responses have a role that does not exist, unless
// good is set.
func misbehaving(t *testing.T, reference string, good *atomic.Bool) string {
	t.Helper()
	to, err := url.Parse(reference)
	if err != nil {
		t.Fatal(err)
	}
	var self string
	server := httptest.NewServer(&httputil.ReverseProxy{
		FlushInterval: -1,
		Rewrite:       func(r *httputil.ProxyRequest) { r.SetURL(to) },
		ModifyResponse: func(r *http.Response) error {
			if !strings.HasPrefix(r.Header.Get("Content-Type"), "application/") || r.StatusCode == http.StatusNotModified {
				return nil
			}
			body, err := io.ReadAll(r.Body)
			if err != nil {
				return err
			}
			body = bytes.ReplaceAll(body, []byte(reference), []byte(self))
			if !good.Load() {
				body = bytes.ReplaceAll(body, []byte(`"ROLE_AGENT"`), []byte(`"ROLE_ROBOT"`))
			}
			r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
			r.Header.Set("Content-Length", strconv.Itoa(len(body)))
			return nil
		},
	})
	t.Cleanup(server.Close)
	self = server.URL
	return self
}

// examine examines the chosen agent in one version and binding, as fast as possible.
func (p *tab) examine() {
	p.t.Helper()
	p.visit(p.origin() + "/checks")
	p.clickText("a", "Examine an agent")
	p.at("/checks/examine")
	js[bool](p, "(document.querySelectorAll('.examine-form details').forEach(d => d.open = true), true)")
	p.choose("[name=version]", "1.0")
	p.choose("[name=binding]", "jsonrpc")
	p.choose("[name=rate]", "1000")
	p.sees("#examine-plan", "Limit: ", "1000/s", "A2A 1.0 JSON-RPC", "The examination touches only the tasks that it creates")
}

// TestSlowExaminations examines an agent before and after it is broken: the page says what will be
// called, failed rows come first, a row leads to the byte at fault, and the page of the later examination
// leads to what broke since.
func TestSlowExaminations(t *testing.T) {
	t.Parallel()
	source := axeSource(t)
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.until("document.querySelector('#address')")
	var good atomic.Bool
	good.Store(true)
	p.connect(misbehaving(t, c.Agent, &good))
	p.sees("h1", "eference")

	p.examine()
	p.judgeHere(source, "examine-form", "/checks/examine")
	p.click(".examine-form button.primary")
	p.sees("#examination-status", "calls in")
	good.Store(false)
	p.examine()
	p.click(".examine-form button.primary")
	p.sees("#examination-status", "calls in")
	p.sees("#examination-results h2", "failed")
	p.until(robotRow)
	if first := js[string](p, "document.querySelector('.results tbody .level').textContent"); first != "MUST" {
		t.Errorf("the first row is of level %s", first)
	}
	p.sees(".against", "Compare with", "Compare")
	p.fitsNarrow("examination-done", "the results")
	js[bool](p, "(document.querySelectorAll('.result-group').forEach(d => d.open = true), true)")
	p.judgeHere(source, "examination-unfolded", "all results beside earlier ones")

	results := js[string](p, "location.pathname")
	p.leadsToTheByte()
	p.fitsNarrow("examination-finding", "the finding in the exchange")

	p.visit(p.origin() + results)
	p.click(".against button")
	p.at("/checks/compare")
	p.sees("h1", "newly broken")
	p.until(robotRow)
	p.judgeHere(source, "examinations-compared", "what broke since")
	p.leadsToTheByte()
}

// robotRow is the row of results for the role that does not exist.
const robotRow = "[...document.querySelectorAll('.results tbody tr')].find(r => r.textContent.includes('ROLE_ROBOT'))"

// leadsToTheByte follows a row of results to the byte that violates the check.
func (p *tab) leadsToTheByte() {
	p.t.Helper()
	js[bool](p, "("+robotRow+".querySelector('.places a').click(), true)")
	p.until("document.activeElement.id === 'finding'")
	line := js[string](p, "document.activeElement.parentElement.textContent")
	if !strings.Contains(line, `"ROLE_ROBOT"`) || !strings.Contains(line, "at byte ") {
		p.t.Errorf("the focus is at %q", line)
	}
	if !js[bool](p, "(r => r.top >= 0 && r.bottom <= innerHeight)(document.activeElement.getBoundingClientRect())") {
		p.t.Error("the finding is out of sight")
	}
}
