package protobuf

import "strings"

// known are the tables of google.protobuf's and google.rpc's messages, the
// latter by their full names.
func known(message string) string {
	switch message {
	case "Struct":
		return "1 fields {}Value"
	case "ListValue":
		return "1 values []Value"
	case "Value":
		return `1 null |enum:NullValue
			2 number |double
			3 string |string
			4 bool |bool
			5 struct |Struct
			6 list |ListValue`
	case "NullValue":
		return "0 NULL_VALUE"
	case "Timestamp":
		return "1 seconds int64\n2 nanos int32"
	case "Any":
		return "1 typeUrl string\n2 value bytes"
	}
	if strings.HasPrefix(message, "google.rpc.") {
		return rpc(strings.TrimPrefix(message, "google.rpc."))
	}
	return ""
}

// Status is the name of the message in grpc-status-details-bin.
const Status = "google.rpc.Status"

func rpc(message string) string {
	switch message {
	case "Status":
		return "1 code int32\n2 message string\n3 details []Any"
	case "ErrorInfo":
		return "1 reason string\n2 domain string\n3 metadata {}string"
	case "BadRequest":
		return "1 fieldViolations []google.rpc.FieldViolation"
	case "FieldViolation":
		return `1 field string
			2 description string
			3 reason string
			4 localizedMessage google.rpc.LocalizedMessage`
	case "LocalizedMessage":
		return "1 locale string\n2 message string"
	case "DebugInfo":
		return "1 stackEntries []string\n2 detail string"
	case "RequestInfo":
		return "1 requestId string\n2 servingData string"
	case "ResourceInfo":
		return "1 resourceType string\n2 resourceName string\n3 owner string\n4 description string"
	case "Help":
		return "1 links []google.rpc.Link"
	case "Link":
		return "1 description string\n2 url string"
	case "PreconditionFailure":
		return "1 violations []google.rpc.PreconditionViolation"
	case "PreconditionViolation":
		return "1 type string\n2 subject string\n3 description string"
	}
	return ""
}

// typeOf is the message that a type URL names: google.rpc's by its full name,
// google.protobuf's Struct by its short one; false for one that is not known.
func typeOf(url string) (string, bool) {
	name := url[strings.LastIndexByte(url, '/')+1:]
	if name == "google.protobuf.Struct" {
		return "Struct", true
	}
	return name, strings.HasPrefix(name, "google.rpc.") && known(name) != ""
}
