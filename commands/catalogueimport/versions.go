package catalogueimport

import (
	"cmp"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/project"
	"github.com/modyard/modyard/platform/ids"
)

const (
	longestNumber      = 32
	longestVersionName = 64
	longestFileName    = 255 // bytes
)

// planned is a version and its publication time.
type planned struct {
	at      time.Time
	command project.CreateVersion
}

// versionsOf turns the known versions of a project into commands, oldest first. A project without known versions gets
// one version without a file, which lists the loaders and game versions of the project.
func (f *facts) versionsOf(r record, created time.Time) []planned {
	var list []planned
	records, own := f.versions[r.Slug], map[string]bool{}
	for i, v := range records {
		for _, number := range f.ownNumbers(v) {
			own[number] = true
		}
		list = append(list, f.version(r, v, i, created))
	}
	for _, v := range list {
		for _, g := range v.command.GameVersions {
			delete(own, g)
		}
	}
	loaders, games := loadersOf(r.Type, r.Loaders), slices.DeleteFunc(f.gamesOf(r.GameVersions), func(g string) bool { return own[g] })
	inOrder(list)
	if n := len(list); n > 0 && list[n-1].command.Undated {
		// The source says when the project changed last: that is when its newest version came.
		if at, known := date(r.Modified); known && !at.Before(created) && (n == 1 || at.After(list[n-2].at)) {
			list[n-1].at, list[n-1].command.Undated = at, false
		}
	}
	if len(list) == 0 && (len(r.Loaders) > 0 || len(games) > 0) {
		at, known := date(r.Modified)
		if !known {
			at, _ = f.released(games, true)
		}
		return []planned{{at: later(at, created), command: project.CreateVersion{
			By: owner(), Version: versionID(r.Slug, 0), Number: "未收录", Name: "来源处的最新版本",
			Changelog: "文件在来源处，此处没有收录；适用的平台与游戏版本取自目录。",
			Channel:   project.Release, Loaders: loaders, GameVersions: games, Imported: true, Undated: !known,
		}}}
	}
	if len(list) > 0 && len(list[len(list)-1].command.GameVersions) == 0 {
		// The loaders and game versions of the project are applied to its newest version.
		list[len(list)-1].command.GameVersions = games
	}
	return list
}

func versionID(slug string, n int) string {
	return ids.FromBytes(fmt.Appendf(nil, "import version %s %d", slug, n))
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

func (f *facts) version(r record, v versionRecord, n int, created time.Time) planned {
	c := project.CreateVersion{By: owner(), Version: versionID(r.Slug, n), Channel: project.Release, Imported: true}
	own := f.ownNumbers(v)
	c.Number = numberOf(v, own)
	c.Name = nameOf(v, c.Number)
	c.Channel = channelOf(c.Number)
	c.GameVersions = slices.DeleteFunc(f.gamesOf(v.GameVersions), func(g string) bool { return slices.Contains(own, g) })
	if c.Loaders = loadersOf(r.Type, v.Loaders); len(v.Loaders) == 0 {
		c.Loaders = loadersOf(r.Type, r.Loaders)
	}
	c.GameVersions = slices.DeleteFunc(c.GameVersions, func(g string) bool { return f.impossible(c.Loaders, g) })
	if address := https(v.URL); address != "" {
		c.Files = []project.File{{URL: address, Name: fileName(v.FileName, address, c.Number), Primary: true}}
	}
	at, known := date(v.Published)
	if c.Undated = !known; !known {
		at, _ = f.released(c.GameVersions, true)
	}
	return planned{at: later(at, created), command: c}
}

var (
	gameToken   = regexp.MustCompile(`^(?i)(mc|minecraft)?(1\.\d+(\.\d+|\.x)?|2[5-9]\.\d+(\.\d+)?)$`)
	unfinished  = regexp.MustCompile(`^(?i)(alpha|beta|pre|rc|snapshot|dev)([\d.+].*)?$`)
	numberToken = regexp.MustCompile(`^(?i)(v|b|r)?\d+([.+_]\w+)*\+?.*$`)
)

// numberOf is the version's number, or the part of the file's name that looks like one.
func numberOf(v versionRecord, own []string) string {
	number := plain(v.Number)
	if number == "" {
		number = fromFileName(v.FileName, own)
	}
	number = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsNumber(r), strings.ContainsRune("!@$().+,_\"`-", r):
			return r
		case r == ' ', r == '/', r == '|', r == ':', r == '\\':
			return '-'
		}
		return -1
	}, number)
	if number = strings.Trim(cut(strings.Trim(number, "-"), longestNumber), "-"); number == "" {
		return "未知"
	}
	return number
}

func fromFileName(name string, own []string) string {
	stem := strings.TrimSuffix(plain(name), path.Ext(plain(name)))
	var best, game string
	var last bool // the token before is the best
	for _, token := range strings.FieldsFunc(stem, func(r rune) bool { return r == '-' || r == '_' || r == ' ' }) {
		token = strings.Trim(token, "[](){}")
		after := last
		last = false
		switch {
		case slices.Contains(own, token):
			return token
		case after && unfinished.MatchString(token):
			best += "-" + token
		case gameToken.MatchString(token):
			game = token
		case !numberToken.MatchString(token):
		case best == "" || strings.Contains(token, ".") || !strings.Contains(best, "."):
			best, last = token, true
		}
	}
	return cmp.Or(best, game, stem)
}

func nameOf(v versionRecord, number string) string {
	name := plain(v.Number)
	if name == "" {
		name = strings.TrimSuffix(plain(v.FileName), path.Ext(plain(v.FileName)))
	}
	name = clip(name, longestVersionName)
	if !visible(name) {
		return number
	}
	return name
}

func channelOf(number string) project.Channel {
	lower := strings.ToLower(number)
	has := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(lower, w) })
	}
	switch {
	case has("alpha", "snapshot", "dev"):
		return project.Alpha
	case has("beta", "-pre", "-rc", "preview"):
		return project.Beta
	}
	return project.Release
}

// fileName is the valid name of a file that is stored on another site.
func fileName(name, address, number string) string {
	if name == "" {
		name = path.Base(address)
	}
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}, plain(name))
	for len(name) > longestFileName {
		_, size := utf8.DecodeRuneInString(name)
		name = name[size:]
	}
	if clean, err := project.FileName(name); err == nil {
		return clean
	}
	return number + ".jar"
}
