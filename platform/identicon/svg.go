package identicon

import (
	"bytes"
	"encoding/xml"
	"fmt"
)

// SVG is the drawing as a document. It needs neither scripts nor fonts of its own.
func (d Drawing) SVG() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d">`, Size, Size)
	fmt.Fprintf(&b, `<path fill="%s" d="M0 0h%dv%dH0z"/><path fill="%s" d="M0 38L32 22 64 38V64H0z"/>`, Hex(d.Ground), Size, Size, Hex(d.Shadow))
	for _, f := range d.Faces {
		p := f.Points
		fmt.Fprintf(&b, `<path fill="%s" d="M%g %gL%g %g %g %g %g %gz"/>`, Hex(f.Color), p[0].X, p[0].Y, p[1].X, p[1].Y, p[2].X, p[2].Y, p[3].X, p[3].Y)
	}
	if d.Initial != "" {
		fmt.Fprintf(&b, `<text x="32" y="58" text-anchor="middle" font-family="system-ui,sans-serif" font-size="23" font-weight="700" fill="%s" stroke="%s" stroke-width="4" stroke-linejoin="round" paint-order="stroke">`, Hex(d.Ink), Hex(d.Shadow))
		_ = xml.EscapeText(&b, []byte(d.Initial)) // a buffer takes every byte
		b.WriteString(`</text>`)
	}
	b.WriteString(`</svg>`)
	return b.Bytes()
}
