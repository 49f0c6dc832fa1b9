// Package e2e tells the product's story in a real browser against the real
// program: every test starts it anew, on free ports, with an empty record.
package e2e

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// stage is what all tests share: the built program and one browser.
var stage struct {
	console string          // path of the program
	browser context.Context // nil where there is no Chromium
}

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "e2e")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	stage.console = filepath.Join(dir, "a2a-console")
	if out, err := exec.Command("go", "build", "-o", stage.console, "../..").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build the console: %v\n%s", err, out)
		return 1
	}
	if chromium := findChromium(); chromium != "" {
		browser, close, err := launch(chromium)
		if err != nil {
			fmt.Fprintf(os.Stderr, "start %s: %v\n", chromium, err)
			return 1
		}
		defer close()
		stage.browser = browser
	}
	return m.Run()
}

func findChromium() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// launch starts a browser of its own, with further flags.
func launch(chromium string, flags ...chromedp.ExecAllocatorOption) (browser context.Context, close func(), err error) {
	opts := append([]chromedp.ExecAllocatorOption{
		chromedp.ExecPath(chromium), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.NoFirstRun, chromedp.NoDefaultBrowserCheck, chromedp.WindowSize(1440, 900),
	}, flags...)
	for _, f := range []string{"disable-quic", "disable-background-networking", "disable-component-update", "disable-sync", "disable-dev-shm-usage"} {
		opts = append(opts, chromedp.Flag(f, true))
	}
	alloc, cancelAlloc := chromedp.NewExecAllocator(context.Background(), opts...)
	browser, cancelBrowser := chromedp.NewContext(alloc)
	close = func() { cancelBrowser(); cancelAlloc() }
	if err := chromedp.Do(browser); err != nil {
		close()
		return nil, nil, err
	}
	return browser, close, nil
}
