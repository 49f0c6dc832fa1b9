package fault

import "net"

// ResetAll is a listener that resets each connection as soon as it is made, and gives none
// out.
func ResetAll(l net.Listener) net.Listener { return resetting{l} }

type resetting struct{ net.Listener }

// Accept ends when the listener does.
func (r resetting) Accept() (net.Conn, error) {
	for {
		c, err := r.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if tcp, ok := c.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0) // what follows is a reset then
		}
		_ = c.Close()
	}
}
