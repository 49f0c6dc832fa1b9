package agent

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

const (
	maxChunks     = 100_000
	maxChunkSize  = 64 << 10
	maxStreamSize = 64 << 20 // bytes of all chunks of a task
)

var slow = skill{
	card: a2a.Skill{
		ID: "slow", Name: "Stream slowly, or fast",
		Description: `Streams one artifact in pieces: "slow 20 chunks every 100ms size 40". At most 100,000 chunks of at most 65,536 bytes, ` +
			`at most a minute apart; "every 0" sends without pauses. As data: {"skill":"slow","chunks":20,"every":"100ms","size":40}. Can be canceled.`,
		Tags:       []string{"streaming", "cancel", "load"},
		Examples:   []string{"slow 20 chunks every 100ms", "slow 10000 every 0 size 40"},
		InputModes: []string{"text/plain", "application/json"}, OutputModes: []string{"text/plain"},
	},
	canHandle: startsWith("slow"),
	run:       streamSlowly,
}

func streamSlowly(t *turn) {
	n := 20
	if len(t.input.words) > 1 {
		if asked, err := strconv.Atoi(t.input.words[1]); err == nil {
			n = asked
		}
	}
	if t.input.fields["chunks"] != nil {
		n = t.input.number("chunks", n, 1, maxChunks)
	}
	n = min(max(n, 1), maxChunks)
	size := min(t.input.number("size", 32, 1, maxChunkSize), maxStreamSize/n)
	pace := t.input.interval(100 * time.Millisecond)
	var f *artifact
	for i := range n {
		if i > 0 && !t.sleep(pace) {
			return
		}
		p := text(chunk(i+1, size))
		if i == 0 {
			f = t.beginArtifact("stream", fmt.Sprintf("%d chunks of %d bytes", n, size), n == 1, p)
		} else if !t.extendArtifact(f, i == n-1, p) {
			return
		}
	}
	t.complete()
}

const filler = "one event follows another and none of them is lost on the way to the reader "

// chunk returns piece number n: exactly size bytes, with a line break at the end if size is above
// 8.
func chunk(n, size int) string {
	s := strconv.Itoa(n) + " "
	for len(s) < size {
		s += filler[:min(len(filler), size-len(s))]
	}
	s = s[:size]
	if size > 8 {
		s = strings.TrimRight(s[:size-1], " ")
		s += strings.Repeat(".", size-1-len(s)) + "\n"
	}
	return s
}
