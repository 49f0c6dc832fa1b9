package wire

import (
	"context"
	"net/http"
	"time"
)

// NopTape is the Tape of what is not recorded: it keeps nothing, has no id and
// waits for nothing.
type NopTape struct{}

// ID implements Tape.
func (NopTape) ID() string { return "" }

// Write implements Tape.
func (NopTape) Write(Side, time.Time, []byte, bool) {}

// EndRequest implements Tape.
func (NopTape) EndRequest(time.Time, http.Header) {}

// WriteInterim implements Tape.
func (NopTape) WriteInterim(Interim) {}

// WriteResponseHead implements Tape.
func (NopTape) WriteResponseHead(time.Time, Head) {}

// WriteSentHead implements Tape.
func (NopTape) WriteSentHead(Side, Head) {}

// AddPassage implements Tape.
func (NopTape) AddPassage(Passage) {}

// End implements Tape.
func (NopTape) End(End) {}

// WriteSurplus implements Tape.
func (NopTape) WriteSurplus([]byte, string) {}

// Commit implements Tape.
func (NopTape) Commit(context.Context) error { return nil }
