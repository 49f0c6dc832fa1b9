package v03p

import (
	"encoding/json"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// FuzzRead: nothing that comes is too broken to be read, and what was understood
// can be written and read again as the same.
func FuzzRead(f *testing.F) {
	for i, c := range append(exactCalls(), exactResults()...) {
		f.Add(uint8(i), []byte(c.Want))
	}
	f.Add(uint8(0), []byte(`{"request":{"message_id":"m","role":1,"content":[{"file":{"file_with_bytes":"YUdWc2JHOGdZbmwwWlhNPQ=="}}]},"configuration":null}`))
	f.Add(uint8(20), []byte(`{"status_update":{"task_id":"t","status":{"state":5,"update":{}}}}`))
	f.Add(uint8(10), []byte(fullCardJSON))
	ops := append(Dialect().Operations(), a2a.ListTasks)
	f.Fuzz(func(t *testing.T, n uint8, doc []byte) {
		d := Dialect()
		op := ops[int(n)%len(ops)]
		if int(n)%2 == 0 {
			call, _ := d.ReadParams(op, doc)
			first, _, err := d.EncodeParams(call)
			if err != nil {
				return
			}
			again, _ := d.ReadParams(op, first)
			second, _, err := d.EncodeParams(again)
			if err != nil || string(first) != string(second) {
				t.Errorf("%s: %v\n%s\n%s", op, err, first, second)
			}
			return
		}
		result, _ := d.ReadResult(op, doc)
		first, _, err := d.EncodeResult(op, result)
		if err != nil {
			return
		}
		if !json.Valid(first) {
			t.Fatalf("%s is no JSON", first)
		}
		again, _ := d.ReadResult(op, first)
		second, _, err := d.EncodeResult(op, again)
		if err != nil || string(first) != string(second) {
			t.Errorf("%s: %v\n%s\n%s", op, err, first, second)
		}
	})
}
