package dialect

import (
	"fmt"
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/internal/a2a"
)

// long returns a document of about 1 MiB with many numbered members or elements.
func long(before, after string, each func(i int) string) string {
	var b strings.Builder
	b.WriteString(before)
	for i := 0; b.Len() < 1<<20; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(each(i))
	}
	b.WriteString(after)
	return b.String()
}

// TestLongCards: a card with very many interfaces, schemes or requirements is read completely in linear time:
// comparing all pairs would take an hour.
func TestLongCards(t *testing.T) {
	numbered := func(format string) func(i int) string { return func(i int) string { return fmt.Sprintf(format, i) } }
	const old, modern = `{"name":"a","version":"1","protocolVersion":"0.3.0","url":"http://a/","skills":[],`, `{"name":"a","version":"1","skills":[],"supportedInterfaces":[{"url":"http://a/","protocolBinding":"JSONRPC","protocolVersion":"1.0"}],`
	schemes := long(`"securitySchemes":{`, `},`, numbered(`"s%d":{"type":"http","scheme":"bearer"}`))
	for name, c := range map[string]struct {
		doc  string
		many func(*a2a.Card) int
	}{
		"interfaces of 0.3":                    {long(old+`"additionalInterfaces":[`, `]}`, numbered(`{"url":"http://a/%d","transport":"GRPC"}`)), func(c *a2a.Card) int { return len(c.Interfaces) }},
		"interfaces of 0.3 below those of 1.0": {long(modern+`"url":"http://a/","additionalInterfaces":[`, `]}`, numbered(`{"url":"http://a/%d","transport":"GRPC"}`)), func(c *a2a.Card) int { return len(c.Interfaces) }},
		"requirements of 0.3":                  {old + schemes + long(`"security":[`, `]}`, numbered(`{"r%d":[]}`)), func(c *a2a.Card) int { return len(c.Security) }},
		"requirements of 1.0":                  {modern + schemes + long(`"securityRequirements":[`, `]}`, numbered(`{"schemes":{"r%d":{"list":[]}}}`)), func(c *a2a.Card) int { return len(c.Security) }},
	} {
		card, _, _ := ReadCard([]byte(c.doc))
		if card == nil || c.many(card) < 10_000 {
			t.Errorf("%s: %+v", name, card != nil)
			continue
		}
		if id := Identify(Message{Method: "GET", URL: "http://a/tasks/t"}, Message{}, Hint{Card: card}); id.Op != a2a.GetTask {
			t.Errorf("%s: a call is %s", name, id.Op)
		}
	}
}

// TestManyProtoNames: an object with very many members is searched for proto names in linear time.
func TestManyProtoNames(t *testing.T) {
	doc := long(`{"name":"tasks/t","context_id":"c",`, `}`, func(i int) string { return fmt.Sprintf(`"a_%d":1`, i) })
	d, _ := Speaks(a2a.V03, a2a.REST)
	task, problems := d.ReadResult(a2a.GetTask, []byte(doc))
	if task == nil || task.Task == nil || task.Task.ContextID != "c" || len(problems) == 0 {
		t.Errorf("%+v", task)
	}
}
