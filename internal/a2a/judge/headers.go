package judge

import (
	"encoding/json"
	"maps"
	"net/netip"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/redact"
)

// inactive returns extensions that the card requires and the call does not activate.
func (v *view) inactive() []string {
	if v.card == nil || v.c == nil || v.Identity.Op == a2a.GetExtendedCard {
		return nil
	}
	active, out := binding.Activated(v.X.Request.Header), []string(nil)
	for _, e := range v.card.Capabilities.Extensions {
		if e.Required && e.URI != "" && !slices.Contains(active, e.URI) {
			out = append(out, e.URI)
		}
	}
	return out
}

// inactiveExtension reports a call that does not activate an extension that the card requires.
func inactiveExtension(v *view) {
	for _, uri := range v.inactive() {
		v.finding(wire.Request, -1, "", "the card requires the extension "+quoteShort(uri)+", but the call does not activate it")
	}
}

// unconfirmedExtension reports an extension that the card declares and the call activates, but the answer
// does not confirm.
func unconfirmedExtension(v *view) {
	const name = "X-A2A-Extensions"
	asked := v.X.Request.Header.Get(name)
	if v.card == nil || asked == "" || !v.sends() || !v.succeeded() || v.X.Response.Header.Get(name) != "" || v.X.Response.Trailer.Get(name) != "" {
		return
	}
	for _, e := range v.card.Capabilities.Extensions {
		if e.URI != "" && strings.Contains(asked, e.URI) {
			v.finding(wire.Response, -1, "", "the call activates the extension "+quoteShort(e.URI)+", which the card declares, but the answer does not confirm it in "+name)
			return
		}
	}
}

// public reports whether a host is reachable over the internet.
func public(host string) bool {
	if ip, err := netip.ParseAddr(host); err == nil {
		return ip.IsGlobalUnicast() && !ip.IsPrivate() && !shared.Contains(ip.Unmap())
	}
	last := host[strings.LastIndexByte(host, '.')+1:]
	switch {
	case !strings.Contains(host, "."), strings.HasSuffix(host, ".home.arpa"):
		return false
	case slices.Contains([]string{"local", "localhost", "test", "example", "invalid", "internal", "lan", "intranet", "corp", "home"}, last):
		return false
	}
	return host != "example.com" && host != "example.org" && host != "example.net"
}

// shared are addresses of carriers and VPNs (RFC 6598).
var shared = netip.MustParsePrefix("100.64.0.0/10")

// isUnsigned reports whether a call lacks the credentials that its card requires. It returns false
// where the card does not say where a credential goes, as for a client certificate.
func (v *view) isUnsigned() bool {
	meets, known := binding.Meets(v.card, v.X.Request.Header, v.X.URL)
	return known && !meets && !binding.Signed(v.X, v.card)
}

// credentialsInBody reports a credential in a request's metadata.
func credentialsInBody(v *view) {
	if v.c == nil {
		return
	}
	metadata := []json.RawMessage{v.c.Metadata}
	if v.c.Message != nil {
		metadata = append(metadata, v.c.Message.Metadata)
	}
	for _, raw := range metadata {
		var members map[string]json.RawMessage
		_ = json.Unmarshal(raw, &members) // anything but an object has no members
		for _, name := range slices.Sorted(maps.Keys(members)) {
			if string(members[name]) != "null" && redact.IsSecretName(name) {
				v.requestFinding("", "the metadata has "+quoteShort(name)+", which looks like a credential")
				return
			}
		}
	}
}

// otherMetadata reports the version or extensions of a gRPC call under a wrong name, or in its URL.
func otherMetadata(v *view) {
	if v.Identity.Binding != a2a.GRPC {
		return
	}
	var wrong []string
	for name := range v.X.Request.Header {
		plain := letters(name)
		about := strings.HasSuffix(plain, "version") || strings.HasSuffix(plain, "extensions") || strings.HasSuffix(plain, "extension")
		if about && strings.Contains(plain, "aa") && name != "A2a-Version" && name != "A2a-Extensions" {
			wrong = append(wrong, strings.ToLower(name))
		}
	}
	slices.Sort(wrong)
	for _, name := range wrong {
		v.finding(wire.Request, -1, "", "the call has the metadata "+quoteShort(name)+"; servers look for a2a-version and a2a-extensions")
	}
	for name := range wire.QueryOf(v.X.URL) {
		if l := strings.ToLower(name); l == "a2a-version" || l == "a2a-extensions" {
			v.finding(wire.Request, -1, "", quoteShort(name)+" is in the call's URL; send it as gRPC metadata instead")
		}
	}
}
