package catalogueimport

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"
)

// facts is the data that is read before the first project is imported.
type facts struct {
	total     int
	slugs     map[string]bool // every slug of the catalogue in lower case
	estimates map[int]int64   // by line, for projects whose downloads are unknown
	versions  map[string][]versionRecord
	names     map[string]names
	games     map[string]time.Time // release of every game version
	earliest  time.Time            // the first of them
}

// names are additional names of a project.
type names struct{ zh, abbr []string }

// unknownDate is used where no date is available: the game's first year.
func unknownDate() time.Time { return time.Date(2011, 11, 18, 0, 0, 0, 0, time.UTC) }

func gather(ctx context.Context, o Options) (*facts, error) {
	f := &facts{
		slugs: map[string]bool{}, versions: map[string][]versionRecord{}, names: map[string]names{},
		games: map[string]time.Time{}, earliest: unknownDate(),
	}
	for _, part := range []struct {
		given, name string
		read        func(string) error
	}{
		{o.GameVersions, "game_versions.json", f.readGames},
		{o.Names, "mod_names_zh.tsv", f.readNames},
		{o.Versions, "versions.jsonl", f.readVersions},
	} {
		file, err := beside(part.given, o.Projects, part.name)
		if err == nil && file != "" {
			err = part.read(file)
		}
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", part.name, err)
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return f, f.readAhead(ctx, o)
}

// readAhead reads the catalogue once for the data that needs all records: their number, slugs and ranks.
func (f *facts) readAhead(ctx context.Context, o Options) error {
	var unknown []ranked
	err := lines(o.Projects, func(n int, line []byte, err error) error {
		if o.Limit > 0 && f.total >= o.Limit {
			return errLimit
		}
		f.total++
		var r record
		if err != nil || decode(line, &r) != nil {
			return ctx.Err() // the importer rejects the record later
		}
		f.slugs[strings.ToLower(strings.TrimSpace(r.Slug))] = true
		if r.Downloads == nil {
			unknown = append(unknown, ranked{line: n, packs: r.PackCount})
		}
		return ctx.Err()
	})
	f.estimates = estimate(unknown)
	return notEnough(err)
}

func (f *facts) readGames(file string) error {
	in, err := open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	var list []struct {
		Version string    `json:"version"`
		Release time.Time `json:"release_time"`
	}
	if err := json.NewDecoder(io.LimitReader(in, 64<<20)).Decode(&list); err != nil {
		return err
	}
	for _, g := range list {
		f.games[g.Version] = g.Release.UTC()
	}
	return nil
}

func (f *facts) readVersions(file string) error {
	return lines(file, func(_ int, line []byte, err error) error {
		var v versionRecord
		if err != nil || decode(line, &v) != nil || v.Project == "" {
			return nil // a version that cannot be read counts as unknown
		}
		f.versions[v.Project] = append(f.versions[v.Project], v)
		return nil
	})
}

func (f *facts) readNames(file string) error {
	column := map[string]int{}
	return lines(file, func(n int, line []byte, err error) error {
		if err != nil {
			return nil //nolint:nilerr // as below
		}
		cells := strings.Split(strings.ToValidUTF8(string(line), ""), "\t")
		if n == 1 {
			for i, c := range cells {
				column[c] = i
			}
			return nil
		}
		cell := func(name string) []string {
			i, ok := column[name]
			if !ok || i >= len(cells) || cells[i] == "" {
				return nil
			}
			return strings.Split(cells[i], "|")
		}
		slug := cell("slug")
		more := names{zh: cell("other_zh"), abbr: cell("abbreviation")}
		if len(slug) == 1 && (more.zh != nil || more.abbr != nil) {
			f.names[slug[0]] = more
		}
		return nil
	})
}
