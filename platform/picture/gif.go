package picture

import "slices"

// The bytes that begin the blocks of a GIF, and the labels of its extensions.
const (
	gifExtension   = 0x21
	gifImage       = 0x2c
	gifTrailer     = 0x3b
	gifControl     = 0xf9
	gifApplication = 0xff
)

// strippedGIF keeps the pictures of a GIF, their control blocks and the loop. It stops where the file is invalid, as
// programs that show it do.
func strippedGIF(data []byte) ([]byte, bool) {
	const head = 13 // signature and screen
	if len(data) < head {
		return nil, false
	}
	at := head + colourTable(data[10])
	if at > len(data) {
		return nil, false
	}
	out := slices.Clone(data[:at])
	for at < len(data) {
		start, keep := at, true
		switch data[at] {
		case gifExtension:
			if at+2 > len(data) {
				return append(out, gifTrailer), true
			}
			label := data[at+1]
			at += 2
			keep = label == gifControl || label == gifApplication && loops(data[at:])
		case gifImage:
			const descriptor = 10
			if at+descriptor > len(data) {
				return append(out, gifTrailer), true
			}
			at += descriptor + colourTable(data[at+descriptor-1]) + 1 // and the size of the codes
		default:
			return append(out, gifTrailer), true
		}
		for at < len(data) && data[at] != 0 {
			at += 1 + int(data[at])
		}
		if at++; at > len(data) {
			if data[start] == gifImage {
				return append(out, data[start:]...), true
			}
			return append(out, gifTrailer), true
		}
		if keep {
			out = append(out, data[start:at]...)
		}
	}
	return append(out, gifTrailer), true
}

// colourTable is the size in bytes of the table that flags announce.
func colourTable(flags byte) int {
	if flags&0x80 == 0 {
		return 0
	}
	return 3 << (flags&7 + 1)
}

// loops says whether an application's extension is the one of animations.
func loops(body []byte) bool {
	const name = 12 // with its length
	return len(body) >= name && (string(body[1:name]) == "NETSCAPE2.0" || string(body[1:name]) == "ANIMEXTS1.0")
}
