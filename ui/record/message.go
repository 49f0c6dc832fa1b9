package record

import (
	"fmt"
	"net/http"
)

func StatusLine(status int) string { return fmt.Sprintf("%d %s", status, http.StatusText(status)) }
