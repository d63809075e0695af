package files

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/modyard/modyard/contract/node"
)

// deepest is the depth below which a walk does not look; each level holds an open folder.
const deepest = 512

// batch is how many names are read from a folder at a time.
const batch = 1024

// walk calls visit with each entry below a folder, a folder before what is in it. Links are not followed. What is removed meanwhile, or may
// not be read, is left out.
func walk(ctx context.Context, d folder, depth int, visit func(depth int, in folder, base string, st *unix.Stat_t) error) error {
	for {
		names, err := d.f.Readdirnames(batch)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, base := range names {
			st, err := d.stat(base)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return err
			}
			if err := visit(depth, d, base, &st); err != nil {
				return err
			}
			if typeOf(uint32(st.Mode)) != node.TypeDirectory || depth >= deepest {
				continue
			}
			if err := walkInto(ctx, d, base, depth, visit); err != nil {
				return err
			}
		}
	}
}

func walkInto(ctx context.Context, d folder, base string, depth int, visit func(int, folder, string, *unix.Stat_t) error) error {
	sub, err := d.enter(base)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.ELOOP), errors.Is(err, syscall.ENOTDIR):
		return nil
	case err != nil:
		return err
	}
	defer sub.close()
	return walk(ctx, sub, depth+1, visit)
}
