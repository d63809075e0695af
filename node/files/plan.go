package files

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/modyard/modyard/contract/node"
)

// besideEnd ends the name of a new configuration beside one that somebody has changed.
const besideEnd = ".new"

const fileProperties = "server.properties"

// planner plans an exchange.
type planner struct {
	plan
	folders
	place  *place
	former map[string]string
	gone   map[string]bool // paths from which something goes aside
}

func (a *Assembly) plan(ctx context.Context, f folders) (plan, error) {
	former, err := a.former()
	if err != nil {
		return plan{}, err
	}
	m := &planner{plan: plan{List: map[string]string{}}, folders: f, place: a.place, former: former, gone: map[string]bool{}}
	if err := m.list(ctx, f.tree, ""); err != nil {
		return plan{}, err
	}
	m.Files = len(m.List)
	if a.hard {
		err = m.everything(ctx)
	} else if err = m.outdated(ctx); err == nil {
		err = m.merge(ctx, f.tree, f.root, "")
	}
	m.Settings = a.hard || slices.ContainsFunc(m.Moves, func(v move) bool { return v.Path == fileProperties })
	return m.plan, err
}

// list hashes what was assembled.
func (m *planner) list(ctx context.Context, d folder, at string) error {
	return each(d, func(base string) error {
		st, err := d.stat(base)
		if err != nil {
			return err
		}
		if typeOf(uint32(st.Mode)) == node.TypeDirectory {
			sub, err := d.enter(base)
			if err != nil {
				return err
			}
			defer sub.close()
			return m.list(ctx, sub, path.Join(at, base))
		}
		sum, err := d.hash(ctx, base, &st)
		m.List[path.Join(at, base)] = sum
		m.Bytes += st.Size
		return err
	})
}

// each calls visit with the names in a folder, sorted.
func each(d folder, visit func(base string) error) error {
	if _, err := d.f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	names, err := d.f.Readdirnames(-1)
	if err != nil {
		return err
	}
	slices.Sort(names)
	for _, base := range names {
		if err := visit(base); err != nil {
			return err
		}
	}
	return nil
}

// everything plans that all goes for what was assembled.
func (m *planner) everything(ctx context.Context) error {
	if err := each(m.root, func(base string) error { return m.out(ctx, m.root, base, true) }); err != nil {
		return err
	}
	return each(m.tree, func(base string) error {
		m.in(base, base)
		return nil
	})
}

// out plans that an entry goes aside. Keep says that it goes into the trash afterwards.
func (m *planner) out(ctx context.Context, d folder, at string, keep bool) error {
	v := move{Path: at, Out: newID()}
	if keep {
		r, err := m.place.describe(ctx, d, name(at), true)
		if err != nil {
			return err
		}
		v.Keep = &r
	}
	m.Moves = append(m.Moves, v)
	m.gone[at] = true
	return nil
}

func (m *planner) in(from, to string) { m.Moves = append(m.Moves, move{Path: to, In: from}) }

// outdated plans that the files of the last installation go that the new one has not, unless somebody has changed them.
func (m *planner) outdated(ctx context.Context) error {
	paths := make([]string, 0, len(m.former))
	for p := range m.former {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	for _, p := range paths {
		if _, again := m.List[p]; again {
			continue
		}
		for _, at := range []string{p, p + Disabled} {
			d, err := m.root.descend(path.Dir(at))
			if err != nil {
				continue // it is gone, or no folder of the installation any more
			}
			same := m.sum(ctx, d, path.Base(at)) == m.former[p]
			if same {
				err = m.out(ctx, d, at, false)
			}
			d.close()
			if err := errors.Join(err, ctx.Err()); err != nil {
				return err
			}
		}
	}
	return nil
}

// sum is the hash of a file; empty if there is none, or it is no regular file with one name.
func (m *planner) sum(ctx context.Context, d folder, base string) string {
	st, err := d.stat(base)
	if err != nil {
		return ""
	}
	sum, err := d.hash(ctx, base, &st)
	if err != nil {
		return ""
	}
	return sum
}

// merge plans how the entries of a folder come into the folder of the same path. A folder that is not there yet moves as a whole.
func (m *planner) merge(ctx context.Context, from, to folder, at string) error {
	return each(from, func(base string) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		p := path.Join(at, base)
		mine, err := from.stat(base)
		if err != nil {
			return err
		}
		isFolder := typeOf(uint32(mine.Mode)) == node.TypeDirectory
		other, err := to.stat(base)
		switch {
		case errors.Is(err, fs.ErrNotExist) || m.gone[p]:
			if _, known := m.former[p]; known && !isFolder {
				if _, err := to.stat(base + Disabled); err == nil {
					return m.meet(ctx, to, p, p+Disabled)
				}
			}
			m.in(p, p)
			return nil
		case err != nil:
			return err
		case isFolder && typeOf(uint32(other.Mode)) == node.TypeDirectory:
			return m.enter(ctx, from, to, p)
		case isFolder:
			return m.replace(ctx, to, p, p, true)
		}
		return m.meet(ctx, to, p, p)
	})
}

func (m *planner) enter(ctx context.Context, from, to folder, p string) error {
	f, err := from.enter(path.Base(p))
	if err != nil {
		return err
	}
	defer f.close()
	t, err := to.enter(path.Base(p))
	if err != nil {
		return err
	}
	defer t.close()
	return m.merge(ctx, f, t, p)
}

// meet plans what becomes of a new file p where something stands at the path at. What somebody has changed is never lost: a configuration stays,
// and the new one stands beside it; anything else goes into the trash.
func (m *planner) meet(ctx context.Context, to folder, p, at string) error {
	sum, want := m.sum(ctx, to, path.Base(at)), m.List[p]
	switch {
	case sum == want:
		return nil
	case sum != "" && sum == m.former[p]:
		return m.replace(ctx, to, p, at, false)
	case sum == "" || !configuration(p):
		return m.replace(ctx, to, p, at, true)
	case m.former[p] == want:
		return nil // the pack's own has not changed since
	}
	m.Beside++
	beside := at + besideEnd
	if _, err := to.stat(path.Base(beside)); errors.Is(err, fs.ErrNotExist) {
		m.in(p, beside)
		return nil
	}
	if m.sum(ctx, to, path.Base(beside)) == want {
		return nil
	}
	return m.replace(ctx, to, p, beside, true)
}

func (m *planner) replace(ctx context.Context, to folder, p, at string, keep bool) error {
	if err := m.out(ctx, to, at, keep); err != nil {
		return err
	}
	m.in(p, at)
	return nil
}

// configuration says whether a file is text that people change, by its name.
func configuration(p string) bool {
	switch strings.ToLower(path.Ext(p)) {
	case ".toml", ".json", ".json5", ".jsonc", ".cfg", ".conf", ".config", ".properties", ".yml", ".yaml", ".txt", ".ini", ".xml", ".hocon", ".snbt", ".js", ".zs", ".md":
		return true
	}
	return false
}
