//go:build !linux

package files

import "golang.org/x/sys/unix"

// renameNoReplace is not to be had in one step everywhere, and in two steps it could replace.
func renameNoReplace(int, string, int, string) error { return unix.ENOTSUP }

// renameExchange is not to be had in one step everywhere.
func renameExchange(int, string, int, string) error { return unix.ENOTSUP }

func (d folder) born(string) int64 { return 0 }

func times(st *unix.Stat_t) (modified, changed unix.Timespec) { return st.Mtim, st.Ctim }

func syncAll(folder) error { return unix.Sync() }
