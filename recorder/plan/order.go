package plan

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/recorder/database"
)

// keys returns the expressions to sort by. ?2 is the time in nanoseconds, ?3 a JSON array of agents' ranks by
// number.
func keys(by string) []string {
	switch by {
	case "agent":
		return []string{"json_extract(?3, '$[' || e.agent || ']')"}
	case "operation":
		return []string{"coalesce(e.op, e.method)"}
	case "state":
		return []string{"NOT e.failed", "e.state IS NULL", "e.state", "e.status"}
	case "status":
		return []string{"e.status", "e.outcome"}
	case "duration":
		return []string{"coalesce(e.duration, ?2 - e.started)"}
	case "size":
		return []string{"e.request_bytes + e.response_bytes"}
	case "findings":
		return []string{"e.findings", "coalesce(e.worst, 0)"}
	}
	return []string{"e.seq"}
}

// Sort returns the query that sorts rows, ?1. Equal rows are newest first. ?4 is the limit and ?5 the offset.
func Sort(o wire.Order) string {
	way := ""
	if o.Descending {
		way = " DESC"
	}
	return database.Query("sorted") + " ORDER BY " + strings.Join(keys(o.Column), way+", ") + way + ", e.seq DESC LIMIT ?4 OFFSET ?5"
}
