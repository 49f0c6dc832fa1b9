package mock

import "testing"

// TestUnknownMethodIsNamed: the list of answers names unknown methods as called, each separately.
func TestUnknownMethodIsNamed(t *testing.T) {
	d := newDeck()
	for _, method := range []string{"NoSuchMethod", "tasks/dance", "NoSuchMethod"} {
		d.put(answerOf("application/json"), `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{}}`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}`)
	}
	list, more := d.mock(t, Options{}).answers()
	if len(list) != 2 || more != 0 || list[0].Op != "NoSuchMethod" || list[0].AnswerCount != 2 || list[1].Op != "tasks/dance" {
		t.Errorf("%+v, %d more", list, more)
	}
}
