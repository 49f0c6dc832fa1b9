package dialect

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/body"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/evidence"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/wire"
)

// Identify finds the versions, binding and operation that an exchange may speak, with the evidence.
// resp may be zero while the agent has not answered. The request outweighs the response, and both
// outweigh the hint. In order: method name, shape of the bodies, A2A-Version, other headers, the
// conversation so far, the card.
func Identify(req, resp Message, h Hint) a2a.Identity {
	first := firstDocument(resp)
	return identify(binding.NewRequest(req, h), &first)
}

// identify is Identify for a parsed request and the parsed first document of the response.
func identify(r *binding.Request, first *document.Envelope) a2a.Identity {
	if path, ok := cardPathOf(r); ok {
		return identifyCard(path, first)
	}
	for _, b := range slices.Backward(bindings) {
		if id, ok := b.Identify(r, first); ok {
			return id
		}
	}
	switch {
	case r.IsRead() && evidence.IsCard(first.Value):
		return identifyCard(cardPath{op: a2a.GetCard}, first)
	case delivers(r):
		return identifyPush(r)
	case first.Answer():
		var v evidence.Verdict
		v.Add("the answer is a JSON-RPC response", true)
		evidence.ResultShape(&v, first.Result)
		binding.WeighVersion(&v, r.Message)
		binding.WeighHint(&v, a2a.JSONRPC, r.URL, r.Hint)
		return a2a.Identity{Versions: v.Versions, Binding: a2a.JSONRPC, Evidence: v.Evidence}
	}
	return a2a.Identity{}
}

// firstDocument returns the response's parsed body, or its first event with a JSON object.
func firstDocument(resp Message) document.Envelope {
	kind := resp.Kind()
	if document.Blank(resp.Body) || kind == wire.GRPC {
		return document.Envelope{}
	}
	if kind != wire.SSE && kind != wire.Line {
		return document.Open(document.Load(resp.Body, "", ""))
	}
	for _, f := range body.Frames(kind, resp.Body, time.Time{}, document.MaxFrames) {
		if e := document.EventDocuments(f, new(document.Scratch))[0]; e.Object {
			return e
		}
	}
	return document.Envelope{}
}

// identifyCard identifies the fetch of a card: by the version the card names, else by its shape and path.
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
	if said {
		path.versions = nil
	}
	if path.suffix != "" && (!card.IsKind('{') || evidence.DescribeOtherKind(card) == "") {
		v.Add("path "+path.suffix, false, path.versions...)
	}
	return a2a.Identity{Versions: v.Versions, Op: path.op, Evidence: v.Evidence}
}

// identifyPush identifies a push notification. Each delivery is identified alone: a webhook registered in one
// version may be called in another.
func identifyPush(r *binding.Request) a2a.Identity {
	var v evidence.Verdict
	id := a2a.Identity{Op: a2a.PushNotification}
	v.Add("an agent's call to a webhook", false)
	b := r.JSON().Value
	switch {
	case r.IsRead():
		v.AddForm("query validationToken", false, version.Typed)
	case evidence.Wrapped(b) != "":
		v.AddForm("body."+evidence.Wrapped(b), true, version.Wrapped)
	case b.Has("statusUpdate") || b.Has("artifactUpdate"):
		v.AddForm("body.statusUpdate or artifactUpdate", true, version.Wrapped)
	case b.Has("kind"):
		v.AddForm("body.kind", true, version.Kinded)
	case b.Has("eventType"):
		v.AddForm("body.eventType", true, version.Typed)
	case strings.HasPrefix(b.Get("status", "state").Text(), "TASK_STATE_"):
		v.AddForm("body is a bare task with state "+document.QuoteShort(b.Get("status", "state").Text()), true, version.Wrapped)
	default:
		v.Add("body is a bare task", false, slices.Concat(registry.Written(version.Typed), registry.Written(version.Kinded))...)
		evidence.UnwrappedShape(&v, b)
	}
	binding.WeighHeaders(&v, r.Header)
	binding.WeighHint(&v, a2a.JSONRPC, "", r.Hint)
	id.Versions, id.Evidence = v.Versions, v.Evidence
	return id
}

type cardPath struct {
	suffix   string
	op       a2a.Operation
	versions []a2a.Version
}

var cardPaths = sync.OnceValue(func() []cardPath {
	var all []cardPath
	for _, v := range slices.Backward(registry.Versions()) {
		for _, p := range v.Paths {
			i := slices.IndexFunc(all, func(c cardPath) bool { return c.suffix == p.Suffix })
			if i < 0 {
				i, all = len(all), append(all, cardPath{suffix: p.Suffix, op: p.Op})
			}
			all[i].versions = append(all[i].versions, v.Version())
		}
	}
	return all
})

// cardPathOf returns the card path that a request reads, if any.
func cardPathOf(r *binding.Request) (cardPath, bool) {
	path := strings.TrimSuffix(r.Path(), "/")
	for _, p := range cardPaths() {
		if r.IsRead() && strings.HasSuffix(path, p.suffix) {
			return p, true
		}
	}
	return cardPath{}, false
}

// delivers reports whether a request is a push notification: an agent's POST of a task, message or update to
// a webhook, or the GET by which 0.1 validates the webhook.
func delivers(r *binding.Request) bool {
	if r.Method == http.MethodGet {
		return wire.QueryOf(r.URL).Has("validationToken")
	}
	if r.Method != http.MethodPost || !r.JSON().Object || r.JSON().Call() || r.JSON().Version.Present() {
		return false
	}
	token := r.Header.Get("X-A2a-Notification-Token") + r.Header.Get("A2a-Notification-Token")
	return token != "" || evidence.PushShape(r.JSON().Value)
}
