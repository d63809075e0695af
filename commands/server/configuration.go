package server

import (
	"bytes"
	"context"
	"errors"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/properties"
)

// The errors of Configurations, beside those of a node that cannot be reached.
var (
	// ErrNoContent means that a revision does not exist, or that its content is not kept.
	ErrNoContent = errors.New("the content of the revision is not kept")
	// ErrFileGone means that the file is not there.
	ErrFileGone = errors.New("the file is not there")
	// ErrFileChanged means that the file was written after it was read.
	ErrFileChanged = errors.New("the file was changed meanwhile")
	// ErrFileRefused means that the node has the path, and lets nobody read or write it.
	ErrFileRefused = errors.New("the node refuses the file")
	// ErrFileRoom means that the plan's disk is full.
	ErrFileRoom = errors.New("the disk of the plan is full")
)

// Configurations are the files of servers on their nodes, and what they were.
type Configurations interface {
	// Revision is the content of a file at a revision: ErrNoContent.
	Revision(ctx context.Context, server, path string, revision int64) ([]byte, error)
	// Read reads a file from the server's node for the account of a request: at most server.MaxConfigurationBytes. The tag is that of this state.
	Read(ctx context.Context, req commands.Request, server, path string) (content []byte, tag string, err error)
	// Write writes a file for the account of a request, if it has the tag still; without a tag only where no file is.
	Write(ctx context.Context, req commands.Request, server, path string, content []byte, tag string) error
}

func (s *Service) configurationRoutes(api *httpkit.API) {
	commands.MountRequest(api, commands.Route{
		Path: "POST /v3/server/{id}/configuration/restore", Summary: "恢复配置文件或其中一项设置", Scope: identity.ScopeServerWrite,
	}, s.restoreConfiguration)
}

type restoreInput struct {
	Path     string `json:"path" doc:"文件的路径，例如 /server.properties"`
	Revision int64  `json:"revision" doc:"恢复到哪一个版本：版本的 position"`
	Key      string `json:"key,omitempty" doc:"只恢复 server.properties 中的这一项；省略则恢复整个文件"`
	Expected int64  `json:"expected,omitempty" doc:"当前应为哪一个版本：节点上的文件已不是它时答复 409 与当前的值；省略则直接覆盖"`
}

type restoreConfiguration struct {
	commands.Named
	Body restoreInput
}

// restoreConfiguration is POST /v3/server/{id}/configuration/restore. The node writes the file for the caller, with its own check that nobody has
// written it since it was read; its report of the change follows the decision.
func (s *Service) restoreConfiguration(ctx context.Context, req commands.Request, in *restoreConfiguration) (commands.Outcome, error) {
	command := server.RequestConfigurationRestore{By: req.By, Path: in.Body.Path, Key: in.Body.Key, Revision: in.Body.Revision}
	err := s.Handler.Read(ctx, req.By, func(ctx context.Context, tx *commands.Tx) error {
		e, err := get(ctx, tx, in.ID)
		if err == nil {
			err = e.State().MayRestoreConfiguration(req.By)
		}
		if err == nil {
			err = e.Do(command)
		}
		return err
	})
	if err != nil {
		return commands.Outcome{}, err
	}
	now, tag, err := s.Configurations.Read(ctx, req, in.ID, in.Body.Path)
	if err != nil && !errors.Is(err, ErrFileGone) {
		return commands.Outcome{}, fileFault(err)
	}
	next, err := s.restored(ctx, in, now, tag != "")
	if err != nil {
		return commands.Outcome{}, err
	}
	outcome, err := s.Handler.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		e, err := get(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		return e.Do(command)
	})
	if err != nil || tag != "" && bytes.Equal(now, next) {
		return outcome, err
	}
	writing := req
	writing.Credential = marked(req.Credential, command)
	why := s.Configurations.Write(ctx, writing, in.ID, in.Body.Path, next, tag)
	if why == nil {
		return outcome, nil
	}
	if err := s.notRestored(context.WithoutCancel(ctx), req, in.ID, command, why); err != nil {
		return outcome, err
	}
	return outcome, fileFault(why)
}

// notRestored records that the node did not write a file, once for each request.
func (s *Service) notRestored(ctx context.Context, req commands.Request, id string, of server.RequestConfigurationRestore, why error) error {
	failed := commands.Request{Command: uuid.NewSHA1(reports, []byte(req.Command+" is not restored")).String()}
	_, err := s.Handler.Handle(ctx, failed, func(ctx context.Context, tx *commands.Tx) error {
		e, err := Servers().Open(ctx, tx, id)
		if err != nil {
			return err
		}
		return e.Do(server.RecordRestoreFailure{Path: of.Path, Key: of.Key, Revision: of.Revision, Cause: notWritten(why)})
	})
	return err
}

// notWritten is the cause of an error of Configurations.
func notWritten(err error) server.RestoreFailureCause {
	switch {
	case errors.Is(err, ErrFileChanged):
		return server.NotWrittenChanged
	case errors.Is(err, ErrFileGone):
		return server.NotWrittenGone
	case errors.Is(err, ErrFileRefused):
		return server.NotWrittenRefused
	case errors.Is(err, ErrFileRoom):
		return server.NotWrittenDisk
	}
	return server.NotWrittenAway
}

// restored is what a file becomes. Where it is not what the caller has seen, the error has the present value.
func (s *Service) restored(ctx context.Context, in *restoreConfiguration, now []byte, there bool) ([]byte, error) {
	target, err := s.Configurations.Revision(ctx, in.ID, in.Body.Path, in.Body.Revision)
	if err != nil {
		return nil, fileFault(err)
	}
	var seen []byte
	if in.Body.Expected != 0 {
		if seen, err = s.Configurations.Revision(ctx, in.ID, in.Body.Path, in.Body.Expected); err != nil {
			return nil, fileFault(err)
		}
	}
	if in.Body.Key == "" {
		if in.Body.Expected != 0 && (!there || !bytes.Equal(now, seen)) {
			return nil, httpkit.Present(changedMeanwhile(), shownText(in.Body.Path, now))
		}
		return target, nil
	}
	return restoredKey(in.Body.Key, now, target, seen, in.Body.Expected != 0)
}

// restoredKey is a file of properties with one setting as it was.
func restoredKey(key string, now, target, seen []byte, expects bool) ([]byte, error) {
	was, err := properties.Parse(target)
	if err != nil {
		return nil, fileFault(ErrFileRefused)
	}
	value, ok := was.Get(key)
	if !ok {
		return nil, fault.Invalid("key", "这个版本没有设置 "+key+"。")
	}
	file, err := properties.Parse(now)
	if err != nil {
		return nil, fileFault(ErrFileRefused)
	}
	if expects {
		before, err := properties.Parse(seen)
		if err != nil {
			return nil, fileFault(ErrFileRefused)
		}
		expected, had := before.Get(key)
		if present, has := file.Get(key); present != expected || has != had {
			return nil, httpkit.Present(changedMeanwhile(), map[string]string{key: present})
		}
	}
	file.Set(key, value)
	return file.Bytes(), nil
}

// maxPresent bounds the text of a file in an error, in bytes.
const maxPresent = 64 << 10

// shownText is a file in an error; a long one, and one that is not UTF-8, is left out.
func shownText(path string, content []byte) map[string]string {
	if len(content) > maxPresent || !utf8.Valid(content) {
		return map[string]string{}
	}
	return map[string]string{path: string(content)}
}

func changedMeanwhile() error {
	return &fault.Error{Kind: fault.KindConflict, Code: server.ErrChanged, Field: "expected", Text: "文件已在别处更改，请核对后再恢复。"}
}

// fileFault is what the caller learns of an error about a file.
func fileFault(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrNoContent):
		return fault.NotFound("没有这个版本，或没有保存它的内容。")
	case errors.Is(err, ErrFileGone):
		return fault.Conflict("文件已不存在，请刷新后再试。")
	case errors.Is(err, ErrFileChanged):
		return changedMeanwhile()
	case errors.Is(err, ErrFileRefused):
		return fault.Conflict("节点上的文件无法读写：它过大、不是普通文件，或正被替换。")
	case errors.Is(err, ErrFileRoom):
		return fault.Conflict("磁盘空间不足，没有写入文件。")
	}
	return httpkit.Fault(httpkit.KindUnreachable, "node_unreachable", "节点暂时无法连接，请稍后再试。")
}
