package intercept

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/web"
)

const (
	maxDiffs    = 50 // differences to the original that are listed
	maxProblems = 50
)

// findings describes an edited document.
type findings struct {
	Syntax    string   // why it is not JSON, and where; "" if it is
	Line      int      // the line of the syntax error, from 1
	Plain     bool     // the document need not be JSON
	Problems  []string // what breaks the version that the exchange uses
	Diffs     []diff.Difference
	MoreDiffs int    // differences that are not listed
	Unseen    string // invisible characters in the text; "" for none
}

// indented indents a JSON document. Anything else stays as it is.
func indented(doc []byte) []byte {
	var b bytes.Buffer
	if json.Indent(&b, doc, "", "  ") != nil {
		return doc
	}
	return bytes.TrimSpace(b.Bytes())
}

// isPlain reports whether a held item is sent exactly as typed: a whole text body that is not an
// A2A document, such as HTML.
func isPlain(h wire.HeldItem) bool {
	return len(h.FrameLabels.Doc) == 0 && len(h.Raw) > 0 && (heldView{HeldItem: h}).isWhole() && utf8.Valid(h.Raw) &&
		!bytes.ContainsFunc(h.Raw, func(r rune) bool { return unicode.IsControl(r) && !strings.ContainsRune("\t\r\n", r) })
}

// editable returns a held item as text for the editor, indented unless that makes it too long. ok
// is false if the item cannot be edited here.
func editable(h wire.HeldItem) (doc []byte, ok bool) {
	switch {
	case isPlain(h):
		doc = bytes.ReplaceAll(h.Raw, []byte("\r\n"), []byte("\n"))
		return doc, len(doc) <= editLimit
	case h.Codec == nil || len(h.FrameLabels.Doc) == 0 || len(h.FrameLabels.Doc) > editLimit:
		return nil, false
	}
	if doc = indented(h.FrameLabels.Doc); len(doc) > editLimit {
		return h.FrameLabels.Doc, true
	}
	return doc, true
}

// judge checks an edited document and compares it with the original.
func (s *Screen) judge(h wire.HeldItem, doc []byte) (f findings) {
	f.Unseen = words.Invisible(string(doc))
	if isPlain(h) {
		f.Plain = true
		f.Diffs, f.MoreDiffs = diff.CompareJSON(asString(h.Raw), asString(doc), maxDiffs)
		return f
	}
	var v any
	if err := json.Unmarshal(doc, &v); err != nil {
		f.Syntax, f.Line = jsonProblem(doc, err)
		return f
	}
	if h.Codec != nil {
		f.Problems = h.Codec.Check(h.Side, h.AsFrame(), doc)
	}
	f.Diffs, f.MoreDiffs = diff.CompareJSON(h.FrameLabels.Doc, doc, maxDiffs)
	return f
}

func asString(text []byte) []byte {
	b, err := json.Marshal(strings.ReplaceAll(string(text), "\r\n", "\n"))
	if err != nil {
		return nil
	}
	return b
}

// jsonProblem says why a document is not JSON, and in which line.
func jsonProblem(doc []byte, err error) (says string, line int) {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return part.SentenceOf("this is not JSON: " + err.Error()), 1
	}
	// The offset is after the wrong byte; at an unexpected end there is none.
	before := doc[:min(max(int(syntax.Offset)-1, 0), len(doc))]
	if syntax.Offset >= int64(len(doc)) && strings.Contains(syntax.Error(), "unexpected end") {
		before = bytes.TrimRight(doc, " \t\r\n")
	}
	line = bytes.Count(before, []byte("\n")) + 1
	column := utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1
	return fmt.Sprintf("This is not JSON. Line %d, column %d: %s.", line, column, syntax.Error()), line
}

func (s *Screen) editOf(r *http.Request) (h wire.HeldItem, doc []byte, err error) {
	h, ok := s.HoldQueue.HeldItem(r.PathValue("id"))
	if err := r.ParseForm(); err != nil {
		return h, nil, err
	}
	if !ok {
		return h, nil, s.notHeldError(r)
	}
	return h, []byte(strings.ReplaceAll(r.FormValue("doc"), "\r\n", "\n")), nil
}

func (s *Screen) checkEdit(w http.ResponseWriter, r *http.Request) error {
	h, doc, err := s.editOf(r)
	if err != nil {
		return err
	}
	return s.Web.Morph(w, r, editFindings(s.judge(h, doc)))
}

// send releases an edited item. An unchanged document is forwarded byte for byte.
func (s *Screen) send(w http.ResponseWriter, r *http.Request) error {
	h, doc, err := s.editOf(r)
	if err != nil {
		return err
	}
	if was, ok := editable(h); ok && bytes.Equal(doc, was) {
		return s.releaseItem(w, r, h, wire.Release{Kind: wire.PassageHeld})
	}
	if isPlain(h) {
		if bytes.Contains(h.Raw, []byte("\r\n")) {
			doc = bytes.ReplaceAll(doc, []byte("\n"), []byte("\r\n"))
		}
		return s.releaseItem(w, r, h, wire.Release{Kind: wire.PassageEdited, Raw: doc})
	}
	if h.Codec == nil {
		return web.Fail(http.StatusUnprocessableEntity, "This cannot be edited.", "The console cannot read the item as a document.", "Forward it unchanged, or drop it.")
	}
	raw, err := h.Codec.Write(h.Side, h.AsFrame(), compactEdit(h, doc))
	if err != nil {
		return web.Fail(http.StatusUnprocessableEntity, "The edit was not sent.", err.Error(), "Change the document. It is still held.")
	}
	return s.releaseItem(w, r, h, wire.Release{Kind: wire.PassageEdited, Raw: raw})
}

// compactEdit undoes the indentation if the original was on one line.
func compactEdit(h wire.HeldItem, doc []byte) []byte {
	var b bytes.Buffer
	if bytes.ContainsAny(h.FrameLabels.Doc, "\r\n") || json.Compact(&b, doc) != nil {
		return doc
	}
	return b.Bytes()
}
