package binding

import "testing"

// TestIsPage: text in angle brackets that programs print is not a page.
func TestIsPage(t *testing.T) {
	for body, want := range map[string]bool{
		"<nil>": false, "<class 'KeyError'>: messageId": false, "<undefined>": false, "OK": false, "": false,
		"<!doctype html><p>": true, "<html><bo": true, " <h1>Not Found</h1>": true, `<?xml version="1.0"?><a></a>`: true, "<fault/>": true,
	} {
		if got := IsPage([]byte(body)); got != want {
			t.Errorf("%q: %t", body, got)
		}
	}
}
