package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// TestTheBarHoldsTogether checks the bar at widths from a phone to a large screen: nothing overlaps, and
// nothing leaves the window.
func TestTheBarHoldsTogether(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	agent := newPuppet(t, "1.0", "The agent of the department for very long names", "recite a poem")
	p.meet(c, agent, "1.0")
	p.streams()
	for _, width := range []int64{390, 561, 700, 821, 900, 1024, 1101, 1200, 1280, 1366, 1440} {
		p.size(width, 800)
		p.fits(fmt.Sprintf("Compose at %d pixels", width))
		p.clear(fmt.Sprintf("at %d pixels", width), `(() => {
			const seen = [...document.querySelectorAll('#taps > .menu > button, .tap-address, .find, .light, #recording .said, .session-name input, #recording > button')]
				.filter(e => e.checkVisibility() && e.getBoundingClientRect().width > 1)
				.map(e => ({ e: e.className || e.id || e.tagName, r: e.getBoundingClientRect() })).sort((a, b) => a.r.left - b.r.left);
			const out = seen.filter((s, i) => i && s.r.left < seen[i - 1].r.right - 0.5).map((s) => 'overlap at ' + s.e);
			const light = document.querySelector('.light').getBoundingClientRect().left, icon = document.querySelector('.find .icon').getBoundingClientRect().right;
			if (light - icon < 6) out.push('search is ' + (light - icon) + ' from the light');
			for (const s of seen) if (s.r.right > innerWidth + 0.5) out.push(s.e + ' leaves the window');
			const turns = document.getElementById('turns');
			if (turns.scrollWidth > turns.clientWidth) out.push('the conversation scrolls sideways');
			return out.join(', ') })()`)
		p.shot(fmt.Sprintf("bar-%d", width))
	}
}

// TestWrongPartIsMarked sends data that is not JSON.
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
	p.sees("#problem", "Not sent. Correct the marked fields: Data, JSON")
	if all := p.text("#composer"); strings.Count(strings.ToLower(all), "not json") != 1 {
		t.Errorf("what is wrong is not said once: %s", all)
	}
}

// TestByTaskReads checks By task in a wide, a narrow and the narrowest list: state, title, number of
// exchanges, duration and findings have room, above and below an expanded task.
func TestByTaskReads(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.visit(c.UI)
	outside(t, c.Taps[0].URL, "1.0", "one", "fail", false)
	outside(t, c.Taps[0].URL, "0.1", "order", "request a new phone for me", false)
	post(t, c.Taps[0].URL, strings.Replace(say("0.1", "order", "Android", false), `"role":"user"`, `"role":"nobody"`, 1))
	p.visit(p.origin() + "/traffic?view=tasks")
	p.until("document.querySelectorAll('.task-group').length === 2")
	p.until("[...document.querySelectorAll('.task-group')].every(e => e.open = true)")
	p.until("document.querySelectorAll('.task-exchanges [data-row]').length === 3 && document.querySelector('.task-exchanges .finding-count')")
	for _, width := range []int64{1280, 900, 700, 560, 480} {
		p.size(width, 800)
		p.clear(fmt.Sprintf("at %d pixels", width), `(() => {
			const lines = [...document.querySelectorAll('.task-group > summary')], rows = [...document.querySelectorAll('.task-exchanges [data-row]')];
			const out = [];
			const read = (of, css, least) => {
				const e = of.querySelector(css);
				if (!e) return;
				const r = e.getBoundingClientRect();
				if (!e.checkVisibility() || r.width < least || r.right > innerWidth) out.push(css + ' is ' + Math.round(r.width) + ' wide');
				if (least < 100 && e.scrollWidth > e.clientWidth + 1) out.push(css + ' is cut off: ' + e.textContent);
			};
			for (const l of lines) { read(l, '.t-title', 100); read(l, '.t-state', 60); read(l, '.t-count', 20); read(l, '.lasted', 40); read(l, '.t-last', 50); }
			for (const r of rows) { read(r, 'td:nth-child(5)', 100); read(r, '.state', 60); read(r, 'td:nth-child(9)', 40); read(r, 'td:nth-child(11)', 30); read(r, 'td:nth-child(4)', 40); }
			return out.join(', ') })()`)
		p.fits(fmt.Sprintf("By task at %d pixels", width))
	}
}

// TestSequenceReads checks a diagram of five parties: its lanes fit windows of 1280 and 900 pixels; in a
// narrower one, its arrows become a list with sender and receiver.
func TestSequenceReads(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.visit(c.UI)
	for _, caller := range []string{"travel-planner/2.1", "python-httpx/0.27.0", "order-desk/1.0", "node"} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, c.Taps[0].URL, strings.NewReader(say("1.0", "", "hello", false)))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = http.Header{"Content-Type": {"application/json"}, "A2a-Version": {"1.0"}, "User-Agent": {caller}}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
	}
	p.visit(p.origin() + "/traffic?view=sequence")
	p.until("document.querySelectorAll('.hop').length === 4")
	for _, width := range []int64{1280, 900, 560, 480} {
		p.size(width, 800)
		p.clear(fmt.Sprintf("at %d pixels", width), `(() => {
			const out = [], box = document.querySelector('.seq-scroll'), listed = innerWidth < 700;
			if (box.scrollWidth > box.clientWidth) out.push(box.scrollWidth + ' in ' + box.clientWidth);
			const seen = (css) => [...document.querySelectorAll(css)].filter((e) => e.checkVisibility()).length;
			if (seen('.lane-names .lane') !== (listed ? 0 : 5) || (seen('.shaft') === 0) !== listed) out.push(seen('.lane-names .lane') + ' lanes');
			if (seen('.hop text.parties') !== (listed ? 4 : 0)) out.push(seen('.hop text.parties') + ' say from whom to whom');
			if (seen('.hop .whole') !== (listed ? 4 : 0)) out.push(seen('.hop .whole') + ' have the room of the window');
			if (listed && ![...document.querySelectorAll('.end .says:not(.brief)')].every((e) => e.textContent.startsWith('← '))) out.push('answers name their parties again');
			for (const e of document.querySelectorAll('.hop .says')) {
				const r = e.getBoundingClientRect();
				if (r.left < 0 || r.right > innerWidth) out.push(e.textContent + ' is cut off');
			}
			return out.join(', ') })()`)
		p.fits(fmt.Sprintf("the sequence at %d pixels", width))
	}
	p.click(".hop .says")
	p.until("location.pathname.startsWith('/exchanges/')")
}

// TestHeadLeavesRoom: next to the list at 1280 pixels, the tabs of a failed exchange are in the
// upper half of the window, and opening it changes no text of the bar.
func TestHeadLeavesRoom(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.size(1280, 800)
	p.visit(c.UI)
	outside(t, c.Taps[0].URL, "1.0", "one", "fail", false)
	p.visit(p.origin() + "/traffic")
	p.until("document.querySelectorAll('[data-row] a').length > 0")
	bar := p.text("#taps > .menu > button")
	p.click("[data-row] a")
	p.until("document.querySelector('#detail-tabs') && document.querySelector('.detail > .failure:not([hidden])')")
	p.until("document.querySelector('#detail-tabs').getBoundingClientRect().top <= 340")
	if now := p.text("#taps > .menu > button"); now != bar {
		t.Errorf("the bar said %q, says %q", bar, now)
	}
	p.clickText("#detail-head button", "Re-send") // the repeated exchange has one more line, with its own links
	p.sees("#detail-head", "repeats")
	p.accessible(axeSource(t), "an exchange that repeats another", "")
}
