package identity

import "github.com/modyard/modyard/platform/qrcode"

// QR is a picture of squares: Size on each side, the dark ones as the data of an SVG path.
type QR struct {
	Size int    `json:"size"`
	Path string `json:"path"`
}

func drawQR(text string) (QR, error) {
	size, path, err := qrcode.Draw(text)
	return QR{Size: size, Path: path}, err
}
