package ui

import "github.com/a2a-console/a2a-console/wire"

// pushBudget bounds what one page reads of bodies and streams, in bytes, so that
// an agent that pushes a lot does not fill the memory.
type pushBudget struct{ left int64 }

// pushPage is a page's budget.
const pushPage = 128 << 20

func newPushBudget() *pushBudget { return &pushBudget{pushPage} }

// take reports whether an exchange can still be read.
func (b *pushBudget) take(x wire.Exchange) bool {
	n := pushCost(x)
	if n > b.left {
		return false
	}
	b.left -= n
	return true
}

// newest is how many of the exchanges, the oldest of them, cannot be read.
func (b *pushBudget) newest(list []wire.Exchange) int {
	for i := len(list) - 1; i >= 0; i-- {
		if !b.take(list[i]) {
			return i + 1
		}
	}
	return 0
}

// pushCost is what reading an exchange holds.
func pushCost(x wire.Exchange) int64 {
	return min(x.RequestKept, pushBytes) + min(x.ResponseKept, pushBytes)
}
