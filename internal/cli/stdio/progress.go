package stdio

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/a2a-console/a2a-console/internal/words"
)

// progressEvery is how often a line of progress is drawn anew.
const progressEvery = 100 * time.Millisecond

// Progress tells on stderr how far something long is: on a terminal one line,
// drawn anew; elsewhere only what is being done, once. With --json nothing is.
func (p *Streams) Progress() func(doing string, done, total int) {
	b := progressLine{to: p.Stderr, drawn: IsTerminal(p.Stderr), now: time.Now}
	return b.tell
}

// progressLine is the line of progress. Safe for concurrent use.
type progressLine struct {
	to    io.Writer
	drawn bool // a terminal: the line can be drawn again
	now   func() time.Time

	mu    sync.Mutex
	doing string
	last  time.Time
	wide  int // characters on the terminal
}

// tell says that done of total is done; a total of 0 or less is not known.
func (b *progressLine) tell(doing string, done, total int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.drawn {
		if doing != b.doing {
			fmt.Fprintln(b.to, words.OneLine(doing)+" …")
			b.doing = doing
		}
		return
	}
	over := total > 0 && done >= total
	if now := b.now(); doing == b.doing && !over && now.Sub(b.last) < progressEvery {
		return
	} else {
		b.doing, b.last = doing, now
	}
	text := words.OneLine(doing)
	if total > 0 {
		text += fmt.Sprintf(" · %d of %d, %d %%", done, total, int64(done)*100/int64(total))
	}
	n := utf8.RuneCountInString(text)
	fmt.Fprint(b.to, "\r"+text+strings.Repeat(" ", max(0, b.wide-n)))
	b.wide = n
	if over {
		fmt.Fprintln(b.to)
		b.doing, b.wide = "", 0
	}
}

// IsTerminal reports whether w is a terminal.
func IsTerminal(w io.Writer) bool {
	if o, ok := w.(*output); ok {
		w = o.to
	}
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
