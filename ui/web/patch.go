package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/starfederation/datastar-go/datastar"
)

// ErrSelector reports a line break in a selector. It would let the selector write
// fields of the event stream.
var ErrSelector = errors.New("line break in a selector")

// Patches collects changes to a page and sends them in one burst. Nothing else may write to a live
// page: an event stream ends lines at a bare carriage return and templ does not escape one, so an
// agent's text could otherwise write events. Not safe for concurrent use.
type Patches struct {
	w      http.ResponseWriter
	r      *http.Request
	sse    *datastar.ServerSentEventGenerator // nil until the stream is open
	rc     *http.ResponseController
	queue  []patch
	drawn  map[string]string // last markup by key, see Changed
	id     string            // version that the page shows
	sentID string            // the id that the browser has
	err    error
}

type patch struct {
	mode     datastar.ElementPatchMode
	selector string
	html     string
	signals  []byte
	svg      bool // html is part of an SVG drawing
}

// NewPatches returns Patches for a response. It writes nothing before Flush.
func NewPatches(w http.ResponseWriter, r *http.Request) *Patches {
	return &Patches{w: w, r: r, rc: http.NewResponseController(w), drawn: map[string]string{}}
}

// open starts the response's event stream. It alone calls datastar.NewSSE, which panics
// when the browser is gone.
func (p *Patches) open() (err error) {
	if p.sse != nil {
		return nil
	}
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("open the event stream: %v", v)
		}
	}()
	p.sse = datastar.NewSSE(p.w, p.r)
	return nil
}

// Morph updates the elements whose ids occur in c.
func (p *Patches) Morph(c templ.Component) { p.add("", datastar.ElementPatchModeOuter, c) }

// Replace replaces the element that has c's id. The new element keeps no state of the old one.
func (p *Patches) Replace(c templ.Component) { p.add("", datastar.ElementPatchModeReplace, c) }

// Inner morphs the contents of an element.
func (p *Patches) Inner(selector string, c templ.Component) {
	p.add(selector, datastar.ElementPatchModeInner, c)
}

func (p *Patches) Append(selector string, c templ.Component) {
	p.add(selector, datastar.ElementPatchModeAppend, c)
}

func (p *Patches) Prepend(selector string, c templ.Component) {
	p.add(selector, datastar.ElementPatchModePrepend, c)
}

func (p *Patches) Before(selector string, c templ.Component) {
	p.add(selector, datastar.ElementPatchModeBefore, c)
}

func (p *Patches) After(selector string, c templ.Component) {
	p.add(selector, datastar.ElementPatchModeAfter, c)
}

// MorphSVG is Morph for an element inside SVG.
func (p *Patches) MorphSVG(c templ.Component) {
	if html, ok := p.render(c); ok {
		p.push(patch{mode: datastar.ElementPatchModeOuter, html: html, svg: true})
	}
}

// AppendSVG is Append for elements inside SVG.
func (p *Patches) AppendSVG(selector string, c templ.Component) {
	if html, ok := p.render(c); ok {
		p.push(patch{mode: datastar.ElementPatchModeAppend, selector: selector, html: html, svg: true})
	}
}

func (p *Patches) Remove(selector string) { p.add(selector, datastar.ElementPatchModeRemove, nil) }

// RemoveAny removes those of the elements that exist. Datastar warns about a patch that finds
// nothing, so an extra element is added and removed with them.
func (p *Patches) RemoveAny(selectors ...string) {
	if len(selectors) > 0 {
		p.push(patch{mode: datastar.ElementPatchModeAppend, selector: "body", html: `<i id="gone" hidden></i>`})
		p.Remove("#gone, " + strings.Join(selectors, ", "))
	}
}

// Changed morphs c if its markup differs from the last one under this key.
func (p *Patches) Changed(key string, c templ.Component) {
	p.ChangedBy(key, c, c)
}

// ChangedBy morphs c if the markup of like differs from the last one under this key. c may also
// show ages, which the page's script keeps counting.
func (p *Patches) ChangedBy(key string, like, c templ.Component) {
	html, ok := p.render(like)
	if !ok || p.drawn[key] == html {
		return
	}
	p.drawn[key] = html
	p.Morph(c)
}

// Forget makes the next Changed send its element even if it is unchanged, because parts
// of it were sent separately.
func (p *Patches) Forget(key string) { delete(p.drawn, key) }

// Signals sets signals of the page. v is marshalled as JSON.
func (p *Patches) Signals(v any) {
	b, err := json.Marshal(v)
	if err != nil {
		p.err = errors.Join(p.err, fmt.Errorf("write signals: %w", err))
		return
	}
	p.push(patch{signals: b})
}

// Navigate makes the browser open another page of the console.
func (p *Patches) Navigate(path string) { p.Signals(map[string]string{"_go": path}) }

// Since sets the version of the record that the page now shows. A reopened
// stream continues from there.
func (p *Patches) Since(version int64) { p.id = strconv.FormatInt(version, 10) }

// Sessions sets the version of sessions and agents that the page now shows. See SessionsShown.
func (p *Patches) Sessions(version int64) {
	p.Signals(map[string]string{"_sessions": strconv.FormatInt(version, 10)})
}

func (p *Patches) add(selector string, mode datastar.ElementPatchMode, c templ.Component) {
	if strings.ContainsAny(selector, "\r\n") {
		p.err = errors.Join(p.err, fmt.Errorf("%w: %q", ErrSelector, selector))
		return
	}
	html, ok := "", true
	if c != nil {
		html, ok = p.render(c)
	}
	if ok {
		p.push(patch{mode: mode, selector: selector, html: html})
	}
}

// push queues a patch. It merges consecutive patches that append to the same element, or that morph
// elements by their ids. Only markup with the same table tag, or with none, is merged: an HTML
// parser drops tables after a row, and rows after other markup.
func (p *Patches) push(n patch) {
	if k := len(p.queue) - 1; k >= 0 && n.signals == nil {
		last := &p.queue[k]
		if last.signals == nil && last.mode == n.mode && last.selector == n.selector && last.svg == n.svg && tableTag(last.html) == tableTag(n.html) &&
			(n.mode == datastar.ElementPatchModeOuter && n.selector == "" || n.mode == datastar.ElementPatchModeAppend) {
			last.html += n.html
			return
		}
	}
	p.queue = append(p.queue, n)
}

// tableTag returns the table tag that markup begins with, or "".
func tableTag(html string) string {
	for _, bit := range []string{"<tr", "<tbody"} {
		if strings.HasPrefix(html, bit) {
			return bit
		}
	}
	return ""
}

// Render returns c's HTML as it would be sent. If rendering fails it returns "", and the
// next Flush returns the error.
func (p *Patches) Render(c templ.Component) string {
	html, _ := p.render(c)
	return html
}

func (p *Patches) render(c templ.Component) (html string, ok bool) {
	var b bytes.Buffer
	if err := part.Draw(p.r.Context(), c, &b); err != nil {
		p.err = errors.Join(p.err, fmt.Errorf("render: %w", err))
		return "", false
	}
	return strings.ReplaceAll(b.String(), "\r", "&#13;"), true
}

// failure returns and clears the error since the last Flush, so that Flush sends the rest.
func (p *Patches) failure() error {
	err := p.err
	p.err = nil
	return err
}

// Flush sends the collected patches. It gives up on a browser that has not taken them after 30
// seconds.
func (p *Patches) Flush() error {
	queue, err := p.queue, p.err
	p.queue, p.err = nil, nil
	if err != nil || len(queue) == 0 && p.id == p.sentID && p.sse != nil {
		return err
	}
	// Not every ResponseWriter has deadlines, for example those of tests.
	_ = p.rc.SetWriteDeadline(time.Now().Add(30 * time.Second))
	defer p.rc.SetWriteDeadline(time.Time{})
	if err := p.open(); err != nil {
		return err
	}
	for _, n := range queue {
		if err := p.send(n); err != nil {
			return err
		}
	}
	if p.id == p.sentID {
		return nil
	}
	p.sentID = p.id
	return p.sse.PatchSignals([]byte(`{"_since":`+p.id+`}`), datastar.WithPatchSignalsEventID(p.id))
}

func (p *Patches) send(n patch) error {
	if n.signals != nil {
		return p.sse.PatchSignals(n.signals)
	}
	opts := []datastar.PatchElementOption{datastar.WithMode(n.mode)}
	if n.svg {
		opts = append(opts, datastar.WithNamespaceSVG())
	}
	if n.selector != "" {
		opts = append(opts, datastar.WithSelector(n.selector))
	}
	return p.sse.PatchElements(n.html, opts...)
}
