package console

import (
	"context"
	"fmt"
	"net/netip"
	"regexp"
	"strings"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/proxy"
)

// ModelPort is where taps of models begin to look for a port.
const ModelPort = 7461

// Model is a model API or a tool server that agents call.
type Model struct {
	Name string // of the variable in which programs look for the URL; "" if that is not known
	URL  string // base URL
}

var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// ParseModel reads the value of a flag: NAME=URL or URL.
func ParseModel(text string) (m Model, err error) {
	m.URL = text
	if name, url, ok := strings.Cut(text, "="); ok && !strings.ContainsAny(name, ":/") {
		if m.Name, m.URL = name, url; !variableName.MatchString(name) {
			return m, fmt.Errorf("cannot use --model %q: %q is not the name of a variable; write --model NAME=URL, as in --model OPENAI_BASE_URL=https://api.openai.com/v1", text, name)
		}
	}
	if !strings.Contains(m.URL, ":") {
		return m, fmt.Errorf("cannot use --model %q: %q is no URL; write it whole, as in --model OPENAI_BASE_URL=https://api.openai.com/v1", text, m.URL)
	}
	origin, path, err := inspector.SplitTapAddress(m.URL)
	if err != nil {
		return m, fmt.Errorf("cannot use --model %q: %w", text, err)
	}
	m.URL = origin + path
	return m, nil
}

// ModelLine is a tap of a model.
type ModelLine struct {
	Name  string `json:"name,omitempty"` // as in Model
	Model string `json:"model"`          // base URL behind the tap
	URL   string `json:"url"`            // base URL to give to the program instead
}

// OpenModels opens taps of models, or returns those that are open already. Their ports count up from
// first; below 0, or where that is so for all taps, the system chooses. It is called from one goroutine, before Close.
func (b *Plumbing) OpenModels(ctx context.Context, p Env, first int, list []Model) (out []ModelLine, err error) {
	if b.opts.TapPort < 0 {
		first = -1
	}
	if b.models == nil && len(list) > 0 {
		b.models = proxy.NewTaps(proxy.TapsOptions{Host: b.opts.Host, FirstPort: first, Tap: proxy.Options{
			Origin: wire.Model, Recorder: b.record, AllowHosts: b.opts.AllowHosts, Logger: p.Logger(),
			Forbidden: func(to netip.AddrPort) bool { return meetsAny(b.opts.Listeners, to) }, TLS: b.Wallet.TLSConfig,
		}})
	}
	for _, m := range list {
		origin, path, err := inspector.SplitTapAddress(m.URL)
		if err != nil {
			return nil, err
		}
		if b.Taps.Has(origin) || b.models.Has(origin) {
			return nil, fmt.Errorf("open the tap of %s: that is the address of a tap of this console; give the address of the model itself", origin)
		}
		l, err := b.models.Open(ctx, origin)
		if err != nil {
			return nil, err
		}
		out = append(out, ModelLine{m.Name, m.URL, l.URL + path})
	}
	return out, nil
}
