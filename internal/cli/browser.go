package cli

import (
	"io"
	"os"
	"runtime"

	"github.com/cli/browser"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
)

// openBrowser opens url if somebody can see it: not in CI, not without a display. It may block until the
// browser is closed. A failure is ignored, because the address was printed.
func openBrowser(p *stdio.Streams, url string) {
	if os.Getenv("CI") != "" || !hasDisplay() {
		return
	}
	browser.Stdout, browser.Stderr = io.Discard, io.Discard // our stdout holds exactly one line
	if err := browser.OpenURL(url); err != nil {
		p.Log.Debug("open the browser", "error", err)
	}
}

func hasDisplay() bool {
	switch runtime.GOOS {
	case "darwin", "windows":
		return true
	}
	return os.Getenv("DISPLAY") != "" || os.Getenv("WAYLAND_DISPLAY") != "" || os.Getenv("WSL_DISTRO_NAME") != ""
}
