package picture

import (
	"bytes"
	"encoding/binary"
	"iter"
)

// stripped is a valid picture without what cameras and programs note in it: place, device, time, comments, previews,
// and which side is up (Check turns the picture before). What follows the end of a picture is removed too.
func stripped(data []byte, kind string) []byte {
	switch kind {
	case "jpeg":
		return strippedJPEG(data)
	case "png":
		return strippedPNG(data)
	case "webp":
		return strippedWebP(data)
	}
	return data
}

func strippedJPEG(data []byte) []byte {
	out := append(make([]byte, 0, len(data)), 0xff, markerSOI)
	scanned := false
	segments(data, func(marker byte, body, whole []byte) bool {
		// The application segments that decoders need: JFIF, the colour profile, and Adobe's transform.
		if marker >= markerAPP0 && marker <= markerAPPF && marker != markerAPP0 && marker != markerAPP0+2 && marker != markerAPP0+14 || marker == markerCOM {
			return true
		}
		if marker == markerAPP0+2 && !bytes.HasPrefix(body, []byte("ICC_PROFILE\x00")) {
			return true
		}
		scanned = scanned || marker == markerSOS
		out = append(out, whole...)
		return true
	})
	if !scanned {
		return data
	}
	return append(out, 0xff, markerEOI)
}

func strippedPNG(data []byte) []byte {
	const head = 8
	out := append(make([]byte, 0, len(data)), data[:head]...)
	for at := head; at+12 <= len(data); {
		length := int(binary.BigEndian.Uint32(data[at:]))
		end := at + 12 + length
		if length < 0 || end < at || end > len(data) {
			return data
		}
		name := string(data[at+4 : at+8])
		switch name {
		case "eXIf", "tEXt", "zTXt", "iTXt", "tIME":
		default:
			out = append(out, data[at:end]...)
		}
		if name == "IEND" {
			return out
		}
		at = end
	}
	return data
}

func strippedWebP(data []byte) []byte {
	const head = 12
	if len(data) < head {
		return data
	}
	out := append(make([]byte, 0, len(data)), data[:head]...)
	limit := min(len(data), head-4+int(binary.LittleEndian.Uint32(data[4:])))
	for at := head; at+8 <= limit; {
		length := int(binary.LittleEndian.Uint32(data[at+4:]))
		end := at + 8 + length
		if length < 0 || end < at || end > len(data) {
			return data
		}
		whole := data[at:end]
		switch string(data[at : at+4]) {
		case "EXIF", "XMP ":
		case "VP8X":
			whole = bytes.Clone(whole)
			if len(whole) > 8 {
				whole[8] &^= 1<<3 | 1<<2 // the flags of both
			}
			fallthrough
		default:
			out = append(out, whole...)
			if length%2 == 1 {
				out = append(out, 0)
			}
		}
		at = end + length%2
	}
	binary.LittleEndian.PutUint32(out[4:], uint32(len(out)-8))
	return out
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
