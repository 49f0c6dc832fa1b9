package a2a

// Generation is the task that a result is about and the generation that it says the task has, 0
// where it says none (1.1 draft §3.2.7).
func (r *Result) Generation() (task string, n int64) {
	switch {
	case r == nil:
	case r.Task != nil:
		return r.Task.ID, r.Task.Generation
	case r.Status != nil:
		return r.Status.TaskID, r.Status.Generation
	case r.Artifact != nil:
		return r.Artifact.TaskID, r.Artifact.Generation
	}
	return "", 0
}

// Generations follows the generations of a stream's task, of which each event has one more than
// the last. The zero value is before the first event.
type Generations struct {
	task    string
	last    int64 // 0 before the first
	unsound bool  // the agent does not count as it should: nothing follows from its numbers
}

// Missing takes the next event. It returns the generation before it and how many changes of the
// task lie between the two, of which no event came.
func (g *Generations) Missing(r *Result) (was, missing int64) {
	task, n := r.Generation()
	whole := r != nil && r.Task != nil // which says how the task is, and is no change
	if r == nil || !whole && r.Status == nil && r.Artifact == nil {
		return 0, 0
	}
	if was = g.last; task != g.task {
		was = 0
	}
	if n <= 0 || n < was || n == was && !whole {
		g.unsound = true
	}
	if g.task, g.last = task, n; g.unsound || was == 0 {
		return was, 0
	}
	return was, max(n-was-1, 0)
}
