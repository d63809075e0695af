package picture

import (
	"bytes"
	"encoding/binary"
	"iter"
)

// stripped is a valid picture without what cameras and programs note in it: place, device, time, comments, previews,
// and which side is up (Check turns the picture before). Only the parts are kept that a picture is shown with; what follows
// its end is removed too. False means that its parts cannot be told apart.
func stripped(data []byte, kind string) ([]byte, bool) {
	switch kind {
	case "jpeg":
		return strippedJPEG(data)
	case "png":
		return strippedPNG(data)
	case "webp":
		return strippedWebP(data)
	}
	return strippedGIF(data)
}

const (
	jfifPrefix = "JFIF\x00"
	jfifHead   = 14 // bytes of its body before the preview
	iccPrefix  = "ICC_PROFILE\x00"
)

func strippedJPEG(data []byte) ([]byte, bool) {
	out := append(make([]byte, 0, len(data)), 0xff, markerSOI)
	scanned := false
	segments(data, func(marker byte, body, whole []byte) bool {
		switch {
		// The application segments that decoders need: JFIF, the colour profile, and Adobe's transform.
		case marker == markerAPP0:
			switch {
			case !bytes.HasPrefix(body, []byte(jfifPrefix)):
			case len(body) <= jfifHead:
				out = append(out, whole...)
			default:
				out = append(out, 0xff, markerAPP0, 0, jfifHead+2)
				out = append(append(out, body[:jfifHead-2]...), 0, 0)
			}
			return true
		case marker == markerAPP0+2 && bytes.HasPrefix(body, []byte(iccPrefix)), marker == markerAPP0+14 && bytes.HasPrefix(body, []byte("Adobe")):
		case marker > markerAPP0 && marker <= markerAPPF, marker == markerCOM:
			return true
		}
		scanned = scanned || marker == markerSOS
		out = append(out, whole...)
		return true
	})
	return append(out, 0xff, markerEOI), scanned
}

// colourProfile are the segments of a JPEG that hold its profile of RGB colours.
func colourProfile(data []byte) []byte {
	var out []byte
	rgb := false
	segments(data, func(marker byte, body, whole []byte) bool {
		if profile, ok := bytes.CutPrefix(body, []byte(iccPrefix)); ok && marker == markerAPP0+2 {
			const space = 2 + 16 // after the number of the part: the kind of colours
			rgb = rgb || len(profile) >= space+4 && string(profile[space:space+4]) == "RGB "
			out = append(out, whole...)
		}
		return marker != markerSOS
	})
	if !rgb {
		return nil
	}
	return out
}

// shownPNG says whether a picture is shown with a chunk: the critical ones, colours, sizes and animation.
func shownPNG(name string) bool {
	switch name {
	case "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "mDCV", "cLLI", "bKGD", "hIST", "pHYs", "sPLT", "acTL", "fcTL", "fdAT":
		return true
	}
	return name[0] >= 'A' && name[0] <= 'Z'
}

func strippedPNG(data []byte) ([]byte, bool) {
	const head = 8
	if len(data) < head {
		return nil, false
	}
	out := append(make([]byte, 0, len(data)), data[:head]...)
	for at := head; at+12 <= len(data); {
		length := int(binary.BigEndian.Uint32(data[at:]))
		end := at + 12 + length
		if length < 0 || end < at || end > len(data) {
			return nil, false
		}
		name := string(data[at+4 : at+8])
		if shownPNG(name) {
			out = append(out, data[at:end]...)
		}
		if name == "IEND" {
			return out, true
		}
		at = end
	}
	return nil, false
}

func strippedWebP(data []byte) ([]byte, bool) {
	const head = 12
	if len(data) < head {
		return nil, false
	}
	out := append(make([]byte, 0, len(data)), data[:head]...)
	limit := min(len(data), head-4+int(binary.LittleEndian.Uint32(data[4:])))
	for at := head; at+8 <= limit; {
		length := int(binary.LittleEndian.Uint32(data[at+4:]))
		end := at + 8 + length
		if length < 0 || end < at || end > len(data) {
			return nil, false
		}
		whole := data[at:end]
		switch string(data[at : at+4]) {
		case "VP8X":
			whole = bytes.Clone(whole)
			if len(whole) > 8 {
				whole[8] &^= 1<<3 | 1<<2 // the flags of EXIF and XMP
			}
			fallthrough
		case "VP8 ", "VP8L", "ALPH", "ANIM", "ANMF", "ICCP":
			out = append(out, whole...)
			if length%2 == 1 {
				out = append(out, 0)
			}
		}
		at = end + length%2
	}
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	return out, true
}

// pngChunks are the chunks of a PNG, up to the first that is cut off.
func pngChunks(data []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for at := 8; at+12 <= len(data); {
			end := at + 12 + int(binary.BigEndian.Uint32(data[at:]))
			if end < at || end > len(data) || !yield(string(data[at+4:at+8]), data[at+8:end-4]) {
				return
			}
			at = end
		}
	}
}

// webpChunks are the chunks of a WebP, up to the first that is cut off.
func webpChunks(data []byte) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		for at := 12; at+8 <= len(data); {
			length := int(binary.LittleEndian.Uint32(data[at+4:]))
			end := at + 8 + length
			if end < at || end > len(data) || !yield(string(data[at:at+4]), data[at+8:end]) {
				return
			}
			at = end + length%2
		}
	}
}
