package diff_test

import (
	"strings"
	"testing"

	"github.com/a2a-console/a2a-console/inspector/diff"
	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/wire"
)

func replaceHost(s, origin string) string { return strings.ReplaceAll(s, "HOST", origin) }

// planted is a change to one body, with all the differences that it must cause.
type planted struct {
	name     string
	version  a2a.Version
	story    story
	nth      int
	side     wire.Side
	old, new string
	want     string
}

func plants() []planted {
	const answer = "I have ordered a new Android device for you."
	return []planted{
		{"text of an artifact", a2a.V10, phone, 2, wire.Response, answer, "An Android device is on its way.",
			"2 meaning text $.task.artifacts[0].parts[0].text"},
		{"the same in 0.1", a2a.V01, phone, 2, wire.Response, answer, "An Android device is on its way.",
			"2 meaning text $.task.artifacts[0].parts[0].text"},
		{"text of a streamed artifact", a2a.V10, paper, 0, wire.Response, "fewer", "more",
			"0 meaning text $.task.artifacts[0].parts[0].text"},
		{"the same in 0.1", a2a.V01, paper, 0, wire.Response, "fewer", "more",
			"0 meaning text $.task.artifacts[0].parts[0].text"},
		{"a content beside the text of a part", a2a.V10, phone, 2, wire.Response, `"text":"` + answer, `"data":{"revision":2},"text":"` + answer,
			"2 structure structure $.task.artifacts[0].parts[1]"},
		{"name of an artifact", a2a.V10, phone, 2, wire.Response, `"name":"order-confirmation"`, `"name":"receipt"`,
			"2 structure structure $.task.artifacts[0].name"},
		{"last state", a2a.V10, phone, 2, wire.Response, "TASK_STATE_COMPLETED", "TASK_STATE_FAILED",
			"2 structure state $.task.status.state"},
		{"last state in 0.1", a2a.V01, paper, 0, wire.Response, `"completed"`, `"failed"`,
			"0 structure state $.task.status.state"},
		{"a state on the way", a2a.V10, paper, 0, wire.Response, "TASK_STATE_WORKING", "TASK_STATE_SUBMITTED",
			"0 structure state $.states[1]"},
		{"a member of data", a2a.V10, phone, 0, wire.Response, `"enum"`, `"choices"`,
			"0 structure data $.task.status.message.parts[1].data.schema.properties.phone.enum\n" +
				"0 structure data $.task.status.message.parts[1].data.schema.properties.phone.choices"},
		{"a value of data", a2a.V10, phone, 0, wire.Response, `["iPhone","Android"]`, `["iPhone","Android","Nokia"]`,
			"0 meaning data $.task.status.message.parts[1].data.schema.properties.phone.enum[2]"},
		{"a type in data", a2a.V10, phone, 0, wire.Response, `["iPhone","Android"]`, `["iPhone",1]`,
			"0 structure data $.task.status.message.parts[1].data.schema.properties.phone.enum[1]"},
		{"what was asked", a2a.V01, phone, 2, wire.Request, `"Android"`, `"iPhone"`,
			"2 meaning data $.request.message.parts[0].data.phone"},
		{"a file", a2a.V01, paper, 0, wire.Request, "iVBORyBub3QgcmVhbGx5", "iVBORyBub3QgcmVhbGx6",
			"0 meaning file $.request.message.parts[1].raw"},
		{"a file's type", a2a.V01, paper, 0, wire.Request, "image/png", "image/gif",
			"0 structure structure $.request.message.parts[1].mediaType"},
		{"an error's name", a2a.V10, nobody, 0, wire.Response, "-32001", "-32004",
			"0 structure error $.error.name"},
		{"an id that is not the one before", a2a.V10, phone, 3, wire.Response, `"contextId":"`, `"contextId":"x`,
			"3 meaning id $.task.contextId"},
	}
}

func nobody(c *client) { c.do(&a2a.Call{Op: a2a.GetTask, TaskID: "nobody"}) }

func TestPlanted(t *testing.T) {
	for _, p := range plants() {
		t.Run(p.name+" "+string(p.version), func(t *testing.T) {
			a := record(t, "a", way{p.version, a2a.JSONRPC}, p.story)
			b := a.replaced(t, p.nth, p.side, p.old, p.new).renamed()
			r := faithful(t, a, b, diff.Options{})
			if got := differences(r); got != p.want {
				t.Errorf("got\n%s\nwant\n%s\n%s", got, p.want, show(r))
			}
			var structural []string
			for _, l := range strings.Split(p.want, "\n") {
				if strings.Contains(l, " structure ") && strings.HasPrefix(strings.SplitN(l, " ", 2)[1], "structure") {
					structural = append(structural, l)
				}
			}
			plain := faithful(t, a, b, diff.Options{Level: diff.Structure})
			if got := plain.Equal(); got != (len(structural) == 0) {
				t.Errorf("at structure:\n%s", show(plain))
			}
		})
	}
}

// TestPlantedAcrossVersions finds the same change between 0.1 and 1.0.
func TestPlantedAcrossVersions(t *testing.T) {
	a := record(t, "a", plain01(), paper)
	b := record(t, "b", plain10(), paper)
	b = b.replaced(t, 0, wire.Response, "fewer", "more")
	if got := differences(faithful(t, a, b, diff.Options{})); got != "0 meaning text $.task.artifacts[0].parts[0].text" {
		t.Errorf("%s", got)
	}
	b = b.replaced(t, 1, wire.Response, "TASK_STATE_COMPLETED", "TASK_STATE_CANCELED")
	want := "0 meaning text $.task.artifacts[0].parts[0].text\n1 structure state $.task.status.state"
	if got := differences(faithful(t, a, b, diff.Options{})); got != want {
		t.Errorf("%s", got)
	}
}
