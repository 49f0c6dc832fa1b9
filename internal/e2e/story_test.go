package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestStory is the product's main job, done like a user: start, click an example, read the card, send
// three kinds of part, read the exchange.
func TestStory(t *testing.T) {
	t.Parallel()
	tellStory(t, "1.0")
}

func tellStory(t *testing.T, dialect string) {
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.until("!location.search.includes('token')")
	p.sees("h1", "Connect an agent")
	p.sees(".taps-table", strings.TrimPrefix(c.Agent, "http://"), c.Taps[0].URL)
	p.shot("start-" + dialect)

	p.clickText("button.try", "Ask for a joke")
	p.at("/compose")
	p.sees(".turn", "tell me a joke", "chicken", "completed")
	p.sees("#gutter", "completed")

	p.clickText("#compose-agent a", "Card")
	p.at("/agents/" + agentID(c.Agent))
	lookAtCard(p)

	p.clickText("a", "Compose a message")
	p.at("/compose")
	sendThreeParts(t, p, dialect)
	reloadKeeps(p)
	readExchange(t, c, p, dialect)
}

// agentID identifies an agent in the addresses of pages.
func agentID(origin string) string { return strings.TrimPrefix(origin, "http://") }

func lookAtCard(p *tab) {
	p.t.Helper()
	p.sees("h1", "reference agent")
	p.sees("#agent", "Tell a joke", "1.0", "0.1", "JSON-RPC")
	p.shot("card")
	p.clickText(".tabs a", "Raw")
	p.sees(".raw", `"skills"`, "as served")
	p.shot("card-raw")
	p.clickText(".tabs a", "Discovery")
	p.sees(".trail", "✓ a2a-console reference agent")
	p.shot("card-discovery")
}

func sendThreeParts(t *testing.T, p *tab, dialect string) {
	t.Helper()
	picture := filepath.Join(t.TempDir(), "dot.png")
	if err := os.WriteFile(picture, png, 0o600); err != nil {
		t.Fatal(err)
	}
	p.click("[popovertarget=options-menu]")
	p.choose("#interface", dialect+" jsonrpc")
	p.typeIn("#composer .edit-text textarea", "echo this")
	p.attach("#file-pick input", picture)
	p.until("document.querySelector('#composer .edit-file')")
	p.add("Data")
	p.until("document.querySelector('#composer .edit-data')")
	p.typeIn("#composer .edit-data textarea", `{"exact": 9007199254740993, "word": "naïve"}`)
	p.sees("#preview summary", " B")
	p.shot("compose-three-parts-" + dialect)
	p.click("#send .primary")
	p.sees(".turn", "echo this", "9007199254740993", "naïve", "completed")
	p.until("document.querySelectorAll('.turn .call img').length === 1 && document.querySelectorAll('.turn .blocks img').length === 1")
	p.until("[...document.querySelectorAll('.turn img')].every(i => i.complete && i.naturalWidth === 2)")
	p.until("[...document.querySelectorAll('#composer .edit-text textarea')].every(e => e.value === '')")
	p.shot("compose-echo-" + dialect)
}

// reloadKeeps checks that a reload draws the same.
func reloadKeeps(p *tab) {
	p.t.Helper()
	before := p.text("#turns")
	p.reload()
	p.until("document.querySelector('#turns').innerText === " + quote(before))
}

// readExchange: Traffic's row, each tab of its detail, and the bytes.
func readExchange(t *testing.T, c *program, p *tab, dialect string) {
	t.Helper()
	p.clickText("#rail a", "Traffic")
	p.at("/traffic")
	p.sees(".row", "completed")
	p.until("document.querySelectorAll('[data-row]').length === 2")
	p.shot("traffic-" + dialect)
	p.click("[data-row] [data-visit]")
	p.until("location.pathname.startsWith('/exchanges/')")
	id := js[string](p, "location.pathname.split('/')[2]")
	p.sees("#detail .facts-line", "reference agent")
	p.sees("#detail", "echo this", dialect)
	p.shot("exchange-reading-" + dialect)
	for _, side := range []string{"request", "response"} {
		p.clickText("#detail-tabs a", strings.ToUpper(side[:1])+side[1:])
		p.until("document.querySelector('#detail-body.tab-" + side + " .body-bar')")
		p.clickText("#detail-body .views a", "Raw")
		p.until("location.search.includes('tab=" + side + "') && location.search.includes('view=raw')")
		raw := c.raw(t, id, side)
		if !strings.Contains(raw, "9007199254740993") {
			t.Errorf("%s on record lacks what was sent: %.300s", side, raw)
		}
		got := js[string](p, fmt.Sprintf("fetch('/exchanges/%s/raw/%s').then(r => r.text())", id, side))
		if got != raw {
			t.Errorf("%s: the page serves %d bytes, on record are %d", side, len(got), len(raw))
		}
		p.until("document.querySelector('#body-text').textContent.includes('9007199254740993')")
		p.shot("exchange-" + side + "-" + dialect)
	}
	for _, tab := range []string{"Events", "Timing", "Findings"} {
		p.clickText("#detail-tabs a", tab)
		p.until("location.search.includes('tab=" + strings.ToLower(tab) + "')")
		p.until("document.querySelector('#detail-body.tab-" + strings.ToLower(tab) + "')")
		p.shot("exchange-" + strings.ToLower(tab) + "-" + dialect)
	}
	p.reload()
	p.sees("#detail-tabs [aria-current]", "Findings")
	p.press("\x1b")
	p.at("/traffic")
	p.until("document.querySelector('#detail').hidden")
}

// png is a picture of 2 by 2 pixels.
var png = []byte("\x89\x50\x4e\x47\x0d\x0a\x1a\x0a\x00\x00\x00\x0d\x49\x48\x44\x52\x00\x00\x00\x02\x00\x00\x00\x02\x08\x02\x00\x00\x00\xfd\xd4\x9a\x73\x00\x00\x00\x10\x49\x44\x41\x54\x78\x9c\x63\x88\xb6\xbf\x08\x44\x0c\x10\x0a\x00\x25\xea\x05\xad\x53\xeb\x73\x9f\x00\x00\x00\x00\x49\x45\x4e\x44\xae\x42\x60\x82")
