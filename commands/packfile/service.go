// Package packfile lets the staff judge whether files that modpacks contain may be redistributed.
package packfile

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	domain "github.com/modyard/modyard/domain/packfile"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/packfile"
)

// Found are the files of packs by their digests (packfile.Store).
type Found interface {
	Find(ctx context.Context, digests []string) ([]packfile.File, error)
}

// Options are the dependencies of the service. All must be set.
type Options struct {
	Handler *commands.Handler
	Found   Found
}

// Service handles the commands of the area. It is safe for concurrent use.
type Service struct{ Options }

// New creates the service; mount it with Routes.
func New(o Options) (*Service, error) {
	if o.Handler == nil || o.Found == nil {
		return nil, errors.New("make pack file commands: a handler and the files of packs are needed")
	}
	return &Service{o}, nil
}

const (
	maxEntries = 500
	maxBody    = 1 << 20
)

// Routes mounts the routes of the package.
func (s *Service) Routes(api *httpkit.API) {
	commands.Mount(api, s.Handler, commands.Route{
		Path: "POST /_internal/moderation/project", Summary: "判定整合包里的文件能否再分发", Scope: identity.ScopeProjectWrite, MaxBody: maxBody,
	}, s.judge)
}

// Files are the judgements of files, one stream a SHA-512.
func Files() *commands.Aggregate[domain.State, domain.Judge] {
	return &commands.Aggregate[domain.State, domain.Judge]{Category: "packfile", Evolve: commands.Timeless(domain.Evolve), Decide: domain.Decide}
}

// Flames are the judgements of projects of the platform "flame", one stream a project.
func Flames() *commands.Aggregate[domain.State, domain.Judge] {
	return &commands.Aggregate[domain.State, domain.Judge]{Category: "flamefile", Evolve: commands.Timeless(domain.Evolve), Decide: domain.Decide}
}

// Judgement is what a moderator has found out about one file.
type Judgement struct {
	Type   string `json:"type" enum:"unknown,flame" doc:"unknown：只判定这个文件；flame：判定它在其他平台的整个资源"`
	Status string `json:"status" enum:"yes,with-attribution-and-source,with-attribution,no,permanent-no,unidentified"`
	Proof  string `json:"proof,omitempty" doc:"证明，最多 2000 个字符；只用于 unknown"`
	Title  string `json:"title,omitempty" doc:"最多 200 个字符"`
	Link   string `json:"link,omitempty" doc:"http 或 https 链接"`
	ID     int64  `json:"id,omitempty" doc:"资源在其他平台的编号；只用于 flame"`
	Seen   *int   `json:"seen,omitempty" doc:"看到的判定是第几次，0 表示还没有；期间有了别的判定时返回 409"`
}

// Judgements are judgements by the SHA-1 or the SHA-512 of the file.
type Judgements map[string]Judgement

type judgeIn struct{ Body Judgements }

var digest = regexp.MustCompile(`^(?:[0-9a-f]{40}|[0-9a-f]{128})$`)

// judge is POST /_internal/moderation/project: all judgements or none.
func (s *Service) judge(ctx context.Context, tx *commands.Tx, in *judgeIn) error {
	if !tx.By().Staff() {
		return fault.Forbidden("只有审核人员可以判定整合包里的文件。")
	}
	if len(in.Body) == 0 || len(in.Body) > maxEntries {
		return fault.Invalid("", "一次须判定 1 到 "+strconv.Itoa(maxEntries)+" 个文件。")
	}
	keys := slices.Sorted(maps.Keys(in.Body))
	for _, key := range keys {
		if !digest.MatchString(key) {
			return fault.Invalid("hash", "文件须以小写的 SHA-1 或 SHA-512 表示。")
		}
	}
	found, err := s.Found.Find(ctx, keys)
	if err != nil {
		return err
	}
	return decide(ctx, tx, keys, in.Body, found)
}

// one is a judgement of a request, and the stream that it goes to.
type one struct {
	flame   bool
	stream  string // id
	command domain.Judge
}

func decide(ctx context.Context, tx *commands.Tx, keys []string, given Judgements, found []packfile.File) error {
	var list []one
	seen := map[string]domain.Judge{}
	for _, key := range keys {
		f, err := fileOf(key, found)
		if err != nil {
			return err
		}
		o, err := judging(tx, key, given[key], f)
		if err != nil {
			return err
		}
		name := strconv.FormatBool(o.flame) + o.stream
		before, twice := seen[name]
		switch {
		case !twice:
			seen[name] = o.command
			list = append(list, o)
		case !o.flame || before.Judgement != o.command.Judgement:
			return fault.Invalid(key, "同一个文件或资源在请求里有两个判定。")
		}
	}
	for _, flame := range []bool{false, true} {
		if err := decideAll(ctx, tx, list, flame); err != nil {
			return err
		}
	}
	return nil
}

func decideAll(ctx context.Context, tx *commands.Tx, list []one, flame bool) error {
	of := Files()
	if flame {
		of = Flames()
	}
	list = slices.DeleteFunc(slices.Clone(list), func(o one) bool { return o.flame != flame })
	ids := make([]string, len(list))
	for i, o := range list {
		ids[i] = o.stream
	}
	entities, err := of.OpenAll(ctx, tx, ids...)
	if err != nil {
		return err
	}
	for i, e := range entities {
		if err := e.Do(list[i].command); err != nil {
			return err
		}
	}
	return nil
}

// fileOf is the file of a digest. A SHA-1 can be forged, so one that several files have names none of them.
func fileOf(key string, found []packfile.File) (f packfile.File, err error) {
	n := 0
	for _, one := range found {
		if one.SHA1 == key || one.SHA512 == key {
			f = one
			n++
		}
	}
	switch n {
	case 0:
		return f, fault.Invalid(key, "没有已读取的整合包包含这个文件。")
	case 1:
		return f, nil
	}
	return f, fault.Invalid(key, "多个不同的文件有这个 SHA-1，请以 SHA-512 表示要判定的文件。")
}

func judging(tx *commands.Tx, key string, j Judgement, f packfile.File) (one, error) {
	o := one{stream: f.SHA512, command: domain.Judge{
		By: tx.By(), Field: key + ".", SHA512: f.SHA512, SHA1: f.SHA1, Name: f.Name, Seen: j.Seen,
		Judgement: domain.Judgement{Status: domain.Status(j.Status), Title: j.Title, Link: strings.TrimSpace(j.Link), Proof: j.Proof},
	}}
	switch cmp.Or(j.Type, "none") {
	case "unknown":
		if j.ID != 0 {
			return o, fault.Invalid(key+".id", "只有判定其他平台的资源时才填写编号。")
		}
	case "flame":
		if j.ID <= 0 || j.ID != f.Flame {
			return o, fault.Invalid(key+".id", "这个文件不属于其他平台的这个资源。")
		}
		o.flame, o.stream, o.command.Flame = true, strconv.FormatInt(j.ID, 10), j.ID
	default:
		return o, fault.Invalid(key+".type", "须为 unknown 或 flame。")
	}
	return o, nil
}
