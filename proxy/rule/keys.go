package rule

import (
	"slices"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/clip"
	"github.com/a2a-console/a2a-console/internal/wire"
	"github.com/a2a-console/a2a-console/internal/wire/filter"
	"github.com/a2a-console/a2a-console/proxy/fault"
)

// Keys that filters do not have.
const (
	keyDirection = "direction"
	keyEvent     = "event"
	keyNth       = "nth"
	keyCall      = "call"
	keyChance    = "chance"
	keySeed      = "seed"
)

// Values of the key event beyond the kinds of frames.
const (
	anyEvent  = "any"
	lastChunk = "last-chunk"
	comment   = "comment"
)

var eventKinds = []filter.Value{
	{Word: "task", Help: "a task"}, {Word: "message", Help: "a message"}, {Word: "status", Help: "a change of a task's state"},
	{Word: "artifact", Help: "an artifact, or a chunk of one"}, {Word: lastChunk, Help: "an artifact's last chunk, if the agent marks it"},
	{Word: "error", Help: "an error of the protocol"}, {Word: comment, Help: "a keep-alive"}, {Word: anyEvent, Help: "any event, including keep-alives"},
}

// key is a key that filters do not have.
type key struct {
	filter.Key
	isSingle bool // it may be given only once
	set      func(r *Rule, not bool, v string) bool
}

// keys are all such keys, in the order in which String writes them, except direction, which it
// writes first.
var keys = []key{
	{filter.Key{Name: keyDirection, Help: "side on which the rule acts", Example: "direction:response", Values: []filter.Value{
		{Word: "request", Help: "what the client sends"}, {Word: "response", Help: "what the agent sends"}}}, true, setDirection},
	{filter.Key{Name: keyEvent, Help: "event of the response", Example: "event:artifact", Values: eventKinds}, false, setEvent},
	{filter.Key{Name: keyNth, Help: "which of the matching frames of an exchange", Example: "nth:2", Values: []filter.Value{
		{Word: "1", Help: "the first"}, {Word: "2..4", Help: "the second to the fourth"}, {Word: "3..", Help: "from the third on"}}}, false,
		func(r *Rule, _ bool, v string) bool { return setRange(&r.Nth, v) }},
	{filter.Key{Name: keyCall, Help: "which of the matching calls since the rule came into force", Example: "call:1", Values: []filter.Value{
		{Word: "1", Help: "the first"}, {Word: "2..4", Help: "the second to the fourth"}, {Word: "3..", Help: "from the third on"}}}, false,
		func(r *Rule, _ bool, v string) bool { return setRange(&r.Call, v) }},
	{filter.Key{Name: keyChance, Help: "probability that the rule acts: drawn for each frame, or for each call if it acts on requests", Example: "chance:30%", Values: []filter.Value{
		{Word: "10%", Help: "one in ten"}, {Word: "50%", Help: "every other"}}}, true, setChance},
	{filter.Key{Name: keySeed, Help: "the same seed gives the same choices", Example: "seed:42", Values: []filter.Value{
		{Word: "1", Help: "the seed of a rule that does not name one"}}}, true, setSeed},
}

// filterKeys are the filter keys that rules accept. The others select among recorded exchanges.
var filterKeys = []string{"op", "state", "dialect", "binding", "origin", "agent", "caller", "method", "task", "context", "text"}

func keyNames() []string {
	all := slices.Clone(filterKeys)
	for _, k := range keys {
		all = append(all, k.Name)
	}
	return all
}

func findKey(name string) *key {
	i := slices.IndexFunc(keys, func(k key) bool { return k.Name == name })
	if i < 0 {
		return nil
	}
	return &keys[i]
}

func (k *key) valueError(v string) string {
	var words []string
	for _, v := range k.Values {
		words = append(words, v.Word)
	}
	return strconv.Quote(clip.Runes(v, maxShown)) + " is not a value of " + k.Name + "." + fault.DidYouMean(v, words) + " Write one such as " + k.Name + ":" + strings.Join(words, ", "+k.Name+":")
}

// maxShown bounds the characters of a value that an error quotes.
const maxShown = 60

func setDirection(r *Rule, _ bool, v string) bool {
	switch strings.ToLower(v) {
	case "request":
		r.Side = wire.Request
	case "response":
		r.Side = wire.Response
	default:
		return false
	}
	return true
}

func setEvent(r *Rule, not bool, v string) bool {
	v = strings.ToLower(v)
	if !slices.ContainsFunc(eventKinds, func(k filter.Value) bool { return k.Word == v }) {
		return false
	}
	to := &r.Events
	if not {
		to = &r.ExcludedEvents
	}
	*to = append(*to, v)
	return true
}

func setRange(to *[]Range, v string) bool {
	from, end, isRange := strings.Cut(v, "..")
	if !isRange {
		end = from
	}
	var r Range
	var err, also error
	r.From, err = strconv.ParseInt(from, 10, 32)
	if end != "" {
		r.To, also = strconv.ParseInt(end, 10, 32)
	}
	*to = append(*to, r)
	return err == nil && also == nil && r.From > 0 && (end == "" || r.To >= r.From)
}

func setChance(r *Rule, _ bool, v string) bool {
	p, err := strconv.ParseFloat(strings.TrimSuffix(v, "%"), 64)
	r.Chance = p
	return err == nil && p >= 0.0001 && p <= 100
}

func setSeed(r *Rule, _ bool, v string) (ok bool) {
	n, err := strconv.ParseInt(v, 10, 64)
	r.Seed = n
	return err == nil
}
