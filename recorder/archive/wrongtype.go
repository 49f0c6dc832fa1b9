package archive

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/a2a-console/a2a-console/internal/clip"
)

// wrongMember says, in words for people, which member of a document has a wrong type. err is the error of
// decoding the document into v.
func wrongMember(doc []byte, v any, err error) string {
	var kind *json.UnmarshalTypeError
	if errors.As(err, &kind) && kind.Field != "" {
		return fmt.Sprintf("%s is %s and must be %s", clip.Bytes(kind.Field, 100), kindOf(kind.Value), jsonTypeOf(kind.Type))
	}
	return memberAt(doc, v) + " " + wrongValue(err)
}

// memberAt returns the name of the first member that cannot be decoded alone.
func memberAt(doc []byte, v any) string {
	var members map[string]json.RawMessage
	if json.Unmarshal(doc, &members) == nil {
		for _, name := range sortedKeys(members) {
			alone, err := json.Marshal(map[string]json.RawMessage{name: members[name]})
			if err == nil && json.Unmarshal(alone, reflect.New(reflect.TypeOf(v).Elem()).Interface()) != nil {
				return clip.Bytes(name, 100)
			}
		}
	}
	return "a member"
}

// wrongValue says why a value cannot be decoded.
func wrongValue(err error) string {
	var kind *json.UnmarshalTypeError
	var at *time.ParseError
	var coded base64.CorruptInputError
	switch {
	case errors.As(err, &kind):
		return fmt.Sprintf("is %s and must be %s", kindOf(kind.Value), jsonTypeOf(kind.Type))
	case errors.As(err, &at), strings.Contains(err.Error(), "UnmarshalJSON"):
		return "is not a time such as 2006-01-02T15:04:05Z"
	case errors.As(err, &coded):
		return "is not in base64"
	}
	return "cannot be read"
}

// kindOf translates the name that encoding/json gives a JSON value into words with an article.
func kindOf(value string) string {
	switch word, _, _ := strings.Cut(value, " "); word {
	case "bool":
		return "true or false"
	case "array", "object":
		return "an " + word
	case "number":
		return "a number"
	case "string":
		return "a string"
	}
	return clip.Bytes(value, 40)
}

// jsonTypeOf names the JSON type of a Go type.
func jsonTypeOf(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer:
		return jsonTypeOf(t.Elem())
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 {
			return "a string in base64"
		}
		return "an array"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "a whole number"
	}
	return "a number"
}
