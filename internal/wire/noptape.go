package wire

import (
	"context"
	"net/http"
	"time"
)

// NopTape is the Tape of an exchange that is not recorded: it discards everything and never waits.
type NopTape struct{}

func (NopTape) ID() string { return "" }

func (NopTape) Write(Side, time.Time, []byte, bool) {}

func (NopTape) EndRequest(time.Time, http.Header) {}

func (NopTape) WriteInterim(Interim) {}

func (NopTape) WriteResponseHead(time.Time, Head) {}

func (NopTape) WriteSentHead(Side, Head) {}

func (NopTape) AddPassage(Passage) {}

func (NopTape) End(End) {}

func (NopTape) WriteSurplus([]byte, string) {}

func (NopTape) Commit(context.Context) error { return nil }
