package redact

import (
	"slices"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/coding"
)

// maxBuffered bounds how many bytes of a body are held back until they are inspected.
const maxBuffered = 1 << 20

// encodedWalk inspects an encoded body. Its bytes cannot be replaced one by one: everything from
// the first byte that may belong to a secret becomes filler, recorded as one Redaction named
// "encoded body". It holds back input whose decoded output is still missing.
type encodedWalk struct {
	text   textWalk // walks the raw bytes, because senders name encodings they did not use
	name   string
	look   *inspector
	began  bool // it is known whether the body is encoded
	plain  bool
	fed    int64
	reason string // why the rest is filler
}

func newEncodedWalk(ts textSecrets, codings []string) *encodedWalk {
	w := &encodedWalk{text: textWalk{secrets: ts}, name: codings[0]}
	if len(codings) > 1 || !slices.Contains(decodable, w.name) {
		w.name = ""
	}
	return w
}

func (w *encodedWalk) walk(r *Redactor, i, to int) {
	if !w.began {
		r.hold(i)
		i = r.free
		if to-i < coding.Textual {
			return
		}
		w.begin(r, i, to)
	}
	switch {
	case w.plain:
		r.isHolding = false
		w.text.walk(r, i, to)
	case w.reason == "":
		r.hold(i)
		w.look.budget.Earn(to - i)
		w.look.Feed(r.input[i:to])
		w.fed += int64(to - i)
		w.judge()
		if w.reason == "" {
			r.free = to - int(w.fed-w.look.clear)
			r.isHolding = r.free < to
			return
		}
		i = r.free
		fallthrough
	default:
		r.isHolding = false
		r.drop(i, to, "encoded body", w.reason, filler)
	}
}

// begin decides from the first bytes whether a body is encoded.
func (w *encodedWalk) begin(r *Redactor, i, to int) {
	w.began, w.plain = true, coding.IsText(r.input[i:min(to, i+coding.Textual)])
	switch {
	case w.plain:
	case w.name == "":
		w.reason = detailNotInspected
	default:
		text := w.text
		w.look = newInspector(w.name, coding.NewBudget(coding.MaxDecodedBytes), r.nested(&text))
	}
}

// judge decides whether the input so far can be recorded. A body declared as gzip or deflate that
// is neither is usually a file that was never encoded. A body declared as br or zstd may have a
// window size that the decoder refuses.
func (w *encodedWalk) judge() {
	w.reason = w.look.reason()
	if w.reason == detailNotDecoded && w.name != "br" && w.name != "zstd" {
		w.reason = ""
		w.look.clear = w.fed
	}
	switch {
	case w.reason != "":
		w.look.Close()
	case w.look.isClear():
		w.look.clear = w.fed
	case w.fed-w.look.clear > maxBuffered:
		w.reason = detailTooLong
	}
}

func (w *encodedWalk) reset(r *Redactor) {
	n := len(r.input)
	if !w.began && n > 0 {
		w.begin(r, 0, n)
		if w.plain || w.look == nil {
			w.walk(r, 0, n)
		} else {
			w.look.Feed(r.input)
			w.fed = int64(n)
		}
	}
	if w.look != nil && w.reason == "" {
		w.look.Close() // produces the missing output
		w.judge()
		if w.reason == "" && w.look.clear < w.fed {
			w.reason = wire.EncodedWithoutEnd
		}
		if w.reason != "" && n > 0 {
			r.drop(0, n, "encoded body", w.reason, filler)
		}
	}
	w.text.reset(r)
}
