package list

import (
	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/ui/record"
)

// column is one of the list.
type column struct {
	Key   string // of the width that the browser keeps, and of its head
	Name  string
	By    string // the order that its head sorts by, "" for none
	Width int    // in pixels, at least, unless it is changed; 0: it takes what is left
	Left  bool   // its border is the left one: it stands right of the column that takes what is left
	Title string

	Optional bool // a person can hide it
	Signs    bool // it has signs, which the legend explains
}

// Widths in pixels that columns can be given.
const (
	narrowest = 30
	widest    = 900
)

func columns() []column {
	return []column{
		{Key: "time", Name: "Time", By: "time", Width: 92, Title: "When it began. Unless it is sorted, the list stands in the order of the record, newest first; calls that began within 20 ms of each other may stand the other way round."},
		{Key: "agent", Name: "Agent", By: "agent", Width: 150, Optional: true},
		{Key: "caller", Name: "Caller", Width: 104, Title: "Who called: " + record.OriginMarks(), Optional: true},
		{Key: "op", Name: "Operation", By: "operation", Width: 196},
		{Key: "words", Name: "Message", Title: "The first line of what the client said in this call; of other calls what the agent said"},
		{Key: "task", Name: "Task", Width: 98, Left: true, Optional: true},
		{Key: "state", Name: "State", By: "state", Width: 150, Left: true, Signs: true},
		{Key: "end", Name: "Ended", By: "status", Width: 132, Left: true, Title: "The HTTP status, and how the exchange ended", Optional: true},
		{Key: "dur", Name: "Duration", By: "duration", Width: 68, Left: true, Optional: true},
		{Key: "size", Name: "Size", By: "size", Width: 60, Left: true, Optional: true},
		{Key: "find", Name: "Findings", By: "findings", Width: 56, Left: true, Optional: true},
		{Key: "fall", Name: "Waterfall", Width: 104, Left: true, Title: "When each call in view began and ended. The menu Columns lets each bar begin with its own call instead, on a logarithmic scale.", Optional: true},
	}
}

// Columns are the names of the columns, in their order.
func Columns() (names []string) {
	for _, c := range columns() {
		names = append(names, c.Name)
	}
	return names
}

// attrs are what the head of a column says of it; way is the value of aria-sort.
func (c column) attrs(way string) templ.Attributes {
	out := templ.Attributes{}
	if way != "" {
		out["aria-sort"] = way
	}
	if c.Title != "" {
		out["title"] = c.Title
	}
	return out
}
