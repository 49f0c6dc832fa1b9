package console

import (
	"context"
	"fmt"
	"net"
	"net/http"

	"github.com/a2a-console/a2a-console/ui/api"
	"github.com/a2a-console/a2a-console/ui/web"
)

// Control is the API of a tap without pages: its rules, and what they hold. The command "rules"
// uses it. It listens on loopback only, and requires the bearer token from a file that only the
// user can read.
type Control struct {
	site         *web.Site
	server       *Server
	file         RuntimeFile
	announcement Announcement
}

// ControlFileFor returns the runtime file of the tap that records into db.
func ControlFileFor(db string) RuntimeFile { return runtimeFile("tap-", db) }

// OpenControl serves the API of b, which records into db.
func OpenControl(ctx context.Context, p Env, b *Plumbing, db string) (*Control, error) {
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("listen for the command rules: %w", err)
	}
	site, err := web.New(web.Options{Records: b.Store, Listen: l.Addr().String(), Logger: p.Logger()})
	if err != nil {
		l.Close()
		return nil, err
	}
	screen := &api.Screen{Web: site, Taps: pageTaps{Plumbing: b}, Rules: b.Rules, HoldQueue: b.HoldQueue}
	routes := screen.ControlRoutes()
	all, mux := site.Route(routes), http.NewServeMux()
	for _, r := range routes { // only these addresses are served: errors need no page around them
		mux.Handle(r.Pattern, all)
	}
	c := &Control{site: site, server: NewServer(p, site.CheckHost(mux)), file: ControlFileFor(db), announcement: Announcement{UI: site.URL(), DB: db}}
	c.server.Serve(l)
	return c, c.file.write(c.announcement)
}

// Close stops the API. It does nothing on nil.
func (c *Control) Close() error {
	if c == nil {
		return nil
	}
	c.file.remove(c.announcement)
	c.site.Close()
	return c.server.Shutdown()
}
