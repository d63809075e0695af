package install

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/fetch"
	"github.com/modyard/modyard/node/files"
	"github.com/modyard/modyard/platform/archive"
	"github.com/modyard/modyard/platform/manifest"
	"github.com/modyard/modyard/platform/pause"
	"github.com/modyard/modyard/platform/software"
)

// assemble puts everything that the installation brings into the new folder. It changes nothing else.
func (t *task) assemble(ctx context.Context, a *files.Assembly) error {
	t.tell(node.InstallProgress{Phase: node.PhaseResolve})
	var p *pack
	var loader node.InstallLoader
	switch in := t.desired.Install; {
	case t.Doing.Upload != nil:
		t.log.line("Installing an uploaded modpack of %d bytes; hard: %t.", t.Doing.Upload.Size, t.Doing.Hard)
		if err := a.Reserve(ctx, files.Rounded(t.Doing.Upload.Size)); err != nil {
			return err
		}
	case in.Pack != nil:
		t.log.line("Installing version %.64q of the modpack %.64q; hard: %t.", in.Pack.Version, in.Pack.Project, t.Doing.Hard)
		if err := t.fetchPack(ctx, a, *in.Pack); err != nil {
			return err
		}
	case in.Loader != nil:
		loader = *in.Loader
		t.log.line("Installing %.64q %.64q for the game %.64q; hard: %t.", loader.Loader, loader.LoaderVersion, loader.GameVersion, t.Doing.Hard)
	default:
		return errSoftware
	}
	if loader.Loader == "" {
		archive, err := a.Pack(false)
		if err != nil {
			return err
		}
		defer func() { _ = archive.Close() }() // it was only read
		if p, err = openPack(ctx, a, archive, t.service.Fetcher.Allowed); err != nil {
			return err
		}
		loader, t.Doing.PackName, t.Doing.PackVersion = p.loader, p.name, p.version
		t.log.line("It is %q %q for %s %s of the game %s.", p.name, p.version, loader.Loader, loader.LoaderVersion, loader.GameVersion)
	}
	release, err := t.resolve(ctx, loader)
	if err != nil {
		return err
	}
	if p != nil {
		if err := t.fill(ctx, a, p, release); err != nil {
			return err
		}
	}
	return t.fillSoftware(ctx, a, release)
}

func openPack(ctx context.Context, a *files.Assembly, f *os.File, allowed func(string) error) (*pack, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("open the modpack: %w", err)
	}
	left, err := a.Left(ctx)
	if err != nil {
		return nil, err
	}
	return readPack(ctx, f, info.Size(), left, allowed)
}

// fetchPack fetches the archive of a modpack.
func (t *task) fetchPack(ctx context.Context, a *files.Assembly, in node.InstallPack) error {
	if in.Size <= 0 || in.Size > node.MaxPackBytes {
		return fetch.ErrSize
	}
	if err := a.Reserve(ctx, files.Rounded(in.Size)); err != nil {
		return err
	}
	f, err := a.Pack(true)
	if err != nil {
		return err
	}
	err = t.service.Fetcher.File(ctx, fetch.Source{URL: in.URL, SHA512: in.SHA512, Size: in.Size, Moved: func(n int64) {
		t.tell(node.InstallProgress{Phase: node.PhaseResolve, Bytes: n, BytesTotal: in.Size})
	}}, f)
	return errors.Join(err, f.Close())
}

// attempts is how often a metadata service is asked.
const attempts = 3

// resolve learns the files of software.
func (t *task) resolve(ctx context.Context, l node.InstallLoader) (software.Release, error) {
	name := archive.Shown(strings.Join(strings.Fields(l.Loader+" "+l.LoaderVersion+" ("+l.GameVersion+")"), " "))
	if t.service.Software == nil {
		return software.Release{}, about(name, errSoftware)
	}
	var r software.Release
	var err error
	pauses := pause.Doubling(time.Second, time.Minute)
	for attempt := 1; ; attempt++ {
		r, err = t.service.Software.Resolve(ctx, l.Loader, l.GameVersion, l.LoaderVersion)
		if err == nil || ctx.Err() != nil || errors.Is(err, software.ErrUnknown) || errors.Is(err, software.ErrAnswer) || attempt == attempts {
			break
		}
		if !t.service.Wait(ctx, pauses.NextBackOff()) {
			return r, ctx.Err()
		}
	}
	switch {
	case ctx.Err() != nil:
		return r, ctx.Err()
	case errors.Is(err, software.ErrUnknown):
		return r, about(name, fmt.Errorf("%w: %w", errSoftware, err))
	case err != nil:
		return r, about(name, fmt.Errorf("%w: %w", errMetadata, err))
	}
	if err := usable(r); err != nil {
		return r, about(name, err)
	}
	t.Doing.Software = &node.Software{Kind: r.Kind, Jar: r.Jar, Loader: r.Loader, LoaderVersion: r.LoaderVersion, GameVersion: r.GameVersion}
	t.log.line("The software is %s %s for the game %s, %d files.", r.Loader, r.LoaderVersion, r.GameVersion, len(r.Files))
	return r, nil
}

// usable refuses a release that cannot be started.
func usable(r software.Release) error {
	switch {
	case r.Kind != software.KindStandIn && r.Kind != software.KindJar:
		return fmt.Errorf("%w: its kind is %.20q", errSoftware, r.Kind)
	case r.Kind == software.KindJar && !slices.ContainsFunc(r.Files, func(f software.File) bool { return f.Path == r.Jar }):
		return fmt.Errorf("%w: it has no archive to start", errSoftware)
	}
	seen := map[string]bool{}
	for _, f := range r.Files {
		if !archive.PortablePath(f.Path) || strings.HasPrefix(f.Path, "-") || strings.HasPrefix(f.Path, "@") || seen[strings.ToLower(f.Path)] {
			return fmt.Errorf("%w: its path %.80q is malformed", errSoftware, f.Path)
		}
		seen[strings.ToLower(f.Path)] = true
	}
	return nil
}

// fill puts the files of a modpack into the new folder, but for those whose places the software has.
func (t *task) fill(ctx context.Context, a *files.Assembly, p *pack, r software.Release) error {
	if err := a.Reserve(ctx, p.bytes()); err != nil {
		return err
	}
	taken := map[string]bool{}
	for _, f := range r.Files {
		taken[strings.ToLower(f.Path)] = true
	}
	p.fetched = slices.DeleteFunc(p.fetched, func(f manifest.Installable) bool { return taken[strings.ToLower(f.Path)] })
	if err := t.fetchAll(ctx, a, p.fetched); err != nil {
		return err
	}
	done := node.InstallProgress{Phase: node.PhaseAssemble, FilesTotal: len(p.packed)}
	for _, f := range p.packed {
		done.BytesTotal += f.Entry.Size
	}
	for _, f := range p.packed {
		if taken[strings.ToLower(f.path)] {
			continue
		}
		err := a.Create(f.path, func(w *os.File) error { return p.archive.Copy(ctx, f.Name, w) })
		if err != nil {
			return about(f.path, archiveError(err))
		}
		done.Files, done.Bytes = done.Files+1, done.Bytes+f.Entry.Size
		t.tell(done)
	}
	return nil
}

// counter counts what several goroutines do.
type counter struct {
	mu sync.Mutex
	node.InstallProgress
}

// fetchAll fetches the files of an index, a few at a time. The first failure ends it.
func (t *task) fetchAll(ctx context.Context, a *files.Assembly, list []manifest.Installable) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	done := &counter{InstallProgress: node.InstallProgress{Phase: node.PhaseFetch, FilesTotal: len(list)}}
	for _, f := range list {
		done.BytesTotal += f.PackFile.Size
	}
	t.tell(done.InstallProgress)
	next := make(chan manifest.Installable)
	var work sync.WaitGroup
	for range min(fetchesAtOnce, len(list)) {
		work.Go(func() {
			for f := range next {
				if err := about(f.Path, t.fetchOne(ctx, a, f)); err != nil {
					cancel(err)
					continue
				}
				done.mu.Lock()
				done.Files, done.Bytes = done.Files+1, done.Bytes+f.PackFile.Size
				now := done.InstallProgress
				done.mu.Unlock()
				t.tell(now)
			}
		})
	}
	for _, f := range list {
		if ctx.Err() != nil {
			break
		}
		next <- f
	}
	close(next)
	work.Wait()
	return context.Cause(ctx)
}

// fetchOne fetches a file from the first of its addresses that has it.
func (t *task) fetchOne(ctx context.Context, a *files.Assembly, f manifest.Installable) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return a.Create(f.Path, func(w *os.File) (err error) {
		for _, address := range f.URLs {
			if t.service.Fetcher.Allowed(address) != nil {
				continue
			}
			err = t.service.Fetcher.File(ctx, fetch.Source{URL: address, SHA512: f.SHA512, SHA1: f.SHA1, Size: f.PackFile.Size}, w)
			if err == nil || ctx.Err() != nil || !errors.Is(err, fetch.ErrUnreachable) && !errors.Is(err, fetch.ErrHash) && !errors.Is(err, fetch.ErrSize) {
				return err
			}
		}
		return err
	})
}

// fillSoftware fetches the files of software into the new folder.
func (t *task) fillSoftware(ctx context.Context, a *files.Assembly, r software.Release) error {
	done := node.InstallProgress{Phase: node.PhaseFetch, FilesTotal: len(r.Files)}
	for _, f := range r.Files {
		done.BytesTotal += f.Size
	}
	for _, f := range r.Files {
		if err := about(f.Path, t.fetchSoftware(ctx, a, f)); err != nil {
			return err
		}
		done.Files, done.Bytes = done.Files+1, done.Bytes+f.Size
		t.tell(done)
	}
	return nil
}

// fetchSoftware fetches a file of software. Where its publisher does not say its size, it may have what is left of the disk.
func (t *task) fetchSoftware(ctx context.Context, a *files.Assembly, f software.File) error {
	if f.Size > 0 {
		if err := a.Reserve(ctx, files.Rounded(f.Size)); err != nil {
			return err
		}
	}
	most, err := a.Left(ctx)
	if err != nil {
		return err
	}
	return a.Create(f.Path, func(w *os.File) error {
		err := t.service.Fetcher.File(ctx, fetch.Source{URL: f.URL, Size: f.Size, Most: most, Public: true, Algorithm: f.Algorithm, Hash: f.Hash}, w)
		if err != nil || f.Size > 0 {
			return err
		}
		info, err := w.Stat()
		if err != nil {
			return err
		}
		return a.Reserve(ctx, files.Rounded(info.Size()))
	})
}
