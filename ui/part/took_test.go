package part

import (
	"encoding/json"
	"os"
	"testing"
	"time"
)

// TestTook uses the same table as the e2e test of the page's script.
func TestTook(t *testing.T) {
	b, err := os.ReadFile("testdata/took.json")
	if err != nil {
		t.Fatal(err)
	}
	var table [][2]any
	if err := json.Unmarshal(b, &table); err != nil || len(table) == 0 {
		t.Fatalf("%d rows, %v", len(table), err)
	}
	for _, row := range table {
		d := time.Duration(row[0].(float64) * float64(time.Millisecond))
		if got := Duration(d); got != row[1] {
			t.Errorf("Took(%v) = %s, want %s", d, got, row[1])
		}
	}
}
