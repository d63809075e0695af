//go:build unix && !linux

package postgres

import "syscall"

// signalOnParentDeath does nothing on this system: the next start finds and stops an orphaned server.
func signalOnParentDeath(*syscall.SysProcAttr, bool) {}
