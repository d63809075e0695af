package download

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/modyard/modyard/domain/download"
	"github.com/modyard/modyard/domain/fault"
)

// View is what a page tells when it is visible.
type View struct {
	URL string `json:"url" doc:"页面的完整地址"`
}

type seen struct{ Body View }

// maxAddress bounds the address of a viewed page, in bytes.
const maxAddress = 2048

// viewed records the view of a page of a project. Pages of other things are not recorded.
func (s *Service) viewed(ctx context.Context, in View) error {
	from, _ := ctx.Value(callerKey{}).(sender)
	u, ok := pageOf(in.URL, s.Host, from.host)
	if !ok {
		return fault.Invalid("url", "url 应为本站页面的完整地址。")
	}
	parts := strings.Split(strings.Trim(u.Path, "/"), "/")
	if len(parts) < 2 || len(parts[1]) > 64 { // no address of a project is longer
		return nil
	}
	p, err := s.Project(ctx, parts[0], parts[1])
	if err != nil || p.Project == "" {
		return err
	}
	hit := s.hit(from, p, "")
	hit.Call = true
	return s.record(ctx, from, download.View, hit)
}

// pageOf reads the address of a page of a site with some hosts. No database takes a path that is not UTF-8 or contains a NUL.
func pageOf(address string, hosts ...string) (u *url.URL, ok bool) {
	if len(address) > maxAddress {
		return nil, false
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || !utf8.ValidString(u.Path) || strings.ContainsRune(u.Path, 0) {
		return nil, false
	}
	return u, slices.ContainsFunc(hosts, func(host string) bool { return strings.EqualFold(u.Host, host) })
}

// Play is how long a version was played.
type Play struct {
	Seconds int    `json:"seconds" doc:"秒数，1 到 300"`
	Loader  string `json:"loader,omitempty" doc:"使用的平台"`
	Game    string `json:"game_version,omitempty" doc:"使用的游戏版本"`
	Parent  string `json:"parent,omitempty" doc:"整合包的版本 ID：版本随它安装时"`
}

type playtime struct {
	Body map[string]Play `doc:"版本 ID 到时长"`
}

const (
	// maxPlayed bounds the versions of a report.
	maxPlayed  = 256
	maxSeconds = 300
	// maxVersionID bounds an id of a report, which a rejection repeats. Every id of the site is shorter.
	maxVersionID = 64
)

// played records the playtime of versions. Versions that not everybody sees are left out, so that a report of a whole
// modpack is not lost for one of them.
func (s *Service) played(ctx context.Context, in map[string]Play) error {
	from, _ := ctx.Value(callerKey{}).(sender)
	if len(in) == 0 || len(in) > maxPlayed {
		return fault.Invalid("", "一次报告 1 到 256 个版本。")
	}
	ids := slices.Sorted(maps.Keys(in))
	for _, id := range ids {
		if len(id) > maxVersionID {
			return fault.Invalid("", "版本 ID 最多 64 个字节。")
		}
		if seconds := in[id].Seconds; seconds < 1 || seconds > maxSeconds {
			return fault.Invalid(id+".seconds", "seconds 应为 1 到 300。")
		}
	}
	versions, err := s.Versions(ctx, ids)
	if err != nil {
		return err
	}
	var hits []download.Hit
	for _, v := range versions {
		p := in[v.ID]
		hit := s.hit(from, v, "")
		hit.Call, hit.Seconds = true, uint16(p.Seconds)
		hit.Loader, hit.Game = among(v.Loaders, p.Loader), among(v.Games, p.Game)
		if p.Parent != "" {
			hit.Reason = download.Modpack
		}
		hits = append(hits, hit)
	}
	return s.record(ctx, from, download.Playtime, hits...)
}
