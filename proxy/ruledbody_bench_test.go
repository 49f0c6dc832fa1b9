package proxy_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a/passing"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/words"
	"github.com/a2a-console/a2a-console/proxy"
	"github.com/a2a-console/a2a-console/proxy/hold"
	"github.com/a2a-console/a2a-console/proxy/rule"
	"github.com/a2a-console/a2a-console/recorder"
)

// longBody is a request of n bytes: one long text, base64, or many short parts.
func longBody(what string, n int) []byte {
	part := map[string]string{
		"text":  `{"text":"` + strings.Repeat("tell me a joke ", n/15) + `"}`,
		"file":  `{"raw":"` + strings.Repeat("QUJD", n/4) + `"}`,
		"parts": strings.TrimSuffix(strings.Repeat(`{"text":"hello world"},`, n/23), ","),
	}[what]
	return []byte(`{"jsonrpc":"2.0","id":1,"method":"SendMessage","params":{"message":{"messageId":"m","role":"ROLE_USER","parts":[` + part + `]}}}`)
}

// BenchmarkRuledBody: how many times longer a long request takes if a rule reads it, and if a rule acts on
// it, than without rules. Twice the bytes should take twice as long.
func BenchmarkRuledBody(b *testing.B) {
	for _, what := range []string{"text", "file", "parts"} {
		for _, mib := range []int{7, 15} {
			b.Run(fmt.Sprintf("%s/%dMiB", what, mib), func(b *testing.B) {
				body := longBody(what, mib<<20)
				store, err := recorder.Open(recorder.Options{Path: b.TempDir() + "/x.db"})
				if err != nil {
					b.Fatal(err)
				}
				b.Cleanup(func() { store.Close() })
				var urls []string
				for _, text := range []string{"", "op:CancelTask => drop", "op:send => delay 1ms"} {
					set := rule.New(rule.Options{Protocol: passing.New(passing.Options{}), Holder: hold.New(), Vocabulary: words.FilterVocabulary()})
					if text != "" {
						if err := set.Put([]wire.Rule{{Text: text, On: true}}); err != nil {
							b.Fatal(err)
						}
					}
					url, _ := front(b, store, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body) }), func(o *proxy.Options) { o.Intervene = set })
					urls = append(urls, url)
				}
				took := make([]time.Duration, len(urls))
				for b.Loop() {
					for i, url := range urls {
						began := time.Now()
						resp, err := http.Post(url, "application/json", bytes.NewReader(body))
						if err != nil {
							b.Fatal(err)
						}
						resp.Body.Close()
						took[i] += time.Since(began)
					}
				}
				b.ReportMetric(took[1].Seconds()/took[0].Seconds(), "read/plain")
				b.ReportMetric(took[2].Seconds()/took[0].Seconds(), "acted/plain")
				b.ReportMetric(took[0].Seconds()/float64(b.N*mib)*1000, "plain-ms/MiB")
			})
		}
	}
}
