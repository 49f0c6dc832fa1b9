package ui

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/a2a-console/a2a-console/inspector"
	"github.com/a2a-console/a2a-console/ui/draft"
)

// A response that lost the file shows the quirk. Only a click sends the message again, written for
// such agents, and its checkbox stays ticked.
func TestQuirkIsToldAndChosen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		once := base64.StdEncoding.EncodeToString([]byte("hello bytes"))
		twice := base64.StdEncoding.EncodeToString([]byte(once))
		f, c := emptyRecord(), talking("x")
		sent := make(chan inspector.PreparedRequest, 4)
		onRecord(f, c, sent, func(inspector.PreparedRequest) string {
			return `data: {"task":{"id":"task-0.3","contextId":"context-0.3","status":{"state":"TASK_STATE_COMPLETED"},"history":[{"messageId":"m","role":"ROLE_USER","content":[{"file":{}}]}]}}` + "\n\n"
		})
		s := newTestServer(t, f, c)
		s.agents.KeepCard(t.Context(), referenceOrigin, manifold(), nil)
		s.drafts.Update("d", func(d *draft.Draft) {
			d.Agent = referenceOrigin
			d.Add(draft.Part{Kind: "file", Bytes: []byte("hello bytes"), Type: "text/plain"})
		})
		submit(t, s, "/compose/d/send", url.Values{"part-1-text": {"look"}, "interface": {"0.3 rest"}})
		if body := string((<-sent).Body); !strings.Contains(body, `"`+once+`"`) {
			t.Fatalf("sent first: %s", body)
		}
		synctest.Wait()
		page := get(t, s, "/compose?draft=d").Body.String()
		for _, words := range []string{"may not have understood", "again?as=0.3%2Frest&amp;quirk=double-base64", `id="quirk-double-base64" value="double-base64">`} {
			if !strings.Contains(page, words) {
				t.Errorf("the page lacks %q", words)
			}
		}
		if len(sent) > 0 {
			t.Fatal("the message was sent twice by itself")
		}
		if w := submit(t, s, "/compose/d/again?as=0.3/rest&quirk=double-base64", nil); w.Code != http.StatusNoContent {
			t.Fatal(w.Code)
		}
		if body := string((<-sent).Body); !strings.Contains(body, `"`+twice+`"`) {
			t.Errorf("sent again: %s", body)
		}
		synctest.Wait()
		page = get(t, s, "/compose?draft=d").Body.String()
		if strings.Contains(page, "may not have understood") || !strings.Contains(page, `id="quirk-double-base64" value="double-base64" checked>`) {
			t.Error("the page does not say that the request is written for the quirk")
		}
		submit(t, s, "/compose/d/change", url.Values{"quirk-shown": {"double-base64"}})
		if left := s.drafts.Get("d").Quirks; len(left) > 0 {
			t.Errorf("a box that was unticked leaves %v", left)
		}
		if page = get(t, s, "/compose?draft=d").Body.String(); !strings.Contains(page, "quirk-fields") {
			t.Error("there are no boxes")
		}
	})
}
