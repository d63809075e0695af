package share

import (
	"context"
	"fmt"

	"github.com/modyard/modyard/platform/qrcode"
	"github.com/modyard/modyard/readapi/view"
)

type qrInput struct {
	ID view.Name `path:"id"`
}

// qr draws the address of a project's page, with the quiet zone of four squares that readers need.
func (s *Routes) qr(ctx context.Context, in *qrInput) (view.Answer, error) {
	f, err := s.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	size, path, err := qrcode.Draw(s.options.URL + f.path)
	if err != nil {
		return nil, err
	}
	const quiet = 4
	whole := size + 2*quiet
	svg := fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-%d -%d %d %d" shape-rendering="crispEdges"><path fill="#fff" d="M-%d -%dh%dv%dh-%dz"/><path d="%s"/></svg>`,
		quiet, quiet, whole, whole, quiet, quiet, whole, whole, whole, path)
	return svgAnswer("qr-"+f.path, svg), nil
}
