package web

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"strconv"
	"strings"
)

func WriteJSON(w http.ResponseWriter, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(append(b, '\n'))
	return nil
}

func WriteCreated(w http.ResponseWriter, v any) error {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	return WriteJSON(w, v)
}

// misread explains a decoding error in JSON's terms, not Go's.
func misread(err error) string {
	var wrong *json.UnmarshalTypeError
	if !errors.As(err, &wrong) {
		return strings.TrimPrefix(err.Error(), "json: ")
	}
	wants, is := "an object", map[string]string{"string": "a string", "number": "a number", "bool": "true or false", "array": "a list", "object": "an object"}
	switch wrong.Type.Kind() {
	case reflect.String:
		wants = is["string"]
	case reflect.Bool:
		wants = is["bool"]
	case reflect.Slice:
		wants = is["array"]
	case reflect.Int, reflect.Int64, reflect.Float64:
		wants = is["number"]
	}
	what := "The document"
	if wrong.Field != "" {
		what = strconv.Quote(wrong.Field)
	}
	return fmt.Sprintf("%s is %s, but must be %s.", what, cmp.Or(is[wrong.Value], wrong.Value), wants)
}

// ReadJSON decodes a request's body, which may be empty, into v. Unknown members are an error, so
// that a misspelt one is not ignored.
func ReadJSON(r *http.Request, v any) error {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	err := d.Decode(v)
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err == nil && d.More() {
		err = errors.New("there is more after the JSON document")
	}
	var big *http.MaxBytesError
	if err == nil || errors.As(err, &big) {
		return err
	}
	return Fail(http.StatusBadRequest, "The request's body could not be read.", misread(err), "Send a JSON object with the members that /api/openapi.json names.")
}
