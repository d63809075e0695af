//go:build !linux

package database

import "syscall"

// control keeps the kernel's default.
func control(_, _ string, _ syscall.RawConn) error { return nil }
