package javaserver

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"context"
	"crypto/md5"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
)

// The packets of the game's protocol 772 that are used, by the state of the connection.
const (
	toStatus, toLogin = 1, 2

	loginDisconnect, loginSuccess, loginCompression = 0x00, 0x02, 0x03
	sendLoginStart, sendLoginDone                   = 0x00, 0x03

	configDisconnect, configFinish, configAlive, configPing, configPacks      = 0x02, 0x03, 0x04, 0x05, 0x0E
	sendSettings, sendConfigDone, sendConfigAlive, sendConfigPong, sendConfig = 0x00, 0x03, 0x04, 0x05, 0x07

	playDisconnect, playAlive, playLogin, playPosition = 0x1C, 0x26, 0x2B, 0x41
	sendTeleported, sendAlive, sendLoaded              = 0x00, 0x1B, 0x2B
)

// maxPacket is the largest packet of the game, in bytes.
const maxPacket = 1 << 21

// wire is a connection to a game server.
type wire struct {
	conn    net.Conn
	in      *bufio.Reader
	squeeze bool // packets have the length of their uncompressed content
}

func dial(ctx context.Context, address string, state int32) (*wire, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("reach the game server: %w", err)
	}
	w := &wire{conn: conn, in: bufio.NewReader(conn)}
	hello := binary.BigEndian.AppendUint16(text(number(nil, GameProtocol), "127.0.0.1"), 25565)
	if err := w.write(0, number(hello, state)); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return w, nil
}

func number(b []byte, n int32) []byte { return binary.AppendUvarint(b, uint64(uint32(n))) }
func text(b []byte, s string) []byte  { return append(number(b, int32(len(s))), s...) }

// write sends a packet. None that a player sends is large enough to be compressed.
func (w *wire) write(id int32, content []byte) error {
	body := append(number(nil, id), content...)
	if w.squeeze {
		body = append([]byte{0}, body...)
	}
	if _, err := w.conn.Write(append(number(nil, int32(len(body))), body...)); err != nil {
		return fmt.Errorf("send the packet %#x: %w", id, err)
	}
	return nil
}

func sizeOf(r io.ByteReader) (uint64, error) {
	size, err := binary.ReadUvarint(r)
	if err == nil && size > maxPacket {
		err = fmt.Errorf("%d bytes are more than %d", size, maxPacket)
	}
	return size, err
}

func (w *wire) read() (id uint64, content []byte, err error) {
	length, err := sizeOf(w.in)
	if err != nil {
		return 0, nil, fmt.Errorf("read a packet: %w", err)
	}
	packet := make([]byte, length)
	if _, err := io.ReadFull(w.in, packet); err != nil {
		return 0, nil, fmt.Errorf("read a packet: %w", err)
	}
	r := bytes.NewReader(packet)
	if w.squeeze {
		size, err := sizeOf(r)
		if err != nil {
			return 0, nil, fmt.Errorf("read a compressed packet: %w", err)
		}
		if size > 0 {
			z, err := zlib.NewReader(r)
			if err != nil {
				return 0, nil, fmt.Errorf("read a compressed packet: %w", err)
			}
			packet = make([]byte, size)
			if _, err := io.ReadFull(z, packet); err != nil {
				return 0, nil, fmt.Errorf("read a compressed packet: %w", err)
			}
			r = bytes.NewReader(packet)
		}
	}
	if id, err = binary.ReadUvarint(r); err != nil {
		return 0, nil, fmt.Errorf("read a packet: %w", err)
	}
	content, err = io.ReadAll(r)
	return id, content, err
}

// Status is what a server says about itself in the list of servers. Description is a JSON text or object, Favicon a data address of a PNG.
type Status struct {
	Description json.RawMessage
	Favicon     string
	Version     struct {
		Protocol int
	}
	Players struct {
		Online, Max int
	}
}

// Ask asks the server at an address (host:port) for its status.
func Ask(ctx context.Context, address string) (s Status, err error) {
	w, err := dial(ctx, address, toStatus)
	if err != nil {
		return s, err
	}
	defer func() { _ = w.conn.Close() }() // the answer was read
	defer context.AfterFunc(ctx, func() { _ = w.conn.Close() })()
	if err := w.write(0, nil); err != nil {
		return s, err
	}
	_, content, err := w.read()
	if err != nil {
		return s, err
	}
	if length, n := binary.Uvarint(content); n > 0 && length <= uint64(len(content)-n) {
		content = content[n:]
	}
	if err := json.Unmarshal(content, &s); err != nil {
		return s, fmt.Errorf("read a status: %w", err)
	}
	return s, nil
}

// Player is somebody who plays on a server in offline mode, until Leave or until the server ends the connection.
type Player struct {
	wire  *wire
	gone  chan struct{}
	leave sync.Once
	err   error // after gone
}

// Join joins the server at an address (host:port) under a name. It returns when the player is in the world; from then on the player answers what
// keeps it there.
func Join(ctx context.Context, address, name string) (*Player, error) {
	w, err := dial(ctx, address, toLogin)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = w.conn.Close() })
	defer stop()
	id := md5.Sum([]byte("OfflinePlayer:" + name))
	id[6], id[8] = id[6]&0x0f|0x30, id[8]&0x3f|0x80
	err = w.write(sendLoginStart, append(text(nil, name), id[:]...))
	for _, step := range []func() (bool, error){w.login, w.configure, w.play} {
		for done := false; err == nil && !done; {
			done, err = step()
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("join as %s: %w", name, err), w.conn.Close())
	}
	p := &Player{wire: w, gone: make(chan struct{})}
	go func() {
		defer close(p.gone)
		for p.err == nil {
			_, p.err = w.play()
		}
	}()
	return p, nil
}

// Gone is closed when the connection has ended.
func (p *Player) Gone() <-chan struct{} { return p.gone }

// Err is why the connection ended; it may be asked when Gone is closed.
func (p *Player) Err() error { return p.err }

// Leave ends the connection.
func (p *Player) Leave() {
	p.leave.Do(func() { _ = p.wire.conn.Close() }) // it may have ended
	<-p.gone
}

func (w *wire) login() (done bool, err error) {
	id, content, err := w.read()
	switch {
	case err != nil:
	case id == loginCompression:
		w.squeeze = true
	case id == loginSuccess:
		// The language, the view distance, the chat, its colours, the skin, the main hand, no filter, listed, all particles.
		settings := append(text(nil, "zh_cn"), 2, 0, 1, 0x7f, 1, 0, 1, 0)
		return true, errors.Join(w.write(sendLoginDone, nil), w.write(sendSettings, settings))
	case id == loginDisconnect:
		err = fmt.Errorf("the server refuses: %q", content)
	}
	return false, err
}

func (w *wire) configure() (done bool, err error) {
	id, content, err := w.read()
	switch {
	case err != nil:
	case id == configPacks:
		err = w.write(sendConfig, content) // it knows what the server knows
	case id == configAlive:
		err = w.write(sendConfigAlive, content)
	case id == configPing:
		err = w.write(sendConfigPong, content)
	case id == configFinish:
		return true, w.write(sendConfigDone, nil)
	case id == configDisconnect:
		err = fmt.Errorf("the server refuses: %q", content)
	}
	return false, err
}

// play answers a packet. done is true for the one that puts the player into the world.
func (w *wire) play() (done bool, err error) {
	id, content, err := w.read()
	switch {
	case err != nil:
	case id == playLogin:
		return true, w.write(sendLoaded, nil)
	case id == playAlive:
		err = w.write(sendAlive, content)
	case id == playPosition: // it begins with its number
		_, n := binary.Uvarint(content)
		err = w.write(sendTeleported, content[:max(n, 0)])
	case id == playDisconnect:
		err = fmt.Errorf("the server ends it: %q", content)
	}
	return false, err
}
