package record

import "github.com/a2a-console/a2a-console/internal/wire"

// TaskTitle is what was said first: by a client in a call that brings a message, else in
// any exchange.
func TaskTitle(begun []wire.Exchange) (title string) {
	for _, x := range begun {
		r := Row{Exchange: x}
		if r.IsRequestText() && r.Words() != "" {
			return r.Words()
		}
		if title == "" {
			title = r.Words()
		}
	}
	return title
}
