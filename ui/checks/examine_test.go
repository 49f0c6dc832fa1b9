package checks

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/examine"
	"github.com/a2a-console/a2a-console/internal/a2a/preset"
	"github.com/a2a-console/a2a-console/ui/part"
)

// TestUnreadCardIsOneSentence: the error may end with a period or not.
func TestUnreadCardIsOneSentence(t *testing.T) {
	for _, problem := range []string{"nothing listens there; check the port.", "nothing listens there; check the port"} {
		var f examineForm
		f.Entry.CardInfo.Problem = problem
		if got := f.unknown(); !strings.HasSuffix(got, "check the port.") || strings.HasSuffix(got, "..") {
			t.Errorf("%q", got)
		}
	}
}

// TestChaosIsSaidBefore: the form shows how many conversations there will be, and whether
// credentials are sent.
func TestChaosIsSaidBefore(t *testing.T) {
	const signed = "The console sends your credentials for this agent."
	for _, c := range []struct {
		asked examine.ChaosRequest
		texts []string
		want  string
		signs bool
	}{
		{examine.ChaosRequest{Presets: []string{"never-finish", "too-many-requests"}, Times: 3}, []string{"a", "b"}, "12 conversations in all.", true},
		{examine.ChaosRequest{}, []string{"a"}, part.Plural(len(preset.All()), "conversation") + " in all.", true},
		{examine.ChaosRequest{Presets: []string{"never-finish"}, Times: 2}, nil, "2 conversations for each example of the card&#39;s skills.", true},
		{examine.ChaosRequest{Presets: []string{"never-finish"}, ByClient: true}, []string{"a", "b"}, "1 conversation in all.", false},
	} {
		f := examineForm{Kind: examinationKinds[2], Signed: true}
		f.Chaos, f.Texts = &c.asked, c.texts
		var b strings.Builder
		if err := examinePlan(f).Render(t.Context(), &b); err != nil || !strings.Contains(b.String(), c.want) || strings.Contains(b.String(), signed) != c.signs {
			t.Errorf("%+v: %s, %v", c, b.String(), err)
		}
	}
}
