package server

import (
	"context"
	"errors"
	"net/url"
	"strconv"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/properties"
	projected "github.com/modyard/modyard/projections/server"
	"github.com/modyard/modyard/readapi/view"
)

// MaxConfig is the largest configuration file that is read from a node, in bytes.
const MaxConfig = 256 << 10

// The errors of Options.Fetch, beside those of a node that cannot be reached.
var (
	// ErrNoFile means that the node has no such file.
	ErrNoFile = errors.New("the node has no such file")
	// ErrTooLarge means that the file has more bytes than were asked for.
	ErrTooLarge = errors.New("the file is too large")
)

type configIn struct {
	view.ByID
	File string `path:"fileName"`
}

// config is GET /servers/{id}/config/{fileName}. A name of a list is taken, never a path.
func (s *Routes) config(ctx context.Context, in *configIn) (contract.HostedConfig, error) {
	record, err := s.read(ctx, string(in.ID))
	if err != nil {
		return nil, err
	}
	if in.File != "ServerProperties" {
		return nil, httpkit.Fault(httpkit.KindNotFound, httpkit.CodeNotFound, "没有这个配置文件。")
	}
	if err := usable(record); err != nil {
		return nil, err
	}
	if err := record.may(projected.FilesRead, "读取文件"); err != nil {
		return nil, err
	}
	if !record.reachable() {
		return nil, unreachable()
	}
	token, err := s.token(ctx, record, []string{node.ScopeFilesRead})
	if err != nil {
		return nil, err
	}
	data, err := s.Fetch(ctx, record.address+node.PathFiles+"/download?path="+url.QueryEscape("/server.properties"), token, MaxConfig)
	switch {
	case errors.Is(err, ErrNoFile):
		return nil, httpkit.Fault(httpkit.KindNotFound, httpkit.CodeNotFound, "服务器还没有 server.properties，首次启动后才会生成。")
	case errors.Is(err, ErrTooLarge):
		return nil, httpkit.Fault(httpkit.KindTooLarge, httpkit.CodeTooLarge, "server.properties 超过 256 KiB，无法读取。")
	case err != nil:
		return nil, unreachable()
	}
	file, err := properties.Parse(data)
	if err != nil {
		return nil, httpkit.Fault(httpkit.KindTooLarge, httpkit.CodeTooLarge, "server.properties 过大，无法读取。")
	}
	out := contract.HostedConfig{}
	for key, value := range file.Values() {
		out[key] = typed(value)
	}
	return out, nil
}

// typed is a value as clients of the hosting API expect it: true, false and whole numbers as such, everything else as a text.
func typed(value string) any {
	switch value {
	case "true":
		return true
	case "false":
		return false
	}
	// A number that a browser cannot hold, or that is written otherwise, such as 007, stays a text.
	if n, err := strconv.ParseInt(value, 10, 64); err == nil && strconv.FormatInt(n, 10) == value && n <= 1<<53 && n >= -1<<53 {
		return n
	}
	return value
}
