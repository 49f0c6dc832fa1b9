package rule_test

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a/passing"
	"github.com/a2a-console/a2a-console/internal/a2a/preset"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/proxy/fault"
	"github.com/a2a-console/a2a-console/proxy/rule"
)

// A rule says in a sentence what it does.
func TestRuleInWords(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"event:artifact nth:3 => hold for ever":                         "The third artifact event of each answer is held until you decide.",
		"event:artifact => hold 30s then drop":                          "Each artifact event is held until you decide, and is dropped after 30 seconds.",
		"event:last-chunk => duplicate":                                 "Each last-chunk event is sent twice.",
		"event:any event:task => duplicate 3":                           "Each event, including keep-alives, is sent 4 times.",
		"=> delay 1s":                                                   "Each call is 1 second late.",
		"=> drop":                                                       "Each call does not reach the agent, and the client's connection is closed.",
		"op:send => error TaskNotFound":                                 "Each send call is answered with the error TaskNotFound in place of the agent.",
		"op:send call:1 => answer 429 Retry-After: 2":                   "The first send call is answered with HTTP 429 in place of the agent.",
		`op:SendMessage agent:"http://127.0.0.1:1" call:1 => hold`:      "The first SendMessage call to http://127.0.0.1:1 is held until you decide, and is forwarded after 5 minutes.",
		"op:SendMessage op:GetTask state:completed => drop; stall":      "Each event that says completed of each answer to SendMessage or GetTask is not sent, and is followed by nothing more, on a connection that stays open.",
		"op:subscribe nth:2 => cut":                                     "The second event of each answer to subscribe is sent, and then the connection breaks.",
		"event:status nth:1 nth:3 call:2.. => reorder":                  "The first and third status event of each answer from the second on is sent after the next one.",
		"-op:GetAgentCard chance:30% => delay 50ms..500ms":              "Each call but for GetAgentCard is between 50 ms and 500 ms late, in about 30% of cases.",
		"-op:GetAgentCard => slow-headers 2s":                           "Each answer to calls but for GetAgentCard begins 2 seconds late.",
		`caller:curl dialect:0.3 binding:grpc text:"two words" => drop`: `Each call with "two words" by curl in A2A 0.3 over grpc does not reach the agent, and the client's connection is closed.`,
		"-event:comment direction:response => throttle 20KB/s":          "Each answer or event of a stream but for keep-alive events is sent at 20KB/s, as is everything after it.",
		"=> refuse":                           "Each connection to the tap is refused.",
		"agent:127.0.0.1:7430 => reset":       "Each connection to 127.0.0.1:7430 is reset as soon as it is made.",
		"event:task nth:22.. => corrupt json": "Each task event from the 22nd on of each answer ends in the middle of its JSON.",
	} {
		r, err := rule.Parse(text, words.FilterVocabulary(), passing.New(passing.Options{}))
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := r.Describe(); got != want {
			t.Errorf("%s\ngot  %s\nwant %s", text, got, want)
		}
	}
}

// Each action has a description, and each rule of the presets makes a sentence.
func TestEveryActionHasWords(t *testing.T) {
	t.Parallel()
	var texts []string
	for _, a := range fault.Actions() {
		for _, f := range a.Forms {
			texts = append(texts, "=> "+f.Text)
		}
	}
	for _, p := range preset.All() {
		texts = append(texts, p.Rules...)
	}
	for _, text := range texts {
		r, err := rule.Parse(text, words.FilterVocabulary(), passing.New(passing.Options{}))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		t.Log(r.Describe())
		if got := r.Describe(); !strings.HasSuffix(got, ".") || strings.Contains(got, "  ") || strings.Contains(got, " .") || strings.Contains(got, ",,") {
			t.Errorf("%s: %q", text, got)
		}
	}
}
