package picture

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/draw"
)

// orientation is which side of a picture is up by its Exif notes, from 1 to 8 (Exif 2.32, tag 0x0112); 1 where they do
// not say it.
func orientation(data []byte, kind string) int {
	side := 0
	switch kind {
	case "jpeg":
		segments(data, func(marker byte, body, _ []byte) bool {
			if marker == markerAPP0+1 && side == 0 {
				if notes, ok := bytes.CutPrefix(body, []byte(exifPrefix)); ok {
					side = upSide(notes)
				}
			}
			return side == 0
		})
	case "png":
		for name, body := range pngChunks(data) {
			if name == "eXIf" && side == 0 {
				side = upSide(body)
			}
		}
	case "webp":
		for name, body := range webpChunks(data) {
			if name == "EXIF" && side == 0 {
				side = upSide(bytes.TrimPrefix(body, []byte(exifPrefix)))
			}
		}
	}
	if side < 1 || side > 8 {
		return 1
	}
	return side
}

const exifPrefix = "Exif\x00\x00"

// upSide reads the orientation from Exif notes, which are a TIFF; 0 where they do not say it.
func upSide(tiff []byte) int {
	if len(tiff) < 8 {
		return 0
	}
	var order binary.ByteOrder = binary.BigEndian
	if tiff[0] == 'I' {
		order = binary.LittleEndian
	}
	at := int(order.Uint32(tiff[4:]))
	if at < 8 || at+2 > len(tiff) {
		return 0
	}
	for n := range int(order.Uint16(tiff[at:])) {
		entry := at + 2 + 12*n
		if entry+12 > len(tiff) {
			return 0
		}
		if order.Uint16(tiff[entry:]) == 0x0112 {
			return int(order.Uint16(tiff[entry+8:]))
		}
	}
	return 0
}

// upright is a picture whose given side is up, turned and mirrored so that its first side is.
func upright(m image.Image, side int) image.Image {
	if side <= 1 || side > 8 {
		return m
	}
	b := m.Bounds()
	from := image.NewNRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(from, from.Bounds(), m, b.Min, draw.Src)
	w, h := b.Dx(), b.Dy()
	across, down := w, h
	if side >= 5 {
		across, down = h, w
	}
	to := image.NewNRGBA(image.Rect(0, 0, across, down))
	for y := range down {
		for x := range across {
			sx, sy := source(side, x, y, w, h)
			copy(to.Pix[to.PixOffset(x, y):][:4], from.Pix[from.PixOffset(sx, sy):][:4])
		}
	}
	return to
}

// source is the place in the stored picture, w × h, of a pixel of the upright one.
func source(side, x, y, w, h int) (int, int) {
	switch side {
	case 2:
		return w - 1 - x, y
	case 3:
		return w - 1 - x, h - 1 - y
	case 4:
		return x, h - 1 - y
	case 5:
		return y, x
	case 6:
		return y, h - 1 - x
	case 7:
		return w - 1 - y, h - 1 - x
	default:
		return w - 1 - y, x
	}
}
