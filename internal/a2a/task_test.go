package a2a

import (
	"slices"
	"testing"
)

// TestMissing: a gap counts if all numbers before it are sound, and never after an unsound one.
func TestMissing(t *testing.T) {
	task := func(n int64) *Result { return &Result{Task: &Task{ID: "t", Generation: n}} }
	status := func(n int64) *Result { return &Result{Status: &StatusUpdate{TaskID: "t", Generation: n}} }
	artifact := func(n int64) *Result { return &Result{Artifact: &ArtifactUpdate{TaskID: "t", Generation: n}} }
	other := &Result{Status: &StatusUpdate{TaskID: "u", Generation: 9}}
	for _, c := range []struct {
		name   string
		events []*Result
		want   []int64
	}{
		{"one after the other", []*Result{task(1), status(2), artifact(3)}, []int64{0, 0, 0}},
		{"a gap", []*Result{task(1), status(2), artifact(5), status(6)}, []int64{0, 0, 2, 0}},
		{"joined late", []*Result{task(7), status(9)}, []int64{0, 1}},
		{"a task that says how it stands", []*Result{task(1), status(2), task(2), status(4)}, []int64{0, 0, 0, 1}},
		{"a task after a gap", []*Result{status(2), task(4)}, []int64{0, 1}},
		{"no number", []*Result{task(1), status(0), artifact(5)}, []int64{0, 0, 0}},
		{"two of one number", []*Result{task(1), status(2), artifact(2), status(5)}, []int64{0, 0, 0, 0}},
		{"back", []*Result{task(3), status(2), status(5)}, []int64{0, 0, 0}},
		{"below zero", []*Result{task(-1), status(5), status(9)}, []int64{0, 0, 0}},
		{"another task", []*Result{status(2), other, status(5)}, []int64{0, 0, 0}},
		{"what is about no generation", []*Result{status(2), nil, {Message: &Message{}}, status(4)}, []int64{0, 0, 0, 1}},
	} {
		var g Generations
		var got []int64
		for _, r := range c.events {
			_, missing := g.Missing(r)
			got = append(got, missing)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
