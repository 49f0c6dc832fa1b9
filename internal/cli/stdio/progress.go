package stdio

import (
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/words"
)

// progressDelay is how long work must take before its progress is shown.
const progressDelay = time.Second

// Bar shows the progress of long work on stderr. On a terminal it is a bar with the rate and the time
// left, cleared when the work ends; elsewhere it is one line that names the work. Safe for concurrent
// use; a nil Bar shows nothing.
type Bar struct {
	to     io.Writer
	drawn  bool // both stderr and stdout are terminals
	silent bool // --json
	now    func() time.Time

	mu        sync.Mutex
	doing     string
	startedAt time.Time
	named     bool
	bar       *progressbar.ProgressBar
}

// Bar returns the command's only bar. Note clears it before it prints.
func (p *Streams) Bar() *Bar {
	if p.bar == nil {
		p.bar = &Bar{to: p.Stderr, drawn: IsTerminal(p.Stderr) && IsTerminal(p.Stdout), silent: p.JSON, now: time.Now}
	}
	return p.bar
}

func (p *Streams) Progress() func(doing string, done, total int) {
	b := p.Bar()
	return func(doing string, done, total int) { b.Update(doing, int64(done), int64(total), false) }
}

// Update shows the progress of the work that doing names: done of total items, or bytes. A total of
// 0 or less means unknown. Done work is cleared.
func (b *Bar) Update(doing string, done, total int64, bytes bool) {
	if b == nil || b.silent {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.now()
	if doing != b.doing {
		b.clearWork()
		b.doing, b.startedAt, b.named = doing, now, false
	}
	if total > 0 && done >= total {
		b.clearWork()
		return
	}
	if now.Sub(b.startedAt) < progressDelay {
		return
	}
	if !b.drawn {
		if !b.named {
			fmt.Fprintln(b.to, words.OneLine(doing)+" …")
			b.named = true
		}
		return
	}
	if b.bar == nil {
		b.bar = newBar(b.to, doing, total, bytes)
	}
	// An error means that stderr cannot be written to, so it cannot be reported.
	_ = b.bar.Set64(done)
}

func newBar(to io.Writer, doing string, total int64, bytes bool) *progressbar.ProgressBar {
	if total <= 0 {
		total = -1
	}
	return progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(to),
		progressbar.OptionSetDescription(clip.Runes(words.OneLine(doing), 40)),
		progressbar.OptionSetWidth(16),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionSetItsString("items"),
		progressbar.OptionShowBytes(bytes),
		progressbar.OptionUseIECUnits(true),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)
}

// Clear removes the bar from the terminal; the next Update draws it again.
func (b *Bar) Clear() {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.bar != nil {
		_ = b.bar.Clear()
	}
}

func (b *Bar) clearWork() {
	if b.bar != nil {
		_ = b.bar.Clear()
	}
	b.bar, b.doing = nil, ""
}

// Reader returns a reader of in that shows the progress. size is in's length in bytes.
func (b *Bar) Reader(doing string, in io.Reader, size int64) io.Reader {
	return &barReader{source: in, onRead: func(done int64) { b.Update(doing, done, size, true) }}
}

type barReader struct {
	source io.Reader
	done   int64
	onRead func(int64)
}

func (r *barReader) Read(p []byte) (int, error) {
	n, err := r.source.Read(p)
	r.done += int64(n)
	r.onRead(r.done)
	return n, err
}
