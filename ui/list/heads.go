package list

import (
	"github.com/a-h/templ"
	"github.com/a2a-console/a2a-console/ui/record"
)

type column struct {
	Key           string // names the column's head, and the width that the browser stores
	Name          string
	SortKey       string // the order that its head sorts by; "" for none
	Width         int    // least width in pixels, until a person changes it; 0: the column takes the remaining width
	HasLeftBorder bool   // it is right of the column that takes the remaining width
	Title         string

	Optional bool // a person can hide it
	Signs    bool // it has signs that the legend explains
}

// Bounds of column widths, in pixels.
const (
	minWidth = 30
	maxWidth = 900
)

func columns() []column {
	return []column{
		{Key: "time", Name: "Time", SortKey: "time", Width: 92, Title: "When the call began. An unsorted list is in the order of the record, newest first: calls that overlap may be swapped. Click to sort by time."},
		{Key: "agent", Name: "Agent", SortKey: "agent", Width: 150, Optional: true},
		{Key: "caller", Name: "Caller", Width: 104, Title: "Who called: " + record.OriginMarks(), Optional: true},
		{Key: "op", Name: "Operation", SortKey: "operation", Width: 196},
		{Key: "words", Name: "Message", Title: "The first line of the client's message in this call, or else of the agent's"},
		{Key: "task", Name: "Task", Width: 98, HasLeftBorder: true, Optional: true},
		{Key: "state", Name: "State", SortKey: "state", Width: 160, HasLeftBorder: true, Signs: true},
		{Key: "end", Name: "Ended", SortKey: "status", Width: 132, HasLeftBorder: true, Title: "The HTTP status, and how the exchange ended", Optional: true},
		{Key: "dur", Name: "Duration", SortKey: "duration", Width: 68, HasLeftBorder: true, Optional: true},
		{Key: "size", Name: "Size", SortKey: "size", Width: 60, HasLeftBorder: true, Title: "Bytes of both bodies", Optional: true},
		{Key: "find", Name: "Findings", SortKey: "findings", Width: 56, HasLeftBorder: true, Optional: true},
		{Key: "fall", Name: "Waterfall", Width: 104, HasLeftBorder: true, Title: "When each call in view began and ended; gaps without a call are shortened, and a tick in the head marks each. The Columns menu lets each bar begin with its own call instead, on a logarithmic scale.", Optional: true},
	}
}

// Columns returns the names of the columns, in order.
func Columns() (names []string) {
	for _, c := range columns() {
		names = append(names, c.Name)
	}
	return names
}

// attrs returns the attributes of a column's head. way is the value of aria-sort.
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
