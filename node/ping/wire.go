// Package ping asks a game server of the Java edition for its status, as the list of servers in the game does, and answers such questions.
//
// A packet is its length, its id and its content; numbers are of variable length, texts have their length before them.
package ping

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

const (
	// maxPacket is the largest packet that is read, in bytes: the text of a status may contain an icon.
	maxPacket = 256 << 10
	// maxHost is the largest name of a host in a handshake.
	maxHost = 255
)

// errMalformed is the cause of errors about what the other side sent.
var errMalformed = errors.New("malformed packet")

func appendNumber(b []byte, n int32) []byte {
	u := uint32(n)
	for ; u >= 0x80; u >>= 7 {
		b = append(b, byte(u)|0x80)
	}
	return append(b, byte(u))
}

func appendText(b []byte, text string) []byte {
	return append(appendNumber(b, int32(len(text))), text...)
}

// readNumber reads a number of at most five bytes.
func readNumber(r io.ByteReader) (int32, error) {
	var u uint32
	for i := range 5 {
		c, err := r.ReadByte()
		if err != nil {
			return 0, err
		}
		u |= uint32(c&0x7f) << (7 * i)
		if c < 0x80 {
			return int32(u), nil
		}
	}
	return 0, fmt.Errorf("%w: a number of more than five bytes", errMalformed)
}

// readPacket reads a packet of at most limit bytes.
func readPacket(r *bufio.Reader, limit int) (id int32, content []byte, err error) {
	length, err := readNumber(r)
	if err != nil {
		return 0, nil, err
	}
	if length < 1 || int(length) > limit {
		return 0, nil, fmt.Errorf("%w: %d bytes", errMalformed, length)
	}
	packet := make([]byte, length)
	if _, err := io.ReadFull(r, packet); err != nil {
		return 0, nil, err
	}
	in := &reader{rest: packet}
	id = in.number()
	return id, in.rest, in.err
}

func writePacket(w io.Writer, id int32, content []byte) error {
	body := append(appendNumber(nil, id), content...)
	_, err := w.Write(append(appendNumber(nil, int32(len(body))), body...))
	return err
}

// reader reads the members of a packet. After an error it returns zeros.
type reader struct {
	rest []byte
	err  error
}

// ReadByte implements io.ByteReader.
func (r *reader) ReadByte() (byte, error) {
	if len(r.rest) == 0 {
		return 0, fmt.Errorf("%w: it ends early", errMalformed)
	}
	c := r.rest[0]
	r.rest = r.rest[1:]
	return c, nil
}

func (r *reader) number() int32 {
	if r.err != nil {
		return 0
	}
	n, err := readNumber(r)
	r.err = err
	return n
}

func (r *reader) text(limit int) string {
	n := int(r.number())
	if r.err == nil && (n < 0 || n > limit || n > len(r.rest)) {
		r.err = fmt.Errorf("%w: a text of %d bytes", errMalformed, n)
	}
	if r.err != nil {
		return ""
	}
	text := string(r.rest[:n])
	r.rest = r.rest[n:]
	return text
}

func (r *reader) port() uint16 {
	if r.err == nil && len(r.rest) < 2 {
		r.err = fmt.Errorf("%w: no port", errMalformed)
	}
	if r.err != nil {
		return 0
	}
	port := binary.BigEndian.Uint16(r.rest)
	r.rest = r.rest[2:]
	return port
}
