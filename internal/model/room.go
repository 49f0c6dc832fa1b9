package model

import (
	"strings"

	"github.com/a2a-console/a2a-console/internal/clip"
)

// takeRoom returns text, or as much of it as there is room for, and takes the room.
func takeRoom(room *int, text string) string {
	if len(text) > *room {
		text = strings.Clone(clip.Bytes(text, *room))
		*room = 0
		return text
	}
	*room -= len(text)
	return text
}

// validText returns bytes as text, with what is not UTF-8 replaced.
func validText(b []byte) string { return strings.ToValidUTF8(string(b), "\ufffd") }
