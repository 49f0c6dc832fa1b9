package traffic

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/ui/agents"
	"github.com/a2a-console/a2a-console/ui/part"
)

// snippet is a program that makes a first call, with an official SDK or curl.
type snippet struct{ ID, Name, Code string }

// snippets returns programs that call the agent at base, an address without a
// path. The SDKs read its card.
func snippets(base, curl string) []snippet {
	at := func(code string) string { return strings.ReplaceAll(code, "BASE", base) }
	return []snippet{
		{"python", "Python", at(pythonCall)},
		{"javascript", "JavaScript", at(javaScriptCall)},
		{"go", "Go", at(goCall)},
		{"curl", "curl", curl},
	}
}

const pythonCall = `# pip install a2a-sdk
import asyncio
from uuid import uuid4

from a2a.client import create_client
from a2a.types import Message, Part, Role, SendMessageRequest


async def main():
    client = await create_client("BASE")
    message = Message(message_id=str(uuid4()), role=Role.ROLE_USER, parts=[Part(text="hello")])
    async for event in client.send_message(SendMessageRequest(message=message)):
        print(event)


asyncio.run(main())
`

const javaScriptCall = `// npm install @a2a-js/sdk
import { randomUUID } from 'node:crypto';
import { Role } from '@a2a-js/sdk';
import { ClientFactory } from '@a2a-js/sdk/client';

const client = await new ClientFactory().createFromUrl('BASE');
const answer = await client.sendMessage({
  message: {
    messageId: randomUUID(),
    role: Role.ROLE_USER,
    parts: [{ content: { $case: 'text', value: 'hello' } }],
    extensions: [],
    referenceTaskIds: [],
  },
});
console.log(JSON.stringify(answer, null, 2));
`

const goCall = `// go get github.com/a2aproject/a2a-go/v2
package main

import (
	"context"
	"encoding/json"
	"log"
	"os"

	"github.com/a2aproject/a2a-go/v2/a2a"
	"github.com/a2aproject/a2a-go/v2/a2aclient"
	"github.com/a2aproject/a2a-go/v2/a2aclient/agentcard"
)

func main() {
	ctx := context.Background()
	card, err := agentcard.DefaultResolver.Resolve(ctx, "BASE")
	if err != nil {
		log.Fatal(err)
	}
	client, err := a2aclient.NewFromCard(ctx, card)
	if err != nil {
		log.Fatal(err)
	}
	message := a2a.NewMessage(a2a.MessageRoleUser, a2a.NewTextPart("hello"))
	answer, err := client.SendMessage(ctx, &a2a.SendMessageRequest{Message: message})
	if err != nil {
		log.Fatal(err)
	}
	json.NewEncoder(os.Stdout).Encode(answer)
}
`

// curlCall returns a curl command that sends a message to an agent through its tap, in a protocol
// of its card. If none of them suits a shell, the command gets the card.
func (s *Screen) curlCall(e agents.Entry, tap string) string {
	for _, p := range agents.Protocols(e) {
		if p.Binding == a2a.GRPC || e.Card() == nil {
			continue
		}
		t, err := s.Agents.Target(e.Agent, p.Version, p.Binding)
		if err != nil {
			continue
		}
		to, ok := throughTap(t.Endpoint, e.Origin, tap)
		if !ok {
			continue
		}
		t.Endpoint = to
		hello := &a2a.Message{ID: "hello", Role: a2a.User, Parts: []a2a.Part{{Kind: a2a.TextPart, Text: "hello"}}}
		c := &a2a.Call{Op: a2a.SendMessage, Message: hello}
		if registry.NamesTask(p.Version) {
			c.TaskID = "hello"
		}
		if r, err := s.Caller.Prepare(t, c); err == nil {
			return curlOf(r.Method, r.URL, r.Header, r.Body)
		}
	}
	return curlOf(http.MethodGet, tap+"/.well-known/agent-card.json", nil, nil)
}

// throughTap replaces the agent's origin in an endpoint with its tap. It returns false if the
// endpoint has another origin.
func throughTap(endpoint, agent, tap string) (string, bool) {
	u, err := url.Parse(endpoint)
	if err != nil || wire.OriginOf(endpoint) != wire.OriginOf(agent) {
		return "", false
	}
	return strings.TrimSuffix(tap, "/") + u.RequestURI(), true
}

func curlOf(method, to string, header http.Header, body []byte) string {
	quote := func(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
	const curl = "curl --silent --show-error --globoff --path-as-is "
	lines := []string{curl + quote(to)}
	if method != http.MethodGet {
		lines[0] = fmt.Sprintf("%s--request %s %s", curl, method, quote(to))
	}
	for _, name := range part.SortedKeys(header) {
		for _, value := range header[name] {
			lines = append(lines, "--header "+quote(name+": "+value))
		}
	}
	if len(body) > 0 {
		lines = append(lines, "--data-raw "+quote(string(body)))
	}
	return strings.Join(lines, " \\\n  ") + "\n"
}

// pickCalls returns the newest of an agent's calls that does not get its card, and the newest that
// does; nil for none. xs lists the newest first.
func pickCalls(xs []wire.Exchange) (call, card *wire.Exchange) {
	isCard := func(x wire.Exchange) bool { return strings.HasSuffix(x.Labels.Op, "Card") }
	if i := slices.IndexFunc(xs, func(x wire.Exchange) bool { return !isCard(x) }); i >= 0 {
		call = &xs[i]
	}
	if i := slices.IndexFunc(xs, isCard); i >= 0 {
		card = &xs[i]
	}
	return call, card
}
