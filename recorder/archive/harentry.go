package archive

import (
	"encoding/json"
	"errors"
)

// These types are the part of HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/) that is written and
// read here. Members with an underscore are custom: Chrome's, except _encoding and _trailers, which gRPC calls
// need.

type harCreator struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

type harEntry struct {
	Started         string             `json:"startedDateTime"`
	Time            float64            `json:"time"`
	Request         harRequest         `json:"request"`
	Response        harResponse        `json:"response"`
	Cache           struct{}           `json:"cache"`
	Timings         *harTimings        `json:"timings"`
	ServerIPAddress string             `json:"serverIPAddress,omitempty"`
	Connection      string             `json:"connection,omitempty"`
	Comment         string             `json:"comment,omitempty"`
	ResourceType    string             `json:"_resourceType,omitempty"`
	Messages        []harSocketMessage `json:"_webSocketMessages,omitempty"`
	Events          []harEvent         `json:"_eventSourceMessages,omitempty"`
}

type harRequest struct {
	Method      string       `json:"method"`
	URL         string       `json:"url"`
	HTTPVersion string       `json:"httpVersion"`
	Cookies     []harCookie  `json:"cookies"`
	Headers     []harPair    `json:"headers"`
	QueryString []harPair    `json:"queryString"`
	PostData    *harPostData `json:"postData,omitempty"`
	HeadersSize int          `json:"headersSize"`
	BodySize    int64        `json:"bodySize"`
}

type harPostData struct {
	MimeType string    `json:"mimeType"`
	Text     string    `json:"text"`
	Params   []harPair `json:"params,omitempty"`
	Encoding string    `json:"_encoding,omitempty"` // base64; HAR has no encoding for requests
	Comment  string    `json:"comment,omitempty"`
}

type harResponse struct {
	Status       int         `json:"status"`
	StatusText   string      `json:"statusText"`
	HTTPVersion  string      `json:"httpVersion"`
	Cookies      []harCookie `json:"cookies"`
	Headers      []harPair   `json:"headers"`
	Content      harContent  `json:"content"`
	RedirectURL  string      `json:"redirectURL"`
	HeadersSize  int         `json:"headersSize"`
	BodySize     int64       `json:"bodySize"`
	TransferSize int64       `json:"_transferSize"`
	Error        string      `json:"_error,omitempty"`
	Trailers     []harPair   `json:"_trailers,omitempty"` // HAR has none; in gRPC they say how a call ended
}

type harContent struct {
	Size        int64   `json:"size"`
	Compression int64   `json:"compression,omitempty"`
	MimeType    string  `json:"mimeType"`
	Text        *string `json:"text,omitempty"`
	Encoding    string  `json:"encoding,omitempty"`
	Comment     string  `json:"comment,omitempty"`
}

type harPair struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// UnmarshalJSON also accepts headers as pairs of strings, as in Slack's HAR files.
func (p *harPair) UnmarshalJSON(b []byte) error {
	var list []string
	if json.Unmarshal(b, &list) == nil && len(list) > 1 {
		p.Name, p.Value = list[0], list[1]
		return nil
	}
	type plain harPair
	return lenient(json.Unmarshal(b, (*plain)(p)))
}

// lenient ignores members of a wrong type, because the others were read.
func lenient(err error) error {
	if kind := (*json.UnmarshalTypeError)(nil); errors.As(err, &kind) {
		return nil
	}
	return err
}

type harCookie struct {
	Name     string `json:"name"`
	Value    string `json:"value"`
	Path     string `json:"path,omitempty"`
	Domain   string `json:"domain,omitempty"`
	Expires  string `json:"expires,omitempty"`
	HTTPOnly bool   `json:"httpOnly,omitempty"`
	Secure   bool   `json:"secure,omitempty"`
}

// UnmarshalJSON distinguishes a missing size (-1) from 0.
func (c *harContent) UnmarshalJSON(b []byte) error {
	type plain harContent
	p := plain{Size: -1}
	err := json.Unmarshal(b, &p)
	*c = harContent(p)
	return lenient(err)
}

type harTimings struct {
	Blocked float64 `json:"blocked"`
	DNS     float64 `json:"dns"`
	Connect float64 `json:"connect"`
	SSL     float64 `json:"ssl"`
	Send    float64 `json:"send"`
	Wait    float64 `json:"wait"`
	Receive float64 `json:"receive"`
}

type harSocketMessage struct {
	Type   string  `json:"type"` // "send", "receive"
	Time   float64 `json:"time"` // seconds since 1970
	Opcode int     `json:"opcode"`
	Data   string  `json:"data"` // base64 unless a text
}

// harEvent is an event of a stream, as Chrome writes it.
type harEvent struct {
	Time float64 `json:"time"` // seconds since 1970
	Name string  `json:"eventName"`
	ID   string  `json:"eventId"`
	Data string  `json:"data"`
}
