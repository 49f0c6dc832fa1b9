package follow

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"github.com/gorilla/websocket"

	"github.com/a2a-console/a2a-console/internal/outbound"
	"github.com/a2a-console/a2a-console/internal/words"
)

// maxMessage bounds one message of the feed, in bytes.
const maxMessage = 32 << 20

// Console hands over the messages of a console's live feed until ctx ends. page is the
// console's address, with its token. The error is ErrEnded when the console stops.
func Console(ctx context.Context, page string, w Wanted, each func(message []byte) error) error {
	conn, err := dial(ctx, page, w)
	if err != nil {
		return err
	}
	defer conn.Close()
	// Reading from a socket knows no context: closing it ends the read.
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	conn.SetReadLimit(maxMessage)
	for {
		_, message, err := conn.ReadMessage()
		switch {
		case ctx.Err() != nil:
			return nil
		case websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseGoingAway):
			return fmt.Errorf("the console stopped: %w", ErrEnded)
		case err != nil:
			return words.Advise(fmt.Errorf("the feed broke off: %w", err), "see whether the console still runs")
		}
		if err := each(message); err != nil {
			return err
		}
	}
}

// dial opens the feed with the token that the console's address carries.
func dial(ctx context.Context, page string, w Wanted) (*websocket.Conn, error) {
	u, err := url.Parse(page)
	if err != nil {
		return nil, fmt.Errorf("read the console's address: %w", err)
	}
	token := u.Query().Get("token")
	q := url.Values{}
	if w.Filter != "" {
		q.Set("filter", w.Filter)
	}
	if w.Frames {
		q.Set("frames", "1")
	}
	if w.Since >= 0 {
		q.Set("since", fmt.Sprint(w.Since))
	}
	u.Scheme, u.Path, u.RawQuery = "ws", "/api/tail", q.Encode()
	d := websocket.Dialer{HandshakeTimeout: 5 * time.Second, NetDialContext: outbound.Dialer(5 * time.Second).DialContext}
	conn, resp, err := d.DialContext(ctx, u.String(), http.Header{"Authorization": {"Bearer " + token}})
	if err != nil {
		if resp != nil {
			return nil, fmt.Errorf("the console refused the feed: %s", refusal(resp))
		}
		return nil, fmt.Errorf("open the console's feed: %w", err)
	}
	return conn, nil
}

// refusal is what a refused handshake's answer says, on one line.
func refusal(resp *http.Response) string {
	var b [1024]byte
	n, _ := resp.Body.Read(b[:]) // the websocket package hands over the first kilobyte
	var said struct {
		Error struct{ What, Why, Try string }
	}
	if json.Unmarshal(b[:n], &said) == nil && said.Error.What != "" {
		return words.OneLine(said.Error.What + " " + said.Error.Why + " " + said.Error.Try)
	}
	if text := words.OneLine(string(b[:n])); text != "" {
		return text
	}
	return resp.Status
}
