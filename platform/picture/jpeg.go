package picture

import "encoding/binary"

const (
	// maxVisits bounds the blocks that the scans of a JPEG visit together: 18 passes over a picture of the largest size
	// without subsampling. Encoders need at most six.
	maxVisits = 18 * maxPixels / 64 * 3
	maxScans  = 200
)

// The markers of JPEG that the walk looks at.
const (
	markerSOF0 = 0xc0
	markerSOF2 = 0xc2
	markerRST0 = 0xd0
	markerRST7 = 0xd7
	markerSOI  = 0xd8
	markerEOI  = 0xd9
	markerSOS  = 0xda
	markerAPP0 = 0xe0
	markerAPPF = 0xef
	markerCOM  = 0xfe
)

// segments visits the segments of a JPEG up to its end, the compressed data of a scan with its segment: marker, body
// without length, and the whole piece of the file. It stops where the file is invalid, as decoders do.
func segments(data []byte, visit func(marker byte, body, whole []byte) bool) {
	if len(data) < 2 || data[0] != 0xff || data[1] != markerSOI {
		return
	}
	for at := 2; ; {
		marker, next := nextMarker(data, at)
		at = next
		start := at - 2 // what stands before a marker belongs to no segment
		if marker == 0 || marker == markerEOI || at+2 > len(data) {
			return
		}
		length := int(binary.BigEndian.Uint16(data[at:]))
		if length < 2 || at+length > len(data) {
			return
		}
		body := data[at+2 : at+length]
		at += length
		if marker == markerSOS {
			at = endOfScan(data, at)
		}
		if !visit(marker, body, data[start:at]) {
			return
		}
	}
}

// nextMarker finds the marker at or after a place, and the place behind it. 0 means that there is none.
func nextMarker(data []byte, at int) (byte, int) {
	for ; at+1 < len(data); at++ {
		if m := data[at+1]; data[at] == 0xff && m != 0 && m != 0xff && (m < markerRST0 || m > markerRST7) {
			return m, at + 2
		}
	}
	return 0, len(data)
}

// endOfScan is the place of the marker that follows a scan's compressed data.
func endOfScan(data []byte, at int) int {
	if marker, behind := nextMarker(data, at); marker != 0 {
		return behind - 2
	}
	return len(data)
}

// costly says whether decoding a JPEG takes far longer than its size lets expect: each scan of a progressive one visits
// every block of its components, however few bytes it has.
func costly(data []byte) bool {
	blocks := map[byte]int{} // of each component
	visits, scans := 0, 0
	segments(data, func(marker byte, body, _ []byte) bool {
		switch {
		case marker >= markerSOF0 && marker <= markerSOF2:
			readFrame(body, blocks)
		case marker == markerSOS && len(body) > 0:
			scans++
			for i := range int(body[0]) {
				if c := 1 + 2*i; c < len(body) {
					visits += blocks[body[c]]
				}
			}
		}
		return visits <= maxVisits && scans <= maxScans
	})
	return visits > maxVisits || scans > maxScans
}

// readFrame reads the number of blocks of each component from a frame header.
func readFrame(body []byte, blocks map[byte]int) {
	if len(body) < 6 {
		return
	}
	height, width, components := int(binary.BigEndian.Uint16(body[1:])), int(binary.BigEndian.Uint16(body[3:])), body[6-1:]
	n := int(components[0])
	if len(components) < 1+3*n {
		return
	}
	hMost, vMost := 1, 1
	for i := range n {
		sampling := components[2+3*i]
		hMost, vMost = max(hMost, int(sampling>>4)), max(vMost, int(sampling&15))
	}
	across, down := (width+8*hMost-1)/(8*hMost), (height+8*vMost-1)/(8*vMost)
	for i := range n {
		sampling := components[2+3*i]
		blocks[components[1+3*i]] = across * int(sampling>>4) * down * int(sampling&15)
	}
}
