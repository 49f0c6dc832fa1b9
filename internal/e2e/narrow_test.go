package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// TestTheBarHoldsTogether looks at the bar in widths between those of a phone and
// a large screen: nothing lies on anything else, and nothing leaves the window.
func TestTheBarHoldsTogether(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	agent := newPuppet(t, "1.0", "The agent of the department for very long names", "recite a poem")
	p.meet(c, agent, "1.0")
	p.streams()
	for _, width := range []int64{390, 561, 700, 821, 900, 1024, 1101, 1200, 1280, 1366, 1440} {
		p.size(width, 800)
		p.fits(fmt.Sprintf("Compose at %d pixels", width))
		if bad := js[string](p, `(() => {
			const seen = [...document.querySelectorAll('#taps > .menu > button, .tap-address, .find, .light, #recording .said, .session-name input, #recording > button')]
				.filter(e => e.checkVisibility() && e.getBoundingClientRect().width > 1)
				.map(e => ({ e: e.className || e.id || e.tagName, r: e.getBoundingClientRect() })).sort((a, b) => a.r.left - b.r.left);
			const out = seen.filter((s, i) => i && s.r.left < seen[i - 1].r.right - 0.5).map((s) => 'overlap at ' + s.e);
			for (const s of seen) if (s.r.right > innerWidth + 0.5) out.push(s.e + ' leaves the window');
			const turns = document.getElementById('turns');
			if (turns.scrollWidth > turns.clientWidth) out.push('the conversation scrolls sideways');
			return out.join(', ') })()`); bad != "" {
			t.Errorf("at %d pixels: %s", width, bad)
		}
		p.shot(fmt.Sprintf("bar-%d", width))
	}
}

// TestWrongPartIsMarked sends data that is no JSON.
func TestWrongPartIsMarked(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.compose(c, "1.0")
	p.add("Data")
	p.typeIn("#composer .edit-data textarea", `{"a":`)
	if said := p.text(".bad-part"); said != "" {
		t.Errorf("while writing: %s", said)
	}
	p.clickText("#composer button", "Send")
	p.sees(".edit-data .bad-part", "ot JSON at line 1")
	p.sees("#problem", "Not sent. Correct the part that is marked.")
	if all := p.text("#composer"); strings.Count(strings.ToLower(all), "not json") != 1 {
		t.Errorf("what is wrong is not said once: %s", all)
	}
}
