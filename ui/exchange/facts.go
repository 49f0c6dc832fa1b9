package exchange

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/grpc"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/ui/part"
	"github.com/a2a-console/a2a-console/ui/record"
)

type fact struct{ Name, Value string }

// facts returns what people compare between exchanges: where the request went, the status, the
// caller, the size and how the exchange ended. events is -1 if the response is not a stream.
func facts(x wire.Exchange, name string, events int) (all []fact) {
	add := func(name, value string) {
		if value != "" {
			all = append(all, fact{name, part.Visible(value)})
		}
	}
	if x.Method != "" {
		add("Request", part.Short(x.Method, 16)+" "+part.Short(x.URL, 4000))
	}
	if x.Response.Status > 0 {
		add("Status", answeredWord(x))
	}
	add("Protocol", protocol(x))
	if x.Origin == wire.Push {
		add("Agent and receiver", part.Short(name, 48)+" → webhook receiver")
		add("Sent", part.Bytes(x.RequestBytes))
	} else {
		add("Caller and agent", callerName(x)+" → "+part.Short(name, 48))
		add("Received", responseSize(x, events))
	}
	add("Duration", words.ExchangeDuration(&x))
	add("End", endSentence(x, name, events))
	return all
}

func factLines(all []fact) string {
	lines := make([]string, len(all))
	for i, f := range all {
		lines[i] = f.Name + ": " + f.Value
	}
	return strings.Join(lines, "\n")
}

func protocol(x wire.Exchange) string {
	if x.Labels.Dialect == "" {
		return ""
	}
	s := "A2A " + part.Short(x.Labels.Dialect, 16)
	if b := a2a.Binding(x.Labels.Binding); b != "" {
		s += " " + part.Short(words.Binding(a2a.Interface{Binding: b}), 24)
	}
	return s
}

func endSentence(x wire.Exchange, name string, events int) string {
	end := words.OutcomeWordsOf(&x)
	switch {
	case x.Origin == wire.Model:
		return "" // its problem and its state say all
	case x.Origin == wire.Push:
		return record.PushSentence(x, name)
	case x.Response.Status == 0:
		return end.NoAnswer
	case x.Outcome == wire.Cancelled && record.IsByUser(x):
		return "You stopped listening."
	case x.Outcome == wire.ByAgent && end.Sentence == "" && events >= 0:
		return "The agent ended the stream."
	}
	return end.Sentence
}

func callerName(x wire.Exchange) string {
	switch x.Origin {
	case wire.Compose, wire.Terminal:
		return record.MessageHeading(x)
	case wire.Replay:
		if x.Caller == resender {
			return "You"
		}
		return "A replay"
	case wire.Console:
		return "The console"
	case wire.Push:
		return "The agent"
	}
	if name, _, _ := strings.Cut(x.Caller, " "); name != "" {
		return part.Short(name, 40)
	}
	return "A client"
}

// answeredWord returns the HTTP status or, over gRPC, the final gRPC status.
func answeredWord(x wire.Exchange) string {
	if st := grpcStatus(x); st != "" && x.Response.Status == http.StatusOK {
		return "gRPC status " + st
	}
	return strconv.Itoa(x.Response.Status)
}

// grpcStatus returns the final status of a gRPC call, such as "0 OK"; "" for none.
func grpcStatus(x wire.Exchange) string {
	if said := cmp.Or(x.Response.Trailer.Get("Grpc-Status"), x.Response.Header.Get("Grpc-Status")); said != "" {
		return part.Short(grpc.StatusWord(said), 40)
	}
	return ""
}

func responseSize(x wire.Exchange, events int) string {
	switch {
	case events >= 0:
		return part.Plural(events, "event") + ", " + part.Bytes(x.ResponseBytes)
	case x.Response.Status > 0:
		return part.Bytes(x.ResponseBytes)
	}
	return ""
}
