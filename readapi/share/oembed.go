package share

import (
	"context"
	"net/url"
	"strings"

	"github.com/modyard/modyard/platform/httpkit"
	"github.com/modyard/modyard/readapi/card"
	"github.com/modyard/modyard/readapi/view"
)

type oembedInput struct {
	URL       string `query:"url" required:"true" maxLength:"2048" doc:"资源页面的网址"`
	Format    string `query:"format" enum:"json" default:"json" doc:"只有 json"`
	MaxWidth  int    `query:"maxwidth" minimum:"1" doc:"缩略图的最大宽度"`
	MaxHeight int    `query:"maxheight" minimum:"1" doc:"缩略图的最大高度"`
}

// OEmbed is the answer of oEmbed 1.0 for a link. Pages must not be shown in frames, so it is not a rich one.
type OEmbed struct {
	Version         string `json:"version"`
	Type            string `json:"type" enum:"link"`
	Title           string `json:"title"`
	AuthorName      string `json:"author_name,omitempty"`
	ProviderName    string `json:"provider_name"`
	ProviderURL     string `json:"provider_url"`
	CacheAge        int    `json:"cache_age"`
	ThumbnailURL    string `json:"thumbnail_url,omitempty"`
	ThumbnailWidth  int    `json:"thumbnail_width,omitempty"`
	ThumbnailHeight int    `json:"thumbnail_height,omitempty"`
}

// oembed describes the project whose page an address names. A thumbnail that is larger than the limits is left out, as
// the specification requires.
func (s *Routes) oembed(ctx context.Context, in *oembedInput) (OEmbed, error) {
	name, err := s.named(in.URL)
	if err != nil {
		return OEmbed{}, err
	}
	f, err := s.find(ctx, name)
	if err != nil {
		return OEmbed{}, err
	}
	out := OEmbed{
		Version: "1.0", Type: "link", Title: f.title(), AuthorName: f.author(), ProviderName: s.options.Brand, ProviderURL: s.options.URL, CacheAge: 3600,
	}
	if (in.MaxWidth == 0 || in.MaxWidth >= card.Width) && (in.MaxHeight == 0 || in.MaxHeight >= card.Height) {
		out.ThumbnailURL = s.options.URL + "/pictures/card/" + url.PathEscape(f.ProjectID)
		out.ThumbnailWidth, out.ThumbnailHeight = card.Width, card.Height
	}
	return out, nil
}

// named is the project that an address of this site names: /{type}/{slug or id}, with or without a part.
func (s *Routes) named(address string) (view.Name, error) {
	path, ok := strings.CutPrefix(address, s.options.URL+"/")
	if !ok {
		return "", httpkit.NotFound()
	}
	u, err := url.Parse("/" + path)
	if err != nil {
		return "", httpkit.NotFound()
	}
	parts := strings.Split(u.Path, "/")
	if len(parts) < 3 || parts[2] == "" || len(parts[2]) > 64 {
		return "", httpkit.NotFound()
	}
	return view.Name(parts[2]), nil
}
