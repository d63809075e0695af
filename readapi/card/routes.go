package card

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"io"
	"log/slog"
	"net/http"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/maypok86/otter/v2"
	"golang.org/x/image/draw"
	"golang.org/x/image/font/sfnt"

	"github.com/modyard/modyard/contract"
	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/platform/identicon"
	"github.com/modyard/modyard/platform/picture"
	"github.com/modyard/modyard/readapi/view"
)

// Options are the dependencies of the routes.
type Options struct {
	Pool  *pgxpool.Pool
	Brand string
	// Icon opens a project's icon by its address; an error means that the drawn one is shown.
	Icon   func(ctx context.Context, address string) (io.ReadCloser, error)
	Logger *slog.Logger
}

// Routes answer cards.
type Routes struct {
	options Options
	font    *sfnt.Font
	decoder *picture.Decoder
	drawn   *otter.Cache[string, []byte] // by the card's tag
	turns   chan struct{}
}

const (
	drawnBytes = 24 << 20
	atOnce     = 2   // a card takes 10 MB while it is drawn
	iconPixels = 512 // on each side, of the copy that is kept while a card is drawn
)

// New makes the routes.
func New(o Options) (*Routes, error) {
	font, err := parseFont()
	if err != nil {
		return nil, err
	}
	return &Routes{
		options: o, font: font, decoder: picture.NewDecoder(), turns: make(chan struct{}, atOnce),
		drawn: otter.Must(&otter.Options[string, []byte]{
			MaximumWeight: drawnBytes, Weigher: func(_ string, v []byte) uint32 { return uint32(len(v)) },
		}),
	}, nil
}

// Mount mounts the cards. They are files, outside of the API.
func (s *Routes) Mount(mux *http.ServeMux) {
	mux.HandleFunc("GET /pictures/card/{project}", func(w http.ResponseWriter, r *http.Request) {
		err := s.card(w, r)
		var f httpkit.Faulty
		switch {
		case err == nil || r.Context().Err() != nil:
		case errors.As(err, &f):
			http.Error(w, "404", http.StatusNotFound)
		default:
			s.options.Logger.ErrorContext(r.Context(), "cannot draw a card", "path", r.URL.Path, "error", err)
			http.Error(w, "503", http.StatusServiceUnavailable)
		}
	})
}

// The hit says everything that a card shows. Planned, private and hidden projects have no card.
const shown = `select doc_hit, icon_url from catalog.projects where id = $1 and visible`

func (s *Routes) card(w http.ResponseWriter, r *http.Request) error {
	id, err := view.PathName(r, "project")
	if err != nil {
		return err
	}
	var doc []byte
	var icon string
	err = s.options.Pool.QueryRow(r.Context(), shown, id).Scan(&doc, &icon)
	if errors.Is(err, pgx.ErrNoRows) {
		return httpkit.NotFound()
	}
	if err != nil {
		return fmt.Errorf("read the project of a card: %w", err)
	}
	var hit contract.Hit
	if err := json.Unmarshal(doc, &hit); err != nil {
		return fmt.Errorf("decode hit: %w", err)
	}
	data := s.data(hit)
	tag, err := tagOf(data, icon)
	if err != nil {
		return err
	}
	body, ok := s.drawn.GetIfPresent(tag)
	if !ok {
		if body, err = s.render(r.Context(), data, icon); err != nil {
			return err
		}
		s.drawn.Set(tag, body)
	}
	w.Header().Set("Cache-Control", "public, max-age=3600")
	httpkit.Document(w, r, tag, body, "image/png")
	return nil
}

// data is what the card of a hit shows. Counts are shown in the short form, so that a card changes rarely.
func (s *Routes) data(hit contract.Hit) Data {
	d := Data{
		Title: hit.Title, Summary: hit.Description, Brand: s.options.Brand,
		Counts: []string{Count(hit.Downloads) + " 次下载", Count(hit.Follows) + " 人关注"},
	}
	if hit.TitleZH != nil && *hit.TitleZH != "" && *hit.TitleZH != hit.Title {
		d.Title, d.Original = *hit.TitleZH, hit.Title
	}
	d.Subject = identicon.Subject{Seed: hit.ProjectID, Name: d.Title, Color: hit.Color}
	for _, l := range contract.Loaders() {
		for _, category := range hit.Categories {
			if category == l.ID {
				d.Loaders = append(d.Loaders, l.Name)
				break
			}
		}
	}
	return d
}

// tagOf names a card by everything that it shows.
func tagOf(d Data, icon string) (string, error) {
	whole, err := json.Marshal([]any{d, icon})
	if err != nil {
		return "", fmt.Errorf("name a card: %w", err)
	}
	sum := sha256.Sum256(whole)
	return hex.EncodeToString(sum[:12]), nil
}

func (s *Routes) render(ctx context.Context, d Data, icon string) ([]byte, error) {
	select {
	case s.turns <- struct{}{}:
		defer func() { <-s.turns }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	m, err := s.icon(ctx, icon)
	if err != nil && ctx.Err() != nil {
		return nil, err
	}
	p := &painter{font: s.font}
	return p.draw(d, m) // without its icon where it cannot be read
}

// icon reads a project's icon.
func (s *Routes) icon(ctx context.Context, address string) (image.Image, error) {
	if address == "" {
		return nil, nil
	}
	r, err := s.options.Icon(ctx, address)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := picture.Read(r, picture.MaxIconBytes)
	if err != nil {
		return nil, err
	}
	result := make(chan image.Image, 1)
	err = s.decoder.Use(ctx, data, func(p picture.Picture) error {
		b := p.Image.Bounds()
		if max(b.Dx(), b.Dy()) > iconPixels {
			small := image.NewNRGBA(image.Rect(0, 0, iconPixels, iconPixels))
			draw.ApproxBiLinear.Scale(small, small.Bounds(), p.Image, b, draw.Src, nil)
			p.Image = small
		}
		result <- p.Image
		return nil
	})
	if err != nil {
		return nil, err
	}
	return <-result, nil
}

// Count is a count in the short form of the pages: 亿 with two decimals, 万 with one, otherwise commas.
func Count(n int64) string {
	switch {
	case n >= 100_000_000:
		return fmt.Sprintf("%.2f 亿", float64(n)/100_000_000)
	case n >= 10_000:
		return fmt.Sprintf("%.1f 万", float64(n)/10_000)
	case n >= 1000:
		return fmt.Sprintf("%d,%03d", n/1000, n%1000)
	}
	return fmt.Sprint(n)
}
