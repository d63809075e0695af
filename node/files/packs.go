package files

import (
	"context"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"mime/multipart"
	"net/http"
	"time"

	"github.com/modyard/modyard/contract/node"
)

const (
	pathPack = node.PathInstall + "/reinstallMrpackMultiparted"
	// packTime is how long the upload of a modpack may take.
	packTime = 30 * time.Minute
)

// PackUpload is an archive of a modpack that somebody uploads.
type PackUpload struct {
	node.InstallUpload
	Server string
	Hard   bool
}

// Packs installs uploaded modpacks.
type Packs interface {
	// Reserve keeps everybody from installing something on a server until it is released. It fails with ErrBusy or ErrRunning.
	Reserve(server string) (release func(), err error)
	// Take reads the archive that the assembly has, and begins to install it. It fails with ErrRunning, or with an error that has a method
	// Refusal() string where the archive is not valid.
	Take(ctx context.Context, a *Assembly, u PackUpload) error
}

// Errors of Packs.
var (
	ErrBusy    = errors.New("something is being installed on the server")
	ErrRunning = errors.New("the server has not stopped")
)

// uploadPack takes the archive of a modpack.
func (c *call) uploadPack() error {
	hard, err := c.flag("hard")
	if err != nil {
		return err
	}
	if hard && !c.grant.Allows(node.ScopeInstallHard) {
		return refuseText(node.FileForbidden, "", textScope)
	}
	if c.service.packs == nil {
		return refuse(node.FileNotFound, "")
	}
	packs := c.service.packs()
	release, err := packs.Reserve(c.grant.Server)
	if err != nil {
		return packFault(err)
	}
	defer release()
	ctx, cancel := context.WithTimeout(c.ctx(), packTime)
	defer cancel()
	defer context.AfterFunc(ctx, func() {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			c.line.cut()
		}
	})()
	h := c.place.reserve(0)
	defer h.end(0)
	sum := &summed{hash: sha512.New()}
	s, err := c.stagePack(ctx, sum, h)
	if err != nil {
		return err
	}
	defer s.drop()
	a, err := c.service.Assemble(ctx, c.grant.Server, hard)
	if err != nil {
		return err
	}
	taken := false
	defer func() {
		if !taken {
			_ = a.Drop() // the next installation removes it
		}
		_ = a.Close(context.WithoutCancel(ctx)) // the next count knows
	}()
	to, err := openFolder(a.dir, ".")
	if err != nil {
		return err
	}
	defer to.close()
	if err := errors.Join(s.dir.replace(s.name, to, filePack), to.sync()); err != nil {
		return err
	}
	u := PackUpload{Server: c.grant.Server, Hard: hard, InstallUpload: node.InstallUpload{
		Account: c.grant.Claims.Subject, Token: c.grant.Claims.ID, SHA512: hex.EncodeToString(sum.hash.Sum(nil)), Size: sum.size,
	}}
	if err := c.ctx().Err(); err != nil { // its right has ended
		return err
	}
	if err := packs.Take(ctx, a, u); err != nil {
		return packFault(err)
	}
	taken = true
	c.line.extend(c.line.stall)
	c.w.WriteHeader(http.StatusAccepted)
	return nil
}

// stagePack writes the one field of the form into the stage.
func (c *call) stagePack(ctx context.Context, sum *summed, h *hold) (s *staged, err error) {
	c.r.Body = io.NopCloser(c.line)
	form, err := c.r.MultipartReader()
	if err != nil {
		return nil, refuse(node.FileInvalid, "Content-Type")
	}
	part, err := nextPart(form)
	if err != nil {
		return nil, err
	}
	if part == nil || part.FormName() != "file" {
		return nil, refuse(node.FileInvalid, "file")
	}
	s, err = c.place.stageFile(ctx, io.TeeReader(part, sum), -1, node.MaxPackBytes, 0o600, h)
	if err != nil {
		return nil, err
	}
	more, err := nextPart(form)
	if err == nil && more != nil {
		err = refuse(node.FileInvalid, more.FormName())
	}
	if err != nil {
		s.drop()
		return nil, err
	}
	return s, nil
}

// nextPart is the next part of a form, nil after the last one.
func nextPart(form *multipart.Reader) (*multipart.Part, error) {
	part, err := form.NextRawPart()
	if errors.Is(err, io.EOF) {
		return nil, nil //nolint:nilnil // there is none
	}
	if err != nil {
		return nil, &cutError{err}
	}
	return part, nil
}

// summed hashes and counts what is written.
type summed struct {
	hash hash.Hash
	size int64
}

func (s *summed) Write(p []byte) (int, error) {
	s.size += int64(len(p))
	return s.hash.Write(p)
}

// packFault is the refusal of a modpack.
func packFault(err error) error {
	var refusal interface{ Refusal() string }
	switch {
	case errors.Is(err, ErrBusy):
		return refuse(node.FileBusy, "")
	case errors.Is(err, ErrRunning):
		return refuse(node.ReasonRunning, "")
	case errors.As(err, &refusal):
		return refuseText(node.FileInvalid, "file", refusal.Refusal())
	}
	return err
}
