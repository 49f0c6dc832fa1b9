package draft

import (
	"net/url"
)

// Address returns the URL of the page that edits the draft, or that begins one if the draft has no
// ID. It holds enough to begin the draft again after the console was restarted.
func (d Draft) Address() string {
	q := url.Values{"agent": {d.Agent}}
	if d.ID != "" {
		q.Set("draft", d.ID)
	}
	switch {
	case d.Exchange != "":
		q.Set("exchange", d.Exchange)
	case d.Task != "":
		q.Set("task", d.Task)
		q.Set("context", d.Context)
	}
	if d.Version != "" {
		q.Set("as", d.Protocol().Path())
	}
	if d.Begin != "" && d.Saved == "" && d.Delivery != "" {
		q.Set("delivery", d.Delivery)
	}
	if d.Begin != "" && d.Saved != "" {
		q.Set("saved", d.Saved)
	} else if d.Begin != "" && d.Parts[0].Text != "" {
		q.Set("text", d.Parts[0].Text)
	}
	return "/compose?" + q.Encode()
}
