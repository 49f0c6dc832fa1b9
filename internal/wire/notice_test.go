package wire

import "testing"

// A tap's notice has the same status as its response; any other notice is not a tap's.
func TestReadNotice(t *testing.T) {
	h, body := Notice{Title: NoticeRefused, Status: 403, Detail: "why"}.Write()
	if n, ok := ReadNotice(403, h, body); !ok || n.Detail != "why" || n.Outcome() != Refused {
		t.Errorf("%+v, %v", n, ok)
	}
	if n, ok := ReadNotice(403, h, []byte(`{"title":"a2a-console: all is well","status":403,"from":"a2a-console"}`)); ok {
		t.Errorf("with a title that no tap has: %+v", n)
	}
	if n, ok := ReadNotice(500, h, body); ok {
		t.Errorf("with another status: %+v", n)
	}
}
