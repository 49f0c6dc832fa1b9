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

// sentence says who called whom, what came back, in how many events where that is a
// stream (else -1), and how it ended.
func sentence(x wire.Exchange, name string, events int) string {
	if x.Origin == wire.Push {
		return record.PushSentence(x, name)
	}
	s := who(x) + " " + asked(x, name)
	if !strings.HasSuffix(s, "…") { // a name that is cut ends the sentence by itself
		s += "."
	}
	s += " "
	if x.Response.Status == 0 {
		return s + words.EndOf(&x).Silent
	}
	s += "It answered " + answeredWord(x) + came(x, events)
	switch {
	case x.Labels.Error == string(a2a.OtherError):
		s += ", with an error of its own"
	case x.Labels.Error != "":
		s += ", with the error " + part.Short(x.Labels.Error, 48)
	case misread(x):
		s += "; the answer is not what " + part.Short(x.Labels.Op, 48) + " returns"
	case x.Labels.State != "":
		if s += "; "; (x.Lacks() || x.Outcome == wire.Interrupted) && !a2a.State(x.Labels.State).Terminal() {
			s += "as far as is on record, "
		}
		s += standing(a2a.State(x.Labels.State))
	}
	end := words.EndOf(&x).Said
	switch {
	case x.Outcome == wire.ByAgent && end == "" && events >= 0:
		end = "The agent ended the stream."
	case x.Outcome == wire.Cancelled && record.ByYou(x):
		end = "You stopped listening."
	}
	return strings.TrimSpace(s + ". " + end)
}

// misread reports an answer of which no state of a task can be read, though it tells one.
func misread(x wire.Exchange) bool {
	e, ok := words.EndingOf(&x)
	return ok && e.Failed && (x.Labels.State == "" || a2a.State(x.Labels.State) == a2a.Unspecified) && e.Word == words.InvalidAnswer
}

// standing says how the task stands.
func standing(st a2a.State) string {
	switch st {
	case a2a.InputRequired:
		return "the task waits for input"
	case a2a.AuthRequired:
		return "the task waits for a sign-in"
	}
	return "the task is " + part.Short(st.Word(), 32)
}

func who(x wire.Exchange) string {
	switch x.Origin {
	case wire.Compose, wire.Terminal:
		return record.SaidBy(x)
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

func asked(x wire.Exchange, name string) string {
	name = part.Short(name, 48)
	switch a2a.Operation(x.Labels.Op) {
	case "":
		return "sent " + part.Short(record.Row{Exchange: x}.Operation(), 80) + " to " + name
	case a2a.GetCard, a2a.GetExtendedCard:
		return "asked " + name + " for its card"
	}
	s := "called " + part.Short(x.Labels.Op, 48) + " on " + name
	if x.Origin == wire.Replay && x.Caller == resender {
		s = "re-sent " + part.Short(x.Labels.Op, 48) + " to " + name
	}
	if x.Labels.Dialect != "" {
		s += " in A2A " + part.Short(x.Labels.Dialect, 16)
	}
	if b := a2a.Binding(x.Labels.Binding); b == a2a.REST || b == a2a.GRPC {
		s += " over " + words.Binding(a2a.Interface{Binding: b})
	}
	return s
}

// answeredWord is the transport's status: over gRPC that which comes in the end.
func answeredWord(x wire.Exchange) string {
	if st := grpcStatus(x); st != "" && x.Response.Status == http.StatusOK {
		return "gRPC status " + st
	}
	return strconv.Itoa(x.Response.Status)
}

// grpcStatus is how a gRPC call ended, "0 OK"; "" for none.
func grpcStatus(x wire.Exchange) string {
	if said := cmp.Or(x.Response.Trailer.Get("Grpc-Status"), x.Response.Header.Get("Grpc-Status")); said != "" {
		return part.Short(grpc.StatusWord(said), 40)
	}
	return ""
}

// requestLine is the method and path of a call over HTTP+JSON or gRPC, where they
// say something; "" elsewhere.
func requestLine(x wire.Exchange) string {
	if b := a2a.Binding(x.Labels.Binding); b != a2a.REST && b != a2a.GRPC {
		return ""
	}
	return part.Short(record.Row{Exchange: wire.Exchange{Method: x.Method, URL: x.URL}}.Operation(), 120)
}

// came is how much came back, and how long that took.
func came(x wire.Exchange, events int) string {
	s := " with " + part.Bytes(x.ResponseBytes)
	if events >= 0 {
		s = " with " + part.Plural(events, "event") + ", " + part.Bytes(x.ResponseBytes)
	}
	if took := words.TookOf(&x); took != "" {
		s += ", in " + took
	}
	return s
}
