package record

import "github.com/a2a-console/a2a-console/internal/wire"

// TaskTitle returns the first text of a task: from a client's call that sends a message, or else
// from any exchange.
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
