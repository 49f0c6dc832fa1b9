// Package e2e tells the product's story in a real browser against the real program. A test starts
// the program on free ports with an empty record, and has its own browser context. Tests run in
// parallel.
package e2e

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/a2a-console/a2a-console/internal/testprogram"
)

// stage is what all tests share: the program, and one running Chromium in which each test has its own
// browser context.
var stage struct {
	console string          // path of the program
	browser context.Context // nil without Chromium
	axe     func() (string, error)
}

// together is how many tests run in parallel, unless -parallel is given. They spend more time
// waiting for pages than working, so there are two for each core.
func together() int { return 2 * runtime.NumCPU() }

func TestMain(m *testing.M) {
	testprogram.RunIfStarted()
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		flag.Set("test.parallel", strconv.Itoa(together()))
	}
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "e2e")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	stage.axe = sync.OnceValues(fetchAxe)
	if stage.console, err = testprogram.Install(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
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
	// The headless shell has no window to draw and takes half the time of the others.
	for _, name := range []string{"chromium-headless-shell", "chrome-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// launch starts a separate browser with additional flags.
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
