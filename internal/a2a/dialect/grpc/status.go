package grpc

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/a2a-console/a2a-console/internal/a2a"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/binding"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/document"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/registry"
	"github.com/a2a-console/a2a-console/internal/a2a/dialect/version"
	"github.com/a2a-console/a2a-console/internal/a2a/jsonio"
	"github.com/a2a-console/a2a-console/internal/a2a/protobuf"
	"github.com/a2a-console/a2a-console/internal/wire"
)

var statuses = strings.Fields(`OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED
	RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS UNAUTHENTICATED`)

// StatusWord returns a grpc-status with its name: "5 NOT_FOUND". It returns an unknown one unchanged.
func StatusWord(said string) string {
	code, err := strconv.Atoi(said)
	if err != nil || code < 0 || code >= len(statuses) {
		return said
	}
	return said + " " + statuses[code]
}

// readStatus reads how a call ended from its trailers, or from the head of an answer without a message. It
// returns false when neither says.
func readStatus(id a2a.Identity, h http.Header) (a2a.Reading, bool) {
	said := h.Get("Grpc-Status")
	if _, sent := h["Grpc-Status"]; !sent {
		return a2a.Reading{}, false
	}
	out := binding.Reading(id, a2a.KindEmpty, nil)
	code, err := strconv.Atoi(said)
	if err != nil || code < 0 || code >= len(statuses) {
		untold := document.Unplaced("GRPC-09", a2a.SeverityError, Spec, "the trailer grpc-status is "+document.QuoteShort(said)+"; it must be a number from 0 to 16")
		untold.CutOff = true
		out.Kind, out.Problems = a2a.KindNone, []a2a.Problem{untold}
		return out, true
	}
	if code == 0 {
		return out, true
	}
	e := &a2a.Error{Code: code, Message: percentDecoded(h.Get("Grpc-Message"))}
	details := readDetails(h, e, &out)
	e.Name = statusName(id, e, details)
	out.Kind, out.Error = a2a.KindError, e
	out.Problems = append(out.Problems, checkStatus(id, e, details)...)
	return out, true
}

// escape matches a percent-encoded byte in grpc-message; unprintable matches what must be encoded there.
var (
	escape      = regexp.MustCompile("%[0-9A-Fa-f]{2}")
	unprintable = regexp.MustCompile("[^ -$&-~]+")
)

// percentDecoded decodes grpc-message. Like every client, it keeps wrong escapes as they are.
func percentDecoded(s string) string {
	plain := escape.ReplaceAllStringFunc(s, func(e string) string {
		c, _ := url.PathUnescape(e) // cannot fail: escape matched it
		return c
	})
	return strings.ToValidUTF8(plain, "\uFFFD")
}

// readDetails reads grpc-status-details-bin into an error and the reading's document. Without details it
// makes up a document.
func readDetails(h http.Header, e *a2a.Error, out *a2a.Reading) document.Value {
	said := h.Get("Grpc-Status-Details-Bin")
	raw, _, ok := jsonio.Base64(said)
	if !ok {
		out.Problems = append(out.Problems, document.Unplaced("GRPC-10", a2a.SeverityError, Spec, "the trailer grpc-status-details-bin is not base64"))
	}
	if said == "" || !ok {
		message, _ := json.Marshal(e.Message) // a string always encodes
		out.Repaired = fmt.Appendf(nil, `{"code":%d,"message":%s}`, e.Code, message)
		return document.Value{}
	}
	d := protobuf.Decode(nil, protobuf.Status, raw)
	out.Raw, out.Repaired = raw, d.JSON
	out.Problems = append(out.Problems, d.Problems...)
	v := document.ValueOf(d.JSON)
	if inner := string(v.Get("code").Raw); inner != strconv.Itoa(e.Code) {
		out.Problems = append(out.Problems, document.Unplaced("GRPC-10", a2a.SeverityWarning, Spec, fmt.Sprintf("the trailer grpc-status is %d, but the status in the details is %s", e.Code, binding.OrMissing(v.Get("code")))))
	}
	details := v.Get("details")
	if details.Present() {
		e.Data = details.Raw
	}
	return details
}

func infoAmong(details document.Value) (found document.Value) {
	details.Each(func(_ string, d document.Value) bool {
		if strings.HasSuffix(d.Get("@type").Text(), "/google.rpc.ErrorInfo") {
			found = d
		}
		return !found.Present()
	})
	return found
}

// statusName names an error by its reason, else by the likeliest name for its code.
func statusName(id a2a.Identity, e *a2a.Error, details document.Value) a2a.ErrorName {
	if name := binding.ByReason(id, infoAmong(details).Get("reason").Text()); name != a2a.OtherError {
		return name
	}
	switch {
	case e.Code == 9 && id.Op == a2a.CancelTask:
		return a2a.TaskNotCancelable
	case e.Code == 12 && id.Op == "":
		return a2a.MethodNotFound
	case e.Code == 10:
		return binding.Mismatch(id)
	}
	return binding.LikeliestError(e.Code)
}

// checkStatus checks an error in versions with rules for it, such as 1.0.
func checkStatus(id a2a.Identity, e *a2a.Error, details document.Value) []a2a.Problem {
	v, d := registry.Read(id)
	if d == nil || v.GRPC == nil || !v.GRPC.ErrorInfo {
		return nil
	}
	var ps []a2a.Problem
	if details.Present() {
		ps = document.Under("$.details", document.Value{}, d.CheckErrorData(d.ErrorCode(e.Name), details.Raw))
		for i := range ps {
			ps[i].Offset = -1
		}
	}
	ok := infoAmong(details).Present()
	if !ok && (e.Code == 5 || e.Code == 9 || e.Name == a2a.TaskGenerationMismatch) {
		return append(ps, document.Unplaced("GRPC-04", a2a.SeverityError, "1.0 §10.6", statuses[e.Code]+" without a google.rpc.ErrorInfo in the details, which must name the error"))
	}
	row := binding.StatusOf(e.Name)
	if ok && row.GRPC != e.Code && binding.OfA2A(e.Name) {
		severity, was := a2a.SeverityError, ""
		if row.FirstGRPC == e.Code {
			severity, was = a2a.SeverityInfo, ", as 1.0.0 has it"
		}
		ps = append(ps, document.Unplaced("GRPC-03", severity, "1.0 §5.4", fmt.Sprintf("%s has the status %s%s; expected %s", e.Name, statuses[e.Code], was, statuses[row.GRPC])))
	}
	return ps
}

// Trailer returns the trailers that end a call with an error or, for nil, a success.
func Trailer(d a2a.Dialect, e *a2a.Error) http.Header {
	return trailer(d, e, func(r binding.Row) int { return r.GRPC })
}

// FirstTrailer is Trailer with the status codes of 1.0.0.
func FirstTrailer(d a2a.Dialect, e *a2a.Error) http.Header {
	return trailer(d, e, func(r binding.Row) int { return cmp.Or(r.FirstGRPC, r.GRPC) })
}

// trailer is Trailer with the status code that number takes from the error's row.
func trailer(d a2a.Dialect, e *a2a.Error, number func(binding.Row) int) http.Header {
	if e == nil {
		return http.Header{"Grpc-Status": {"0"}}
	}
	code, text, data := number(binding.StatusOf(e.Name)), binding.Text(e), e.Data
	h := http.Header{"Grpc-Status": {strconv.Itoa(code)}, "Grpc-Message": {unprintable.ReplaceAllStringFunc(text, url.PathEscape)}}
	if d != nil {
		data = d.EncodeErrorData(e)
	}
	if list := document.ValueOf(data); list.IsKind('[') && list.Get("0", "@type").Present() {
		h.Set("Grpc-Status-Details-Bin", base64.RawStdEncoding.EncodeToString(statusDetails(code, text, list)))
	}
	return h
}

// Fail writes an error into the head of an answer without a message. A call that fails at once has its status
// there, even a streaming one.
func (Binding) Fail(d version.Dialect, _ string, _ bool, e *a2a.Error) (wire.Head, []byte) {
	h := Trailer(d, e)
	h.Set("Content-Type", "application/grpc")
	h.Set("Cache-Control", "no-store")
	return wire.Head{Status: http.StatusOK, Header: h}, nil
}

// statusDetails encodes a google.rpc.Status with a list of typed objects. An object of unknown type, or that
// does not fit its type's message, is encoded as a google.protobuf.Value of its JSON.
func statusDetails(code int, text string, list document.Value) []byte {
	var details [][]byte
	list.Each(func(_ string, detail document.Value) bool {
		said := []byte(detail.Raw)
		if _, ps := protobuf.Encode(nil, "Any", said); len(ps) > 0 {
			said = fmt.Appendf(nil, `{"@type":"type.googleapis.com/google.protobuf.Value","value":%s}`, said)
		}
		details = append(details, said)
		return true
	})
	message, _ := json.Marshal(text) // a string always encodes
	b, _ := protobuf.Encode(nil, protobuf.Status, fmt.Appendf(nil, `{"code":%d,"message":%s,"details":[%s]}`, code, message, bytes.Join(details, []byte(","))))
	return b
}
