package configs

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/files"
)

// load reads what is known of a server, once. k.looking is held.
func (s *Service) load(server string, k *known) error {
	if k.loaded {
		return nil
	}
	var st state
	if _, err := s.Store.Configurations(server, &st); err != nil {
		return err
	}
	k.state, k.loaded = st, true
	return nil
}

// look compares the files of a server with what was reported, below paths where some are given, and reports the difference. final: the process
// has ended, so nothing is left for later.
func (s *Service) look(ctx context.Context, server string, cause Cause, final bool, under ...string) error {
	k := s.known(server)
	k.looking.Lock()
	defer k.looking.Unlock()
	if err := s.load(server, k); err != nil {
		return err
	}
	first := k.state.Files == nil
	l := &look{service: s, server: server, known: k, cause: cause, final: final, before: k.state, next: k.state.clone(), present: map[string]bool{}}
	switch {
	case first:
		l.cause, under = Cause{Kind: node.ConfigurationFound}, nil
	case len(under) == 0 && l.next.Replaced != "":
		l.cause = Cause{Kind: l.next.Replaced}
	}
	if len(under) == 0 {
		l.next.Replaced = ""
	}
	if err := l.open(); err != nil {
		return err
	}
	whole, err := s.Files.Texts(ctx, server, l.rules(under), l.visit)
	if err != nil {
		return err
	}
	if whole {
		l.gone(under)
	}
	return l.save(first)
}

// look is one comparison.
type look struct {
	service      *Service
	server       string
	known        *known
	cause        Cause
	final        bool
	before, next state
	present      map[string]bool
	changed      []node.ConfigurationFile
	news         bool // there is something to store
	kept         contents
}

func (l *look) open() (err error) {
	l.kept, err = l.service.contents(l.server)
	return err
}

func (l *look) rules(under []string) files.TextRules {
	within := func(path string) bool {
		return len(under) == 0 || slices.ContainsFunc(under, func(u string) bool { return below(path, u) })
	}
	return files.TextRules{
		Folder:  func(path string) bool { return entered(top(path)) && within(path) },
		File:    func(path string) bool { return followed(path) && within(path) },
		Known:   func(path string) string { return l.before.Files[path].Tag },
		MaxSize: node.MaxConfiguration, MaxFiles: maxFiles, MaxFolder: maxFolder, MaxEntries: maxEntries,
	}
}

// top is a folder that is entered only if the path can lead to a followed file: of a folder at the top it is the one in which worlds have their
// configurations.
func top(folder string) string {
	if strings.Count(folder, "/") == 1 && !entered(folder) {
		return folder + "/serverconfig"
	}
	return folder
}

// visit compares one file.
func (l *look) visit(t files.Text) error {
	l.present[t.Path] = true
	now := l.service.Clock()
	old, had := l.before.Files[t.Path]
	if t.Unsettled || had && t.Tag == old.Tag {
		return nil // the next look sees it
	}
	is := file{Tag: t.Tag, Size: t.Size, Changed: old.Changed, Quiet: old.Quiet}
	if t.Content != nil && bytes.IndexByte(t.Content, 0) < 0 {
		is.Hash = l.next.hash(t.Content)
	}
	if is.Hash == old.Hash { // also of a file that is not followed before and after
		l.next.Files[t.Path], l.news = is, true
		return nil
	}
	if l.cause.Kind == node.ConfigurationProcess && had {
		if !l.final && old.quiet(now) {
			return nil
		}
		is.Changed, is.Quiet = now.Unix(), old.calm(now)
	} else {
		is.Changed, is.Quiet = 0, 0
	}
	if is.Hash != "" && !l.known.sent[is.Hash] {
		if err := l.kept.put(is.Hash, t.Content); err != nil {
			return err
		}
	}
	l.next.Files[t.Path] = is
	l.changed = append(l.changed, node.ConfigurationFile{Path: t.Path, Hash: is.Hash, Size: is.Size})
	return nil
}

// gone reports the files that are there no more.
func (l *look) gone(under []string) {
	for path, f := range l.before.Files {
		if l.present[path] || len(under) > 0 && !slices.ContainsFunc(under, func(u string) bool { return below(path, u) }) {
			continue
		}
		delete(l.next.Files, path)
		l.news = true
		if f.Hash != "" {
			l.changed = append(l.changed, node.ConfigurationFile{Path: path, Gone: true})
		}
	}
}

// save stores what was found with its reports.
func (l *look) save(first bool) error {
	if len(l.changed) == 0 && !l.news && !first && l.next.Replaced == l.before.Replaced {
		return nil
	}
	observed, desired, known := l.service.Servers.State(l.server)
	if !known || desired.Deleted {
		return nil // nothing of it may be stored any more
	}
	slices.SortFunc(l.changed, func(a, b node.ConfigurationFile) int { return strings.Compare(a.Path, b.Path) })
	var reports []node.Report
	for part := range slices.Chunk(l.changed, node.MaxConfigurationFiles) {
		reports = append(reports, node.Report{
			Kind: node.ReportConfigurationChanged, At: l.service.Clock().UTC(), Run: observed.Run,
			Configuration: &node.ConfigurationReport{Cause: l.cause.Kind, Account: l.cause.Account, Token: l.cause.Token, Files: part},
		})
	}
	if err := l.service.Store.SaveConfigurations(l.server, l.next, reports...); err != nil {
		return fmt.Errorf("store the configuration files of %s: %w", l.server, err)
	}
	l.known.state = l.next
	if l.kept.added {
		l.service.sendSoon()
	}
	return nil
}
