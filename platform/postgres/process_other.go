//go:build unix && !linux

package postgres

import "syscall"

// dieWithUs can do nothing here: a server that outlives us is found and stopped by the next start.
func dieWithUs(*syscall.SysProcAttr, bool) {}
