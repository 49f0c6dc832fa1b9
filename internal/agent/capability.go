package agent

import (
	"fmt"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// The capabilities of the card that Options.DisabledCapabilities can disable.
const (
	streaming    = "streaming"
	push         = "push"
	extendedCard = "extended-card"
)

// OptionalCapabilities lists the words for Options.DisabledCapabilities.
func OptionalCapabilities() []string { return []string{streaming, push, extendedCard} }

// CheckCapabilities validates Options.DisabledCapabilities.
func CheckCapabilities(all []string) error {
	for _, w := range all {
		if !slices.Contains(OptionalCapabilities(), w) {
			return fmt.Errorf("the reference agent cannot leave out %q, only %s", w, strings.Join(OptionalCapabilities(), ", "))
		}
	}
	return nil
}

func (a *Agent) hasCapability(capability string) bool {
	return !slices.Contains(a.opts.DisabledCapabilities, capability)
}

// checkCapability returns the error for a call that needs a capability which the card does not
// offer (A2A 1.0 §3.3.4; 0.1 §8.2), else nil.
func (a *Agent) checkCapability(d a2a.Dialect, c *a2a.Call) *a2a.Error {
	switch c.Op {
	case a2a.SendStreamingMessage, a2a.SubscribeToTask:
		if !a.hasCapability(streaming) {
			return newError(a2a.UnsupportedOperation, "this agent does not stream, as its card says")
		}
	case a2a.CreatePushConfig, a2a.GetPushConfig, a2a.ListPushConfigs, a2a.DeletePushConfig:
		if !a.hasCapability(push) {
			return pushUnsupported()
		}
	case a2a.GetExtendedCard:
		return a.checkExtendedCard(d)
	}
	if c.Push != nil && !a.hasCapability(push) {
		return pushUnsupported()
	}
	return nil
}

// checkExtendedCard returns the error for requesting an extended card that does not exist. From 1.0
// on, one error is for a card that is not offered and another for a card that is missing.
func (a *Agent) checkExtendedCard(d a2a.Dialect) *a2a.Error {
	switch {
	case a.hasCapability(extendedCard):
		return nil
	case !behaviour(d.Version()).Offers:
		return newError(a2a.ExtendedCardNotConfigured, "this agent has no extended card, as its card says")
	}
	return newError(a2a.UnsupportedOperation, "this agent has no extended card, as its card says")
}

func pushUnsupported() *a2a.Error {
	return newError(a2a.PushNotSupported, "this agent does not send push notifications, as its card says")
}
