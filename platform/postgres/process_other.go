//go:build unix && !linux

package postgres

import "syscall"

// dieWithUs does nothing on this system: the next start finds and stops an orphaned server.
func dieWithUs(*syscall.SysProcAttr, bool) {}
