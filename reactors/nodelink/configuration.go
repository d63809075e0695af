package nodelink

import (
	"context"
	"fmt"
	"io"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/ids"
)

// hasServer is true while a server is on a node and is not removed from it.
const hasServer = `
select exists (select from server.servers where id = $1 and node = $2 and (deleted is null or deleted > now() - interval '7 days'))`

func (l *Links) registerConfiguration(api *httpkit.API) {
	api.Raw(huma.Operation{
		Method: http.MethodPut, Path: node.PathConfiguration + "/{server}/{hash}", Summary: "节点发送配置文件的内容",
		Description: "仅供节点使用：以节点自己的密钥签名的令牌认证。", MaxBodyBytes: node.MaxConfiguration, Responses: httpkit.NoContentResponses(),
	}, l.keep)
}

// keep takes the content of a configuration file of one of the node's servers. The hash is the node's own, which the site cannot check.
func (l *Links) keep(w http.ResponseWriter, r *http.Request) error {
	id, err := l.authenticate(r)
	if err != nil {
		return err
	}
	server, hash := r.PathValue("server"), r.PathValue("hash")
	there := false
	if ids.Valid(server) && isHash(hash) {
		if there, err = l.has(r.Context(), id, server); err != nil {
			return err
		}
	}
	if !there {
		return httpkit.Fault(httpkit.KindNotFound, httpkit.CodeNotFound, "此节点没有这台服务器。")
	}
	content, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	if err := l.Keep(r.Context(), server, hash, content); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

func (l *Links) has(ctx context.Context, id, server string) (there bool, err error) {
	if err := l.Pool.QueryRow(ctx, hasServer, server, id).Scan(&there); err != nil {
		return false, fmt.Errorf("look for a node's server: %w", err)
	}
	return there, nil
}

// isHash is true for 64 hexadecimal digits.
func isHash(s string) bool {
	for _, c := range []byte(s) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return len(s) == 64
}
