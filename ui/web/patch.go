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

// ErrSelector says that a selector held a line break, which would let it write
// fields of the event stream.
var ErrSelector = errors.New("line break in a selector")

// Patches collects changes to a page and sends them as one burst. It is the
// only way to a live page: the event stream ends lines at a bare carriage
// return, templ lets one pass, and so text of an agent could otherwise write
// events of its own. Not safe for concurrent use.
type Patches struct {
	w      http.ResponseWriter
	r      *http.Request
	sse    *datastar.ServerSentEventGenerator // nil until the stream was opened
	rc     *http.ResponseController
	queue  []patch
	drawn  map[string]string // last markup per key, see Changed
	id     string            // of the version that the page shows
	sentID string            // what of that the browser has
	err    error
}

type patch struct {
	mode     datastar.ElementPatchMode
	selector string
	html     string
	signals  []byte
	svg      bool // html is of a drawing
}

// NewPatches returns Patches for a response. Nothing is written before Flush.
func NewPatches(w http.ResponseWriter, r *http.Request) *Patches {
	return &Patches{w: w, r: r, rc: http.NewResponseController(w), drawn: map[string]string{}}
}

// open begins the event stream of the response. It is the one caller of
// datastar.NewSSE, which panics when the browser has gone away.
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

// Morph updates the elements that carry the ids of c's elements.
func (p *Patches) Morph(c templ.Component) { p.add("", datastar.ElementPatchModeOuter, c) }

// Replace puts c in the place of the element with its id, which starts anew.
func (p *Patches) Replace(c templ.Component) { p.add("", datastar.ElementPatchModeReplace, c) }

// Inner morphs the contents of an element.
func (p *Patches) Inner(selector string, c templ.Component) {
	p.add(selector, datastar.ElementPatchModeInner, c)
}

// Append adds c at the end of an element.
func (p *Patches) Append(selector string, c templ.Component) {
	p.add(selector, datastar.ElementPatchModeAppend, c)
}

// Prepend adds c at the beginning of an element.
func (p *Patches) Prepend(selector string, c templ.Component) {
	p.add(selector, datastar.ElementPatchModePrepend, c)
}

// Before adds c before an element.
func (p *Patches) Before(selector string, c templ.Component) {
	p.add(selector, datastar.ElementPatchModeBefore, c)
}

// After adds c after an element.
func (p *Patches) After(selector string, c templ.Component) {
	p.add(selector, datastar.ElementPatchModeAfter, c)
}

// MorphSVG is Morph for an element of a drawing.
func (p *Patches) MorphSVG(c templ.Component) {
	if html, ok := p.render(c); ok {
		p.push(patch{mode: datastar.ElementPatchModeOuter, html: html, svg: true})
	}
}

// AppendSVG is Append for elements of a drawing.
func (p *Patches) AppendSVG(selector string, c templ.Component) {
	if html, ok := p.render(c); ok {
		p.push(patch{mode: datastar.ElementPatchModeAppend, selector: selector, html: html, svg: true})
	}
}

// Remove takes elements away.
func (p *Patches) Remove(selector string) { p.add(selector, datastar.ElementPatchModeRemove, nil) }

// RemoveAny takes those elements away that are there. Datastar warns of a patch that finds
// nothing; an element that comes before and goes with them makes sure that there is one.
func (p *Patches) RemoveAny(selectors ...string) {
	if len(selectors) > 0 {
		p.push(patch{mode: datastar.ElementPatchModeAppend, selector: "body", html: `<i id="gone" hidden></i>`})
		p.Remove("#gone, " + strings.Join(selectors, ", "))
	}
}

// Changed morphs c when its markup differs from the last time under this key.
func (p *Patches) Changed(key string, c templ.Component) {
	p.ChangedBy(key, c, c)
}

// ChangedBy morphs c when the markup of like differs from the last time under this key:
// c says how long ago something was, which the page's script counts on.
func (p *Patches) ChangedBy(key string, like, c templ.Component) {
	html, ok := p.render(like)
	if !ok || p.drawn[key] == html {
		return
	}
	p.drawn[key] = html
	p.Morph(c)
}

// Forget says that parts of what is kept under a key were sent by themselves: the next
// Changed sends it, whether it differs from the last time or not.
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

// Navigate sends the browser to another page of the console.
func (p *Patches) Navigate(path string) { p.Signals(map[string]string{"_go": path}) }

// Since notes the version of the record that the page now shows, so that a
// stream that is opened again goes on from there.
func (p *Patches) Since(version int64) { p.id = strconv.FormatInt(version, 10) }

// Sessions notes the version of the sessions and agents that the page now shows. See SessionsShown.
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

// push queues a patch; those that only add to the same place become one. Rows of
// tables stay among themselves: after one, a parser drops tables of their own.
func (p *Patches) push(n patch) {
	if k := len(p.queue) - 1; k >= 0 && n.signals == nil {
		last := &p.queue[k]
		if last.signals == nil && last.mode == n.mode && last.selector == n.selector && last.svg == n.svg && tableBit(last.html) == tableBit(n.html) &&
			(n.mode == datastar.ElementPatchModeOuter && n.selector == "" || n.mode == datastar.ElementPatchModeAppend) {
			last.html += n.html
			return
		}
	}
	p.queue = append(p.queue, n)
}

// tableBit is what of a table markup begins with, "" for nothing.
func tableBit(html string) string {
	for _, bit := range []string{"<tr", "<tbody"} {
		if strings.HasPrefix(html, bit) {
			return bit
		}
	}
	return ""
}

// Render draws c as it is sent. What cannot be drawn is "", and the error that of Flush.
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

// failure is what went wrong since the last Flush, which then sends the rest.
func (p *Patches) failure() error {
	err := p.err
	p.err = nil
	return err
}

// Flush sends what was collected. A browser that takes nothing for half a
// minute is given up.
func (p *Patches) Flush() error {
	queue, err := p.queue, p.err
	p.queue, p.err = nil, nil
	if err != nil || len(queue) == 0 && p.id == p.sentID && p.sse != nil {
		return err
	}
	// Not every ResponseWriter has deadlines; those of tests do not.
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
