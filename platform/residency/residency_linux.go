package residency

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// Files returns the resident bytes of mapped files: those of the program, and others such as a database of countries.
func Files() (int64, error) {
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, fmt.Errorf("read the resident pages: %w", err)
	}
	n, err := filePages(string(statm))
	return n * int64(os.Getpagesize()), err
}

// Release unmaps the pages of the program's own code and constants, and returns the resident bytes of other files. The pages
// stay in the system's cache of files: what is used again is mapped again at its first use, without reading the disk, in about
// a microsecond for 64 KiB.
func Release() (others int64, err error) {
	before, err := ownMappings()
	if err != nil {
		return 0, err
	}
	for _, s := range before.clean {
		// The pages are those of the file and can be read from it again, because a file that runs cannot be written.
		if _, _, no := unix.Syscall(unix.SYS_MADVISE, s.from, s.to-s.from, unix.MADV_DONTNEED); no != 0 {
			return 0, fmt.Errorf("release %d bytes of the program: %w", s.to-s.from, no)
		}
	}
	after, err := ownMappings()
	if err != nil {
		return 0, err
	}
	files, err := Files()
	return max(0, files-after.resident), err
}

func ownMappings() (mapped, error) {
	program, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return mapped{}, fmt.Errorf("find the program's file: %w", err)
	}
	smaps, err := os.Open("/proc/self/smaps")
	if err != nil {
		return mapped{}, fmt.Errorf("read the mappings: %w", err)
	}
	defer smaps.Close()
	return mappingsOf(program, smaps)
}
