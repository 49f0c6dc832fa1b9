// Package link builds the addresses of pages and parses the filter and view from one. It imports no
// screen.
package link

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// ComposeURL returns the URL of Compose for an agent, with text filled in.
func ComposeURL(origin, example string) string {
	q := url.Values{"agent": {origin}}
	if example != "" {
		q.Set("text", example)
	}
	return "/compose?" + q.Encode()
}

// CallURL returns the URL of the code on Start that calls an agent.
func CallURL(origin string) string {
	return "/start?" + url.Values{"agent": {origin}}.Encode() + "#call-it"
}

// ScopeURL returns the URL of Traffic, filtered by one term.
func ScopeURL(key, value string) string {
	return FilterURL(Term(key, value))
}

// FilterURL returns the URL of Traffic with a filter.
func FilterURL(q string) string {
	return "/traffic?" + url.Values{"q": {q}}.Encode()
}

// AgentTrafficURL returns the URL of Traffic with the exchanges of an agent that its figures count,
// narrowed by terms.
func AgentTrafficURL(origin, terms string) string {
	return FilterURL(strings.TrimSpace(Term("agent", origin) + " -is:examined " + terms))
}

// Term returns one term of the filter language.
func Term(key, value string) string {
	return key + ":" + Quote(value)
}

// Quote quotes a value if the filter language requires it.
func Quote(value string) string {
	if value != "" && !strings.ContainsAny(value, " \t\r\n\"\\:") {
		return value
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value) + `"`
}

// agentID encodes an origin as one path segment. OriginOf is its inverse.
func agentID(origin string) string {
	if host, ok := strings.CutPrefix(origin, "https://"); ok {
		return url.PathEscape("https:" + host)
	}
	return url.PathEscape(strings.TrimPrefix(origin, "http://"))
}

func AgentURL(origin string) string { return "/agents/" + agentID(origin) }

// OriginOf decodes an agentID.
func OriginOf(id string) string {
	if strings.HasPrefix(id, "https://") {
		return id
	}
	if host, ok := strings.CutPrefix(id, "https:"); ok {
		return "https://" + strings.TrimPrefix(host, "//")
	}
	return "http://" + id
}

// CompareURL returns the URL of the page that compares two exchanges or two sessions.
func CompareURL(a, b string) string { return CompareLevelURL(a, b, "") }

func CompareLevelURL(a, b, level string) string {
	v := url.Values{"a": {a}, "b": {b}}
	if level != "" {
		v.Set("level", level)
	}
	return "/compare?" + v.Encode()
}

func CompareFromURL(id string) string {
	return "/compare?" + url.Values{"a": {id}}.Encode()
}

func ExportURL(session, format string) string {
	return fmt.Sprintf("/sessions/%s/export?format=%s", url.PathEscape(session), format)
}

func ReplayURL(id string) string { return "/replays/" + url.PathEscape(id) }

// ExamineURL returns the URL of the form that examines an agent.
func ExamineURL(origin string) string {
	return "/checks/examine?" + url.Values{"agent": {origin}}.Encode()
}

func ExaminationURL(id string) string {
	return "/examinations/" + url.PathEscape(id)
}

// FindingURL returns the URL of the line of an exchange that breaks a check. If check is "", it
// returns that of the response.
func FindingURL(exchange, check string) string {
	if check == "" {
		return "/exchanges/" + exchange + "?tab=response"
	}
	return "/exchanges/" + exchange + "?" + url.Values{"finding": {check}}.Encode() + "#finding"
}

// ReplayLevelURL returns the URL of a replay at a comparison level. differing lists only the steps
// that differ.
func ReplayLevelURL(id, level string, differing bool) string {
	q := url.Values{"level": {level}}
	if differing {
		q.Set("only", "differs")
	}
	return ReplayURL(id) + "?" + q.Encode()
}

func NewReplayURL(session string) string {
	return "/replays/new?" + url.Values{"session": {session}}.Encode()
}

// SessionsOfReplays is the URL of the list of sessions, filtered to replays.
const SessionsOfReplays = "/sessions?q=replay+of"

func SessionURL(id string) string {
	return "/sessions/" + url.PathEscape(id)
}

func SessionDoURL(session, what string) string {
	return "/sessions/" + url.PathEscape(session) + "/" + what
}

// JudgeURL returns the URL of the page that judges a session by all checks.
func JudgeURL(session string) string {
	return "/checks/session?" + url.Values{"session": {session}}.Encode()
}

// TaskDoURL returns the URL for an action on an agent's task.
func TaskDoURL(task, agent, do string) string {
	return "/tasks/" + url.PathEscape(task) + "/" + do + "?" + url.Values{"agent": {agent}}.Encode()
}

// OlderURL returns the URL of the next page of a list. none says that no row was found so far.
func OlderURL(q Query, before int64, none bool) string {
	v := q.Values()
	if none {
		v.Set("none", "1")
	}
	v.Set("before", strconv.FormatInt(before, 10))
	return "/traffic?" + v.Encode()
}

// OlderFrom and NewerFrom are addresses that continue the list below and above a Seq.
// The script appends the Seq.
func OlderFrom(q Query) string { return pagePattern(q, "before=") }
func NewerFrom(q Query) string { return pagePattern(q, "after=") }

func pagePattern(q Query, end string) string {
	if e := q.Values().Encode(); e != "" {
		return "/traffic?" + e + "&" + end
	}
	return "/traffic?" + end
}

func ProbesURL(q Query) string {
	q.Probes, q.Before, q.From = !q.Probes, 0, 0
	return q.URL("/traffic")
}

// HeldURL returns the URL of a held item's page, HeldDoURL that for an action on the item.
func HeldURL(id string) string       { return "/intercept/held/" + url.PathEscape(id) }
func HeldDoURL(id, do string) string { return HeldURL(id) + "/" + do }

func ExchangeURL(id string) string { return "/exchanges/" + id }

// HookKey returns the key that stands for a webhook's URL in the URLs of pages.
func HookKey(url string) string {
	h := sha256.Sum256([]byte(url))
	return hex.EncodeToString(h[:8])
}

func HookURL(key string) string { return "/webhooks/" + key }
