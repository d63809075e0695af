package database

import (
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// control bounds how long sent data may stay unacknowledged.
func control(network, _ string, raw syscall.RawConn) error {
	if !strings.HasPrefix(network, "tcp") {
		return nil
	}
	var failed error
	if err := raw.Control(func(fd uintptr) {
		failed = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(deadAfter.Milliseconds()))
	}); err != nil {
		return err
	}
	return failed
}
