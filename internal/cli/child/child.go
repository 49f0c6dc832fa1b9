// Package child runs the program that the command run starts. The program shares the terminal and
// gets its signals; its exit code becomes that of the command. The package knows nothing of A2A.
package child

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/a2a-console/a2a-console/internal/outbound"
)

// Program is a program that has been started.
type Program struct {
	name  string
	cmd   *exec.Cmd
	ended chan struct{}
	err   error // how it ended; set before ended is closed
}

// Start starts a program with the streams of this one, and env added to its environment.
func Start(command, env []string) (*Program, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Env = append(os.Environ(), env...)
	cmd.SysProcAttr = endWithParent()
	p := &Program{name: command[0], cmd: cmd, ended: make(chan struct{})}
	started := make(chan error)
	go func() {
		// Linux ends the program with the thread that started it, so the thread must live as long.
		runtime.LockOSThread()
		err := cmd.Start()
		if started <- err; err == nil {
			p.err = cmd.Wait()
			close(p.ended)
		}
	}()
	if err := <-started; err != nil {
		return nil, fmt.Errorf("start %s: %w", command[0], errors.Unwrap(err))
	}
	return p, nil
}

// Ended is closed when the program has ended.
func (p *Program) Ended() <-chan struct{} { return p.ended }

// ExitCode returns the exit code of a program that has ended: 128 and the signal's number if one
// ended it, as shells report it.
func (p *Program) ExitCode() int {
	var exit *exec.ExitError
	if !errors.As(p.err, &exit) {
		if p.err != nil {
			return 1
		}
		return 0
	}
	if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return 128 + int(status.Signal())
	}
	return exit.ExitCode()
}

// maxPause bounds the time between two attempts to connect.
const maxPause = 100 * time.Millisecond

// loopback are the hosts at which a program may listen: some take only the second for "localhost".
var loopback = []string{"127.0.0.1", "::1"}

// AwaitListener waits until the program accepts connections at a port, and returns the address. It fails if
// the program ends, if timeout passes, or if ctx is done, then with its cause.
func (p *Program) AwaitListener(ctx context.Context, port int, timeout time.Duration) (string, error) {
	late, dialer := time.After(timeout), outbound.Dialer(time.Second)
	for pause := 5 * time.Millisecond; ; pause = min(2*pause, maxPause) {
		for _, host := range loopback {
			if c, err := dialer.DialContext(ctx, "tcp", address(host, port)); err == nil {
				return address(host, port), c.Close()
			}
		}
		select {
		case <-p.ended:
			return "", fmt.Errorf("%s ended with exit code %d before it listened at port %d", p.name, p.ExitCode(), port)
		case <-late:
			return "", fmt.Errorf("%s does not listen at port %d after %v; write {port} where it takes its port, or let it read the variable PORT", p.name, port, timeout)
		case <-ctx.Done():
			return "", context.Cause(ctx)
		case <-time.After(pause):
		}
	}
}

func address(host string, port int) string { return net.JoinHostPort(host, strconv.Itoa(port)) }

// impatience is the time after the first signal from which another one kills the program. One that comes
// sooner is the same one, sent to the process and to its group.
const impatience = time.Second

// Signals forwards this program's signals to p until the returned function is called. A terminal sends
// an interrupt to both, so it is forwarded only if there is none. A signal later than impatience kills p.
func (p *Program) Signals(hasTerminal bool) (stop func()) {
	all := make(chan os.Signal, 4)
	signal.Notify(all, forwarded...)
	done := make(chan struct{})
	go func() {
		var first time.Time
		for {
			select {
			case s := <-all:
				if first.IsZero() {
					first = time.Now()
					p.pass(s, hasTerminal)
				} else if time.Since(first) > impatience {
					p.Kill()
				}
			case <-done:
				return
			}
		}
	}()
	return func() {
		signal.Stop(all)
		close(done)
	}
}

func (p *Program) pass(s os.Signal, hasTerminal bool) {
	if s == os.Interrupt && hasTerminal {
		return
	}
	if p.cmd.Process.Signal(s) != nil { // Windows cannot send it
		p.Kill()
	}
}

// Kill ends the program at once, and waits until it has ended.
func (p *Program) Kill() {
	_ = p.cmd.Process.Kill() // fails only if it has ended
	<-p.ended
}

// FreePort returns a port from first on at which nothing listens on loopback.
func FreePort(first int) (int, error) {
	for port := first; port < first+100 && port < 1<<16; port++ {
		if isFree(port) {
			return port, nil
		}
	}
	return 0, fmt.Errorf("no port from %d to %d is free", first, min(first+99, 1<<16-1))
}

func isFree(port int) bool {
	for _, host := range loopback {
		l, err := net.Listen("tcp", address(host, port))
		if errors.Is(err, syscall.EADDRINUSE) {
			return false
		}
		if err == nil { // else the machine lacks IPv6
			l.Close()
		}
	}
	return true
}

// WithPort returns command with {port} replaced by a port.
func WithPort(command []string, port int) []string {
	out := make([]string, len(command))
	for i, a := range command {
		out[i] = strings.ReplaceAll(a, "{port}", strconv.Itoa(port))
	}
	return out
}
