package cli

import (
	"io"
	"os"
	"runtime"

	"github.com/cli/browser"

	"github.com/a2a-console/a2a-console/internal/cli/stdio"
)

// openBrowser opens url in the browser, but not in CI or without a display. It may block until the
// browser is closed. It ignores errors, because the address is printed too.
func openBrowser(p *stdio.Streams, url string) {
	if os.Getenv("CI") != "" || !hasDisplay() {
		return
	}
	browser.Stdout, browser.Stderr = io.Discard, io.Discard // our stdout is not for the output of browsers
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
