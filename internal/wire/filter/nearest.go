package filter

import (
	"slices"
	"strings"
)

// ops and states are what op: and state: may name, as people write them.
func ops() []string {
	return []string{"SendMessage", "SendStreamingMessage", "GetTask", "ListTasks", "CancelTask", "SubscribeToTask",
		"CreateTaskPushNotificationConfig", "GetTaskPushNotificationConfig", "ListTaskPushNotificationConfigs", "DeleteTaskPushNotificationConfig",
		"GetExtendedAgentCard", "GetAgentCard", "PushNotification"}
}

func states() []string {
	return []string{"submitted", "working", "input-required", "auth-required", "completed", "failed", "canceled", "rejected", "unspecified", "unknown"}
}

// knownOp reports whether an operation begins so. A * stands for anything, which
// also finds names that no version has.
func knownOp(v string) bool {
	return strings.Contains(v, "*") || slices.ContainsFunc(ops(), func(o string) bool { return hasFold(o, v) })
}

func knownState(v string) bool {
	if strings.Contains(v, "*") {
		return true
	}
	v = strings.NewReplacer("_", "-", " ", "-").Replace(strings.ToLower(strings.TrimSpace(v)))
	v = strings.TrimPrefix(v, "task-state-")
	return v == "cancelled" || slices.Contains(states(), v)
}

// nearest lists, closest first, the words that v may have been meant for: those it
// is part of, and those few keys away.
func nearest(v string, words []string) []string {
	v = strings.ToLower(v)
	v = v[:min(len(v), 40)]
	away := func(w string) int {
		if w = strings.ToLower(w); strings.Contains(w, v) {
			return 0
		}
		return distance(v, w)
	}
	out := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return away(w) > max(1, len(v)/3) })
	slices.SortStableFunc(out, func(a, b string) int { return away(a) - away(b) })
	return out[:min(len(out), 3)]
}

// distance is how many bytes must be put in, taken out or changed to make a of b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := before
			if a[i] != b[j] {
				cost++
			}
			before = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
