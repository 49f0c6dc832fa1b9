package web

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
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
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusCreated)
	w.Write(append(b, '\n'))
	return nil
}

// ReadJSON reads a request's body, which may be empty, into v. Members that it
// does not know are an error: a misspelt one must not be passed over.
func ReadJSON(r *http.Request, v any) error {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	err := d.Decode(v)
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err == nil && d.More() {
		err = errors.New("something follows the JSON document")
	}
	var big *http.MaxBytesError
	if err == nil || errors.As(err, &big) {
		return err
	}
	return Fail(http.StatusBadRequest, "The request's body could not be read.", err.Error(), "Send a JSON object with the members that /api/openapi.json names.")
}
