package record

import (
	"fmt"
	"net/http"
	"strings"
)

func StatusLine(status int) string {
	return strings.TrimSpace(fmt.Sprint(status, " ", http.StatusText(status)))
}
