// Package icon sets and removes the icons of projects, organizations and collections with the same pair of routes.
package icon

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"net/http"
	"path"

	"github.com/danielgtaylor/huma/v2"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/commands/upload"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/reason"
	"github.com/modyard/modyard/identity"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/picture"
)

// Change is an icon that was stored under URL, or its removal (empty URL). Color is its mean colour, 0xRRGGBB.
type Change struct {
	URL    string
	Color  *int
	Reason *reason.Reason
}

// Icons scales icons down and stores them. It is safe for concurrent use.
type Icons struct {
	uploads  *upload.Store
	pictures *picture.Decoder
}

// New creates icons over the site's uploads; nil: no icon can be set.
func New(uploads *upload.Store) *Icons {
	return &Icons{uploads: uploads, pictures: picture.NewDecoder()}
}

// Kind is the kind of thing that has the icons.
type Kind struct {
	Under  []string // prefixes of the route
	Path   string   // of the thing, with its id: "/collection/{id}"
	Name   string   // of the thing, in Chinese
	Scope  identity.Scopes
	Side   int                    // pixels
	Folder func(id string) string // of the blobs of a thing
	// Open loads the thing that a path names, and returns how to change its icon.
	Open func(ctx context.Context, tx *commands.Tx, name string, c Change) (Opened, error)
}

// Opened is a thing whose icon is about to change.
type Opened struct {
	ID    string
	Check error        // why the caller may not change it; nil if the caller may
	Do    func() error // decides the change
}

type remove struct {
	ID string `path:"id"`
	commands.Because
}

// Mount mounts PATCH and DELETE of a kind's icon.
func (i *Icons) Mount(api *httpkit.API, h *commands.Handler, k Kind) {
	commands.MountRaw(api, commands.Route{
		Path: "PATCH " + k.Path + "/icon", Under: k.Under, Summary: "更换" + k.Name + "图标", Scope: k.Scope, MaxBody: picture.MaxIconBytes + 1,
	}, huma.Operation{
		Parameters: append(commands.ReasonParams(), httpkit.QueryParam("ext", "string", "图片扩展名")), RequestBody: Body(),
	}, func(w http.ResponseWriter, r *http.Request, req commands.Request) error {
		return i.set(w, r, h, req, k)
	})
	commands.Mount(api, h, commands.Route{Path: "DELETE " + k.Path + "/icon", Under: k.Under, Summary: "移除" + k.Name + "图标", Scope: k.Scope},
		func(ctx context.Context, tx *commands.Tx, in *remove) error {
			return k.change(ctx, tx, in.ID, Change{Reason: in.Reason()})
		})
}

func (k Kind) change(ctx context.Context, tx *commands.Tx, name string, c Change) error {
	opened, err := k.Open(ctx, tx, name, c)
	if err != nil {
		return err
	}
	return opened.Do()
}

// Body documents a request with a picture as its body.
func Body() *huma.RequestBody {
	binary := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{
		"image/png": binary, "image/jpeg": binary, "image/gif": binary, "image/webp": binary,
	}}
}

// set reads the picture from the body. A caller without the right is rejected before.
func (i *Icons) set(w http.ResponseWriter, r *http.Request, h *commands.Handler, req commands.Request, k Kind) error {
	ctx, name, why := r.Context(), r.PathValue("id"), commands.ReasonOf(r)
	if err := picture.CheckExt(r.URL.Query().Get("ext")); err != nil {
		return err
	}
	if i.uploads == nil {
		return fault.Invalid("icon", "暂不支持上传图标。")
	}
	var id string
	if err := h.Read(ctx, req.By, func(ctx context.Context, tx *commands.Tx) error {
		opened, err := k.Open(ctx, tx, name, Change{Reason: why})
		id = opened.ID
		return cmp.Or(err, opened.Check)
	}); err != nil {
		return err
	}
	batch := i.uploads.Begin()
	defer batch.Close(ctx)
	change, err := i.Store(ctx, batch, k.Folder(id), k.Side, r.Body)
	if err != nil {
		return err
	}
	change.Reason = why
	outcome, err := batch.Handle(ctx, req, func(ctx context.Context, tx *commands.Tx) error {
		return k.change(ctx, tx, id, change)
	})
	if err != nil {
		return err
	}
	return commands.Done(w, outcome)
}

// Store reads a picture of at most 256 KiB, scales it down and stores it in a folder.
func (i *Icons) Store(ctx context.Context, batch *upload.Batch, folder string, side int, r io.Reader) (Change, error) {
	data, err := picture.Read(r, picture.MaxIconBytes)
	if err != nil {
		return Change{}, err
	}
	small, color, err := i.pictures.Icon(ctx, data, side)
	if err != nil {
		return Change{}, err
	}
	key := path.Join(folder, batch.ID, picture.ContentName(small)+".png")
	if _, err := batch.Put(ctx, key, "image/png", "icon", bytes.NewReader(small), picture.MaxIconBytes); err != nil {
		return Change{}, err
	}
	return Change{URL: i.uploads.Blobs.URL(key), Color: color}, nil
}
