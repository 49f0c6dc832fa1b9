package dialect

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/evidence"
)

// Identify tells which versions, binding and operation an exchange may speak,
// and why. resp may be the zero Message while the agent has not answered. What
// was sent outweighs what it was answered with, and both outweigh what is known
// from elsewhere: method name, then the shape of the bodies, then A2A-Version,
// other headers, the conversation so far, the card.
func Identify(req, resp Message, h Hint) a2a.Identity {
	first := firstDocument(resp)
	return identify(binding.NewRequest(req, h), &first)
}

// identify is Identify with the request and the first document of the response
// taken apart already.
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
	case r.Reads() && evidence.IsCard(first.Value):
		return identifyCard(cardPath{op: a2a.GetCard}, first)
	case delivers(r):
		return identifyPush(r)
	case first.Answer():
		return identifyAnswer(r, first)
	}
	return a2a.Identity{}
}

// identifyAnswer identifies an exchange of which only the answer makes sense.
func identifyAnswer(r *binding.Request, first *document.Envelope) a2a.Identity {
	var v evidence.Verdict
	v.Add("the answer is a JSON-RPC response", true)
	evidence.ResultShape(&v, first.Result)
	binding.WeighVersion(&v, r.Message)
	binding.WeighHint(&v, a2a.JSONRPC, r.URL, r.Hint)
	return a2a.Identity{Versions: v.Versions, Binding: a2a.JSONRPC, Evidence: v.Evidence}
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
