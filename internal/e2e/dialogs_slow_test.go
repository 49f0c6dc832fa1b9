//go:build slow

package e2e

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// TestSlowDialogsOfOlderBrowsers: where buttons know no commands, a script opens what they
// name.
func TestSlowDialogsOfOlderBrowsers(t *testing.T) {
	t.Parallel()
	c, p := serve(t), open(t)
	p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
			Source: "delete HTMLButtonElement.prototype.commandForElement; addEventListener('click', e => e.target.closest('[commandfor]') && e.preventDefault(), true)",
		})
		return chromedp.Void{}, err
	})
	p.visit(c.UI)
	p.until("document.querySelector('h1')")
	for dialog, button := range map[string]string{"#help": "#rail [commandfor=help]", "#palette": "#bar [commandfor=palette]"} {
		p.click(button)
		p.until("document.querySelector('" + dialog + "').matches(':modal')")
		p.press("\x1b")
		p.until("!document.querySelector('" + dialog + "').open")
	}
}
