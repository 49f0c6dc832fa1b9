package wire

import (
	"context"
	"net/http"
	"time"
)

// Unrecorded is the Tape of what is not recorded: it keeps nothing, has no id and
// waits for nothing.
type Unrecorded struct{}

// ID implements Tape.
func (Unrecorded) ID() string { return "" }

// Write implements Tape.
func (Unrecorded) Write(Side, time.Time, []byte, bool) {}

// RequestDone implements Tape.
func (Unrecorded) RequestDone(time.Time, http.Header) {}

// Interim implements Tape.
func (Unrecorded) Interim(Interim) {}

// Answer implements Tape.
func (Unrecorded) Answer(time.Time, Head) {}

// Sent implements Tape.
func (Unrecorded) Sent(Side, Head) {}

// Pass implements Tape.
func (Unrecorded) Pass(Passage) {}

// End implements Tape.
func (Unrecorded) End(End) {}

// Late implements Tape.
func (Unrecorded) Late([]byte, string) {}

// Commit implements Tape.
func (Unrecorded) Commit(context.Context) error { return nil }
