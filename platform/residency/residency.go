// Package residency keeps what a process counts as its memory small: the code and the constants of a program stay mapped
// after one use, so a program of a hundred megabytes soon counts all of it.
package residency

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// span is a range of addresses, from the first to before the last.
type span struct{ from, to uintptr }

// programSpans reads the mappings of a process (proc_pid_smaps(5)) and returns those of the program's own file whose pages
// are all the file's: not writable, not shared, and without a page that was written before, as the loader's relocations are.
func programSpans(smaps io.Reader, program string) ([]span, error) {
	var out []span
	var current *span
	lines := bufio.NewScanner(smaps)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 {
			continue
		}
		if !strings.HasSuffix(fields[0], ":") { // from-to perms offset device inode path
			var err error
			if current, err = programSpan(fields, program); err != nil {
				return nil, err
			}
			continue
		}
		if current != nil && fields[0] == "Anonymous:" {
			if len(fields) > 1 && fields[1] == "0" {
				out = append(out, *current)
			}
			current = nil
		}
	}
	return out, lines.Err()
}

// programSpan returns nil for the mapping of anything else, and for one that can be written or is shared.
func programSpan(fields []string, program string) (*span, error) {
	if len(fields) < 6 || strings.Join(fields[5:], " ") != program {
		return nil, nil
	}
	if perms := fields[1]; len(perms) != 4 || perms[1] == 'w' || perms[3] != 'p' {
		return nil, nil
	}
	from, to, _ := strings.Cut(fields[0], "-")
	first, err := strconv.ParseUint(from, 16, 64)
	if err != nil {
		return nil, fmt.Errorf("read the mapping %q: %w", fields[0], err)
	}
	end, err := strconv.ParseUint(to, 16, 64)
	if err != nil {
		return nil, fmt.Errorf("read the mapping %q: %w", fields[0], err)
	}
	if first >= end {
		return nil, fmt.Errorf("read the mapping %q: it ends before it begins", fields[0])
	}
	return &span{uintptr(first), uintptr(end)}, nil
}

// filePages reads the third number of proc_pid_statm(5): resident pages of files.
func filePages(statm string) (int64, error) {
	fields := strings.Fields(statm)
	if len(fields) < 3 {
		return 0, fmt.Errorf("read the resident pages: %q has no third number", statm)
	}
	n, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil {
		return 0, fmt.Errorf("read the resident pages: %w", err)
	}
	return n, nil
}
