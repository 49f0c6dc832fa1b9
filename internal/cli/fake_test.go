package cli_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
)

// fakeMain is a program for stories: an agent with one bad habit, or a webhook. Its first line is {"url":
// …}; a webhook prints the requests it receives, one a line.
func fakeMain() {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	url := "http://" + l.Addr().String()
	fmt.Printf("{\"url\":%q}\n", url)
	card := fmt.Sprintf(`{"name":"Fake","url":%q,"version":"1","authentication":{"schemes":[]},"capabilities":{},"skills":[{"id":"s","name":"S"}]}`, url+"/rpc")
	if os.Args[1] == "odd" {
		card = fmt.Sprintf(`{"name":"Odd","version":"1","skills":[],"supportedInterfaces":[{"url":%q,"protocolBinding":"PIGEON","protocolVersion":"1.0"}]}`, url+"/loft")
	}
	habit := habits[os.Args[1]]
	http.Serve(l, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && r.URL.Path == "/.well-known/agent.json" && os.Args[1] != "nocard" {
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, card)
			return
		}
		if r.Method == http.MethodGet {
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(http.StatusNotFound)
			io.WriteString(w, "<html>not here")
			return
		}
		habit(w, r)
	}))
}

const working = `{"jsonrpc":"2.0","id":1,"result":{"id":"t1","status":{"state":"working"},"final":false}}`

// habits are the ways in which fakes handle a call.
var habits = map[string]func(http.ResponseWriter, *http.Request){
	// hook receives push notifications.
	"hook": func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		var body bytes.Buffer
		json.Compact(&body, b)
		fmt.Printf("{\"token\":%q,\"auth\":%q,\"body\":%s}\n", r.Header.Get("X-A2A-Notification-Token"), r.Header.Get("Authorization"), body.String())
	},
	// picky speaks 0.3 over HTTP+JSON: it decodes files twice, and expects a push config as the body
	// itself.
	"picky": picky,
	// odd answers at the only address of its card, which is listed with a custom binding.
	"odd": func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/loft" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"message":{"messageId":"m","role":"ROLE_AGENT","parts":[{"text":"coo"}]}}}`)
	},
	// unended streams the events of two tasks, neither of which ends.
	"unended": func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "data: %s\n\ndata: %s\n\n", working, strings.Replace(working, "t1", "t2", 1))
	},
	// zoneless sends timestamps without a zone, and ends incorrectly.
	"zoneless": func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		for i := range 3 {
			fmt.Fprintf(w, "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"id\":\"t1\",\"status\":{\"timestamp\":\"2026-11-21T08:47:0%d\",\"state\":\"working\"}}}\n\n", i)
		}
	},
	// empty answers without a body.
	"empty": func(w http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body) },
	// hang sends one event and then nothing more.
	"hang": func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "data: %s\n\n", working)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	},
	// mute never answers.
	"mute": func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	},
	// cut breaks off in the middle of an event.
	"cut": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "data: %s\n\ndata: {\"half", working)
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	},
	// short announces a longer response than it sends.
	"short": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", "400")
		io.WriteString(w, `{"jsonrpc":"2.0",`)
	},
	// half answers with the beginning of a document, but ends the response cleanly.
	"half": func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"kind":"message",`)
	},
	// endless ends its response but not its encoding.
	"endless": func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		fmt.Fprintf(z, "data: %s\n\n", strings.Replace(working, `"working"},"final":false`, `"completed"},"final":true`, 1))
		z.Flush()
	},
	// html is a failing gateway.
	"html": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusBadGateway)
		io.WriteString(w, "<html>\x1b[31mbad gateway")
	},
	// nocard answers a call at its own address, without a card.
	"nocard": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"id":"t1","status":{"state":"completed"}}}`)
	},
	// loop lists tasks for ever.
	"loop": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"tasks":[],"nextPageToken":"again","pageSize":1,"totalSize":2}}`)
	},
	// escape tries to take over the terminal.
	"escape": func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"id":"t1","status":{"state":"completed","message":{"role":"agent","parts":[{"type":"text","text":"a\u001b]0;gotcha\u0007b"}]}}}}`)
	},
}

// fetchMain is an independent client for stories: fetch METHOD URL [BODY] [HEADER...] writes the status,
// then the body.
func fetchMain() {
	var body io.Reader
	if len(os.Args) > 3 && os.Args[3] != "" {
		body = strings.NewReader(os.Args[3])
	}
	req, err := http.NewRequest(os.Args[1], os.Args[2], body)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	req.Header.Set("Content-Type", "application/json")
	for _, h := range os.Args[min(len(os.Args), 4):] {
		name, value, _ := strings.Cut(h, ": ")
		req.Header.Set(name, value)
		if name == "Host" {
			req.Host = value
		}
	}
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	defer resp.Body.Close()
	fmt.Println(resp.StatusCode)
	io.Copy(os.Stdout, resp.Body)
}

func picky(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	w.Header().Set("Content-Type", "application/json")
	if strings.HasSuffix(r.URL.Path, "/pushNotificationConfigs") {
		var in struct{ PushNotificationConfig json.RawMessage }
		if json.Unmarshal(body, &in); in.PushNotificationConfig == nil {
			w.WriteHeader(http.StatusBadRequest)
			io.WriteString(w, `{"code":-32602,"message":"missing pushNotificationConfig"}`)
			return
		}
		w.WriteHeader(http.StatusCreated)
		fmt.Fprintf(w, `{"name":"tasks/t1/pushNotificationConfigs/p1","pushNotificationConfig":%s}`, in.PushNotificationConfig)
		return
	}
	var in struct {
		Message struct {
			Content []struct {
				File struct{ FileWithBytes []byte }
			}
		}
	}
	err := json.Unmarshal(body, &in)
	for _, p := range in.Message.Content {
		if _, derr := base64.StdEncoding.DecodeString(string(p.File.FileWithBytes)); derr != nil {
			err = derr
		}
	}
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		io.WriteString(w, `{"message":"Incorrect padding"}`)
		return
	}
	io.WriteString(w, `{"message":{"messageId":"m2","contextId":"c1","role":"ROLE_AGENT","content":[{"text":"a fine picture"}]}}`)
}
