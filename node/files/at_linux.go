package files

import "golang.org/x/sys/unix"

func renameNoReplace(from int, base string, to int, toBase string) error {
	return unix.Renameat2(from, base, to, toBase, unix.RENAME_NOREPLACE)
}

func renameExchange(from int, base string, to int, toBase string) error {
	return unix.Renameat2(from, base, to, toBase, unix.RENAME_EXCHANGE)
}

// born is when an entry was made, in seconds since 1970; 0 where the file system does not say.
func (d folder) born(base string) int64 {
	var st unix.Statx_t
	err := retry(func() error { return unix.Statx(d.fd(), base, unix.AT_SYMLINK_NOFOLLOW, unix.STATX_BTIME, &st) })
	if err != nil || st.Mask&unix.STATX_BTIME == 0 {
		return 0
	}
	return st.Btime.Sec
}

// times are the times of a file's content and of its entry.
func times(st *unix.Stat_t) (modified, changed unix.Timespec) { return st.Mtim, st.Ctim }

// syncAll writes the file system of a folder to the disk.
func syncAll(d folder) error { return retry(func() error { return unix.Syncfs(d.fd()) }) }
