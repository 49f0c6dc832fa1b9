package print

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/internal/a2a/delivery"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect"
	"github.com/a2a-console/a2a-console/internal/cli/stdio"
	"github.com/a2a-console/a2a-console/internal/webhook"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
)

type deliveryLine struct {
	readingLine
	Dialect       string `json:"dialect,omitempty"`
	Method        string `json:"method"`
	ContentType   string `json:"content_type,omitempty"`
	Token         string `json:"token"`
	Authorization string `json:"authorization"`
	Status        int    `json:"http_status"`
	Problem       string `json:"problem,omitempty"`
	Exchange      string `json:"exchange,omitempty"`
}

// Delivery prints a delivery, and how its credentials compare with those asked for.
func Delivery(p *stdio.Streams, d webhook.Delivery, asked delivery.Expected, started time.Time) error {
	m := dialect.Message{Method: d.Method, URL: d.URL, Header: d.Header, Body: d.Body}
	id := dialect.Identify(m, dialect.Message{}, dialect.Hint{})
	e := inspector.Event{At: d.At, Reading: dialect.ReadRequest(id, m)}
	token, auth := delivery.Compare(asked, delivery.ReceivedBy(&wire.Exchange{Request: wire.Head{Header: d.Header}}))
	l := deliveryLine{readingLine: lineOf(e, started), Dialect: id.Label(), Method: d.Method, ContentType: d.Header.Get("Content-Type"),
		Token: string(token.Result), Authorization: string(auth.Result), Status: d.Status, Problem: d.Problem, Exchange: d.Exchange}
	if d.Method == http.MethodGet {
		l.Kind, l.Token, l.Authorization = "challenge", string(delivery.None), string(delivery.None)
	}
	if l.Raw == nil {
		l.Raw = json.RawMessage("null")
	}
	if p.JSON {
		return p.Line(l)
	}
	what, text := (&AnswerPrinter{streams: p}).eventWords(e.Reading, l.readingLine)
	if d.Method == http.MethodGet {
		what, text = "? challenge", "echoed"
	}
	(&AnswerPrinter{streams: p}).printRow("+"+words.FormatDuration(d.At.Sub(started)), words.OneLine(what), fmt.Sprintf("token %s, authorization %s  %s", l.Token, l.Authorization, words.OneLine(text+" "+d.Problem)))
	return nil
}
