package protobuf

import (
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
)

// special writes the messages that have a form of their own in JSON.
func (d *decoder) special(m message, groups []group, spans []span, depth int) bool {
	switch form := formOf(m); form {
	case structForm, listForm, valueForm:
		if len(groups) == 0 {
			if form == valueForm {
				d.say(a2a.SeverityWarning, spans[0].from, "A value that holds nothing; it is read as null.")
			}
			d.write(unsetMessage(m))
			return true
		}
		d.value(&groups[0], depth)
	case timestampForm:
		d.timestamp(groups, spans[0].from)
	case durationForm:
		d.duration(groups, spans[0].from)
	case anyForm:
		d.any(groups, depth)
	default:
		return false
	}
	return true
}

// timestamp writes a time in UTC with as many digits as it needs: 0, 3, 6 or 9.
func (d *decoder) timestamp(groups []group, at int) {
	seconds, nanos := instantOf(groups)
	if seconds < -62135596800 || seconds > 253402300799 || nanos < 0 || nanos > 999_999_999 {
		d.say(a2a.SeverityError, at, "No time: %d seconds and %d nanoseconds since 1970. Years go from 1 to 9999.", seconds, nanos)
		d.write("null")
		return
	}
	d.write(`"` + Time(time.Unix(seconds, int64(nanos))) + `"`)
}

// instantOf are the fields that a Timestamp and a Duration have.
func instantOf(groups []group) (seconds int64, nanos int32) {
	for i := range groups {
		if n := groups[i].last().n; groups[i].Number() == 1 {
			seconds = int64(n)
		} else {
			nanos = int32(n)
		}
	}
	return seconds, nanos
}

// duration writes seconds with as many digits as they need, as those of a time.
func (d *decoder) duration(groups []group, at int) {
	seconds, nanos := instantOf(groups)
	if seconds < -maxSeconds || seconds > maxSeconds || nanos < -999_999_999 || nanos > 999_999_999 || seconds < 0 && nanos > 0 || seconds > 0 && nanos < 0 {
		d.say(a2a.SeverityError, at, "No duration: %d seconds and %d nanoseconds. Both have one sign and go up to 10,000 years.", seconds, nanos)
		d.write("null")
		return
	}
	sign := ""
	if seconds < 0 || nanos < 0 {
		sign, seconds, nanos = "-", -seconds, -nanos
	}
	_, digits, _ := strings.Cut(Time(time.Unix(0, int64(nanos))), ".")
	if digits != "" {
		digits = "." + strings.TrimSuffix(digits, "Z")
	}
	d.write(`"` + sign + strconv.FormatInt(seconds, 10) + digits + `s"`)
}

// maxSeconds is how long a Duration may be.
const maxSeconds = 315_576_000_000

// Time is a time as ProtoJSON writes it: with as many digits as it needs, in threes.
func Time(t time.Time) string {
	s := t.UTC().Format("2006-01-02T15:04:05.000000000")
	for range 3 {
		s = strings.TrimSuffix(s, "000")
	}
	return strings.TrimSuffix(s, ".") + "Z"
}

// any writes a message of a type that it names itself. One that is not known
// has its bytes in the member value.
func (d *decoder) any(groups []group, depth int) {
	url := ""
	value := span{}
	for i := range groups {
		if o := groups[i].last(); groups[i].Number() == 1 {
			url = d.text(o.value)
		} else {
			value = o.value
		}
	}
	d.write(`{"@type":`)
	d.out = jsonio.Quote(d.out, url)
	m := typeOf(url)
	switch {
	case m == nil:
		d.write(`,"value":"`)
		d.out = base64.StdEncoding.AppendEncode(d.out, d.in[value.from:value.to])
		d.write(`"`)
	case wrapped(m):
		d.write(`,"value":`)
		d.message(m, []span{value}, depth+1)
	default:
		d.members(m, d.gather(m, []span{value}), depth+1)
	}
	d.write("}")
}
