package traffic

import (
	"testing"

	"github.com/a2a-console/a2a-console/internal/wire"
)

// Changed is read twice: what changes between the reads is in the second alone.
func TestRowThatChangesBetweenTwoReadsIsListedOnce(t *testing.T) {
	x := wire.Exchange{ID: "a", Seq: 1, Version: 1}
	y := wire.Exchange{ID: "b", Seq: 2, Version: 2}
	v := &tasksView{rows: []wire.Exchange{y, x}}
	x2, y2 := x, y
	x2.Version, y2.Version = 3, 4
	v.merge([]wire.Exchange{x2}, []wire.Exchange{x2, y2})
	if len(v.rows) != 2 {
		t.Errorf("%d rows of 2 exchanges", len(v.rows))
	}
}
