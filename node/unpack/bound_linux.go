package unpack

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// maxSeconds of computing are enough for the largest archive that fits on a server's disk.
const maxSeconds = 30 * 60

// bound limits what the process may use.
func bound() error {
	for resource, most := range map[int]uint64{unix.RLIMIT_DATA: MemoryBytes, unix.RLIMIT_CPU: maxSeconds, unix.RLIMIT_FSIZE: 0, unix.RLIMIT_CORE: 0} {
		if err := unix.Setrlimit(resource, &unix.Rlimit{Cur: most, Max: most}); err != nil {
			return fmt.Errorf("limit the process: %w", err)
		}
	}
	return nil
}
