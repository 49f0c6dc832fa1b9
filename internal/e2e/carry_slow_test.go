//go:build slow

package e2e

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// TestSlowCarry moves a recording to another console, in every version. An outside client orders a phone
// and streams a paper. The page exports the session, and the file is dropped on a console with another
// record. A mock there answers the same client unchanged, and a replay finds exactly the planted
// differences.
func TestSlowCarry(t *testing.T) {
	t.Parallel()
	for _, dialect := range []string{"0.1", "0.2", "0.3", "1.0"} {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			carry(t, dialect)
		})
	}
}

func carry(t *testing.T, dialect string) {
	c, other, p := serve(t), serve(t), open(t)
	heard := walk(t, c.Taps[0].URL, dialect)
	p.visit(c.UI)
	p.visit(p.origin() + "/sessions")
	file := export(t, p, dialect)

	p.visit(other.UI)
	p.visit(p.origin() + "/sessions")
	p.streams()
	p.drop("carried.jsonl", file)
	p.sees(".banner", "recorded elsewhere")
	p.until("document.querySelectorAll('[data-row]').length === 3")
	p.shot("carried-" + dialect)

	p.visit(p.origin() + "/sessions/" + c.Session + "/mock")
	p.choose("select[name=pace]", "0")
	p.clickText("button.primary", "Start a mock")
	p.sees("#mocks", "serving", "recorded call", "A2A "+dialect)
	if again := walk(t, p.text("#mocks .address code"), dialect); again != heard {
		t.Errorf("the mock says\n%s\non record is\n%s", again, heard)
	}

	p.visit(p.origin() + "/replays/new?session=" + c.Session)
	startReplay(p, "meaning", other.Agent)
	p.sees("#replay-status", "done", "no differences", "3 the same")
	p.visit(p.origin() + "/replays/new?session=" + c.Session)
	startReplay(p, "meaning", changedAgent(t, other.Agent, "Android", "Symbian"))
	p.sees("#replay-status", "done", "1 differs", "2 the same")
	p.sees(".pair.verdict-differs", "$.task.artifacts[0].parts[0].text", "Symbian", "Android")
	if n := p.count(".difference"); n != 1 {
		t.Errorf("%d differences, want the one that was planted:\n%s", n, p.text("#replay-steps"))
	}
}

// TestSlowImportShowsHowFarItIs: a long upload shows its progress and the time left, and can be canceled;
// then nothing of the file is kept.
func TestSlowImportShowsHowFarItIs(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.visit(c.UI)
	p.visit(p.origin() + "/sessions")
	before := len(strings.Split(strings.TrimSpace(console(t, "sessions", "list", "--db", c.DB, "--json")), "\n"))
	p.do(func(ctx context.Context, target *chromedp.Target) (chromedp.Void, error) {
		type conditions struct {
			Offline            bool `json:"offline"`
			Latency            int  `json:"latency"`
			DownloadThroughput int  `json:"downloadThroughput"`
			UploadThroughput   int  `json:"uploadThroughput"` // bytes/s
		}
		slow := cdp.Command[conditions, cdp.Empty]{Method: "Network.emulateNetworkConditions"}
		_, err := cdp.Call(ctx, target, slow, conditions{DownloadThroughput: -1, UploadThroughput: 100 << 10})
		return chromedp.Void{}, err
	})
	js[bool](p, `(() => {
		const d = new DataTransfer();
		d.items.add(new File(['{"log":{"version":"1.2","comment":"' + 'x'.repeat(4 << 20) + '","entries":[]}}'], 'long<b>.har'));
		document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: d, bubbles: true, cancelable: true}));
		return true;
	})()`)
	p.sees("#notice", "Importing…", "long<b>.har", " of 4.0 MB · ", "/s · ", " left")
	p.accessible(axeSource(t), "an import that runs", "")
	p.clickText("#notice button", "Cancel import")
	p.sees("#notice", "The import was canceled.", "Nothing of the file was kept.")
	if after := len(strings.Split(strings.TrimSpace(console(t, "sessions", "list", "--db", c.DB, "--json")), "\n")); after != before {
		t.Errorf("%d sessions, %d before the import", after, before)
	}
}
