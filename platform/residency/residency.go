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

// mapped is what is mapped of a program's file.
type mapped struct {
	clean    []span // of which all pages are the file's
	resident int64  // bytes of the file's pages
}

// mappingsOf reads the mappings of a process (proc_pid_smaps(5)). Clean are those that are not writable, not shared, and
// without a page that was written before, as the loader's relocations are.
func mappingsOf(program string, smaps io.Reader) (mapped, error) {
	var out mapped
	var current *span // nil: of something else
	clean, rss := false, int64(0)
	lines := bufio.NewScanner(smaps)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 {
			continue
		}
		if !strings.HasSuffix(fields[0], ":") { // from-to perms offset device inode path
			current, clean, rss = nil, false, 0
			if len(fields) < 6 || strings.Join(fields[5:], " ") != program {
				continue
			}
			s, err := parseSpan(fields[0])
			if err != nil {
				return mapped{}, err
			}
			perms := fields[1]
			current, clean = &s, len(perms) == 4 && perms[1] != 'w' && perms[3] == 'p'
			continue
		}
		if current == nil || fields[0] != "Rss:" && fields[0] != "Anonymous:" {
			continue
		}
		n, err := kibibytes(fields)
		if err != nil {
			return mapped{}, err
		}
		if fields[0] == "Rss:" { // stands before the other
			rss = n
			continue
		}
		out.resident += rss - n
		if clean && n == 0 {
			out.clean = append(out.clean, *current)
		}
	}
	return out, lines.Err()
}

func parseSpan(text string) (span, error) {
	from, to, _ := strings.Cut(text, "-")
	first, err := strconv.ParseUint(from, 16, 64)
	if err != nil {
		return span{}, fmt.Errorf("read the mapping %q: %w", text, err)
	}
	end, err := strconv.ParseUint(to, 16, 64)
	if err != nil {
		return span{}, fmt.Errorf("read the mapping %q: %w", text, err)
	}
	if first >= end {
		return span{}, fmt.Errorf("read the mapping %q: it ends before it begins", text)
	}
	return span{uintptr(first), uintptr(end)}, nil
}

// kibibytes returns the bytes of a line such as "Rss: 4 kB".
func kibibytes(fields []string) (int64, error) {
	if len(fields) < 2 {
		return 0, fmt.Errorf("read the mappings: %s has no number", fields[0])
	}
	n, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil {
		return 0, fmt.Errorf("read the mappings: %s: %w", fields[0], err)
	}
	return n << 10, nil
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
