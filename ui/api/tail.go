package api

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/ui/web"
	"github.com/gorilla/websocket"
)

const (
	tailWrite = 30 * time.Second // a reader that accepts nothing for this long is disconnected
	tailPing  = 20 * time.Second
	tailPong  = 60 * time.Second
	tailRead  = 4 << 10 // maximum bytes of a message from the reader, which need not send any
)

// tail serves the live feed: over a WebSocket, or with ?format=ndjson as lines of JSON over plain
// HTTP.
func (s *Screen) tail(w http.ResponseWriter, r *http.Request) error {
	f, err := s.newFeed(r)
	if err != nil {
		return err
	}
	if r.URL.Query().Get("format") == "ndjson" {
		return s.tailLines(w, r, f)
	}
	if !websocket.IsWebSocketUpgrade(r) {
		return web.Fail(http.StatusUpgradeRequired, "The feed is a WebSocket.", "This request is not a WebSocket upgrade.", "Use a WebSocket client, or add format=ndjson for lines of JSON.")
	}
	// The upgrader compares Origin with Host; the guards have already checked Host.
	up := websocket.Upgrader{HandshakeTimeout: 5 * time.Second}
	conn, err := up.Upgrade(w, r, nil)
	if err != nil {
		return nil // the upgrader has already responded
	}
	s.tailSocket(r.Context(), conn, f)
	return nil
}

// tailLines writes the feed as lines of JSON until the reader leaves.
func (s *Screen) tailLines(w http.ResponseWriter, r *http.Request, f *Feed) error {
	w.Header().Set("Content-Type", "application/x-ndjson")
	rc := http.NewResponseController(w)
	enc := json.NewEncoder(w)
	send := func(v any) error {
		_ = rc.SetWriteDeadline(time.Now().Add(tailWrite)) // not every writer supports deadlines
		return enc.Encode(v)
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(s.Web.Context(), cancel)()
	s.follow(ctx, f, send, rc.Flush)
	return nil
}

// tailSocket writes the feed to a WebSocket. A second goroutine reads from it, to handle control
// frames and to notice its end.
func (s *Screen) tailSocket(ctx context.Context, conn *websocket.Conn, f *Feed) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(s.Web.Context(), cancel)()
	conn.SetReadLimit(tailRead)
	conn.SetReadDeadline(time.Now().Add(tailPong))
	conn.SetPongHandler(func(string) error { return conn.SetReadDeadline(time.Now().Add(tailPong)) })
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		defer cancel()
		for {
			_, m, err := conn.NextReader()
			if err != nil {
				return
			}
			// Read each message to its end, so that the limit holds across its frames.
			if _, err := io.Copy(io.Discard, m); err != nil {
				return
			}
		}
	}()
	send := func(v any) error {
		conn.SetWriteDeadline(time.Now().Add(tailWrite))
		return conn.WriteJSON(v)
	}
	ping := func() error {
		return conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(tailWrite))
	}
	s.follow(ctx, f, send, ping)
	bye := websocket.FormatCloseMessage(websocket.CloseGoingAway, "the console is stopping")
	_ = conn.WriteControl(websocket.CloseMessage, bye, time.Now().Add(time.Second)) // the reader may have left already
	conn.Close()
	<-gone
}

// follow sends the feed until ctx ends or the reader has left. It calls rest after each burst, and
// every tailPing if nothing happens.
func (s *Screen) follow(ctx context.Context, f *Feed, send func(any) error, rest func() error) {
	bell, stop := s.Library.Watch()
	defer stop()
	tick := time.NewTicker(tailPing)
	defer tick.Stop()
	if send(Ready{Kind: "ready", Session: s.Desk.Current().ID, Version: f.Since()}) != nil {
		return
	}
	for {
		if err := f.Next(ctx, send); err != nil {
			if ctx.Err() == nil {
				s.Web.Logger.Debug("feed ended", "err", err)
			}
			return
		}
		if rest() != nil {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-bell:
		case <-tick.C:
		}
	}
}
