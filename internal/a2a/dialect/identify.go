package dialect

import (
	"net/http"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/evidence"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Identify tells which versions, binding and operation an exchange may speak,
// and why. resp may be the zero Message while the agent has not answered. What
// was sent outweighs what it was answered with, and both outweigh what is known
// from elsewhere: method name, then the shape of the bodies, then A2A-Version,
// other headers, the conversation so far, the card.
func Identify(req, resp Message, h Hint) a2a.Identity {
	r, first := take(req), firstDocument(resp)
	return identify(&r, resp, &first, h)
}

// identify is Identify with the request and the first document of the response
// taken apart already.
func identify(r *request, resp Message, first *document.Envelope, h Hint) a2a.Identity {
	if path, ok := r.cardPath(); ok {
		return identifyCard(path, first)
	}
	for _, f := range framings() {
		if id, ok := f.identify(r, resp, first, h); ok {
			return id
		}
	}
	switch {
	case r.reads() && evidence.IsCard(first.Value):
		return identifyCard(cardPath{op: a2a.GetCard}, first)
	case r.delivers():
		return identifyPush(r, h)
	case first.Answer():
		return identifyAnswer(r, first, h)
	}
	return a2a.Identity{}
}

// identifyCall identifies a JSON-RPC request.
func identifyCall(r *request, first *document.Envelope, h Hint) a2a.Identity {
	var v evidence.Verdict
	method := r.env.Method.Text()
	op, versions := registry.Named(method)
	if len(versions) > 0 {
		v.Add("method "+method, true, versions...)
	} else {
		v.Add("method "+document.Brief(method)+" belongs to no version", false)
	}
	evidence.ParamsShape(&v, method, r.env.Params)
	evidence.ResultShape(&v, first.Result)
	versionHeader(&v, r.Message)
	otherHeaders(&v, r.Header)
	known(&v, a2a.JSONRPC, r.URL, h)
	return a2a.Identity{Versions: v.Versions, Binding: a2a.JSONRPC, Op: op, Evidence: v.Evidence}
}

// identifyAnswer identifies an exchange of which only the answer makes sense.
func identifyAnswer(r *request, first *document.Envelope, h Hint) a2a.Identity {
	var v evidence.Verdict
	v.Add("the answer is a JSON-RPC response", true)
	evidence.ResultShape(&v, first.Result)
	versionHeader(&v, r.Message)
	known(&v, a2a.JSONRPC, r.URL, h)
	return a2a.Identity{Versions: v.Versions, Binding: a2a.JSONRPC, Evidence: v.Evidence}
}

// versionHeader weighs A2A-Version, which may also be a query parameter.
func versionHeader(v *evidence.Verdict, req Message) {
	said, where := saidVersion(req)
	if said == "" {
		return
	}
	if version, ok := registry.ParseVersion(said); ok {
		v.Add(where+": "+said, true, version)
	} else {
		v.Add(where+": "+document.Brief(said)+" names no version", false)
	}
}

func otherHeaders(v *evidence.Verdict, h http.Header) {
	if h.Get("X-A2a-Extensions") != "" {
		v.Add("header X-A2A-Extensions", false, registry.Listing("X-A2A-Extensions")...)
	}
	if h.Get("A2a-Extensions") != "" {
		v.Add("header A2A-Extensions", false, registry.Listing("A2A-Extensions")...)
	}
	if t := wire.MediaType(h); t != "application/json" {
		if vs := registry.Typed(t); len(vs) > 0 {
			v.Add("content type "+t, false, vs...)
		}
	}
}

// known weighs what is known beside the exchange. A card speaks by the
// interface that was called, or by all of its own in that binding when none has
// that URL.
func known(v *evidence.Verdict, b a2a.Binding, url string, h Hint) {
	if h.Version != "" {
		v.Add("the conversation so far", false, h.Version)
	}
	if len(h.Label) > 0 && len(v.Versions) != 1 {
		v.Add("the label on record", false, h.Label...)
	}
	if len(h.Spoken) > 0 && len(v.Versions) != 1 {
		v.Add("the conversation so far", false, h.Spoken...)
	}
	if h.Card == nil {
		return
	}
	var called, all []a2a.Version
	either := maybeTyped(h.Card)
	for _, i := range h.Card.Interfaces {
		if i.Version == "" || i.Binding != "" && i.Binding != b {
			continue
		}
		all = append(all, served(i, either)...)
		if sameURL(i.URL, url) {
			called = append(called, served(i, either)...)
		}
	}
	switch {
	case len(called) > 0:
		v.Add("the card, for this URL", false, registry.Ordered(called)...)
	case len(all) > 0:
		v.Add("the card", false, registry.Ordered(all)...)
	}
}

// maybeTyped reports whether a card that does not say might be of the oldest form.
func maybeTyped(c *a2a.Card) bool {
	return slices.ContainsFunc(c.Interfaces, func(j a2a.Interface) bool { return j.Said == "" && formOf(j.Version) == version.Typed })
}

// served is the versions an interface may speak. The shape of a card that need not give
// its version does not tell versions with kinds apart, unless it might be older as well.
func served(i a2a.Interface, maybeTyped bool) []a2a.Version {
	v, ok := registry.Of(i.Version)
	if ok && i.Said == "" && !maybeTyped && v.Form == version.Kinded && v.Card.Unsaid {
		return registry.Written(version.Kinded)
	}
	return []a2a.Version{i.Version}
}

func formOf(name a2a.Version) version.Form {
	if v, ok := registry.Of(name); ok {
		return v.Form
	}
	return 0
}

func sameURL(a, b string) bool {
	b, _, _ = strings.Cut(b, "?")
	return strings.TrimSuffix(a, "/") == strings.TrimSuffix(b, "/")
}

// identifyCard identifies the fetch of a card: by what the card says, else by
// what it looks like and where it was.
func identifyCard(path cardPath, first *document.Envelope) a2a.Identity {
	var v evidence.Verdict
	card := first.Value
	if first.Answer() {
		card = first.Result
	}
	said := false
	if evidence.IsCard(card) {
		var versions []a2a.Version
		versions, said = evidence.CardVersions(card)
		v.Add("the card", said, versions...)
	}
	if path.suffix != "" {
		if said {
			v.Add("path "+path.suffix, false)
		} else {
			v.Add("path "+path.suffix, false, path.versions...)
		}
	}
	return a2a.Identity{Versions: v.Versions, Op: path.op, Evidence: v.Evidence}
}
