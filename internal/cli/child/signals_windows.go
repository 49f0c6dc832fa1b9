package child

import "os"

var forwarded = []os.Signal{os.Interrupt}
