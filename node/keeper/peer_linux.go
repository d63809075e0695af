package keeper

import (
	"net"
	"os"

	"golang.org/x/sys/unix"
)

// ours says whether the process at the other end of a connection has the user of this one.
func ours(conn *net.UnixConn) bool {
	raw, err := conn.SyscallConn()
	if err != nil {
		return false
	}
	same := false
	err = raw.Control(func(fd uintptr) {
		peer, err := unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED)
		same = err == nil && int(peer.Uid) == os.Geteuid()
	})
	return err == nil && same
}
