package ping

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/modyard/modyard/contract/node"
)

const (
	// Limit is how long a status may take.
	Limit = 2 * time.Second
	// maxNames and maxName bound the names of players that are taken from a status.
	maxNames = 200
	maxName  = 64
)

// Status is what a server says about itself.
type Status struct {
	Version string
	// Description is the text of the day as the server sent it: a JSON text or an object.
	Description json.RawMessage
	Players     node.Players
}

// document is a status on the wire.
type document struct {
	Version struct {
		Name     string `json:"name"`
		Protocol int    `json:"protocol"`
	} `json:"version"`
	Players struct {
		Max    int      `json:"max"`
		Online int      `json:"online"`
		Sample []sample `json:"sample,omitempty"`
	} `json:"players"`
	Description json.RawMessage `json:"description,omitempty"`
}

type sample struct {
	Name string `json:"name"`
	ID   string `json:"id"`
}

// Ask asks the server at an address (host:port) for its status. It takes at most Limit.
func Ask(ctx context.Context, address string) (Status, error) {
	ctx, cancel := context.WithTimeout(ctx, Limit)
	defer cancel()
	conn, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return Status{}, fmt.Errorf("ask %s for its status: %w", address, err)
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) }) // it ends what is being read or written
	defer stop()
	defer func() { _ = conn.Close() }() // the answer was read
	s, err := ask(conn, address)
	if err != nil {
		return Status{}, fmt.Errorf("ask %s for its status: %w", address, err)
	}
	return s, nil
}

func ask(conn net.Conn, address string) (Status, error) {
	host, portText, err := net.SplitHostPort(address)
	if err != nil {
		return Status{}, err
	}
	port, err := strconv.ParseUint(portText, 10, 16)
	if err != nil {
		return Status{}, err
	}
	hello := appendText(appendNumber(nil, -1), host) // -1: any version
	hello = append(binary.BigEndian.AppendUint16(hello, uint16(port)), 1)
	if err := errors.Join(writePacket(conn, 0, hello), writePacket(conn, 0, nil)); err != nil {
		return Status{}, err
	}
	id, content, err := readPacket(bufio.NewReader(conn), maxPacket)
	if err != nil {
		return Status{}, err
	}
	if id != 0 {
		return Status{}, fmt.Errorf("%w: id %d", errMalformed, id)
	}
	return parse(content)
}

func parse(content []byte) (Status, error) {
	in := &reader{rest: content}
	text := in.text(maxPacket)
	if in.err != nil {
		return Status{}, in.err
	}
	var d document
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		return Status{}, fmt.Errorf("%w: %w", errMalformed, err)
	}
	s := Status{Version: d.Version.Name, Description: d.Description}
	s.Players = node.Players{Online: max(d.Players.Online, 0), Max: max(d.Players.Max, 0)}
	for _, p := range d.Players.Sample[:min(len(d.Players.Sample), maxNames)] {
		if name := cleanName(p.Name); name != "" {
			s.Players.Names = append(s.Players.Names, name)
		}
	}
	return s, nil
}

// cleanName removes what is no visible text, and the game's colours.
func cleanName(name string) string {
	var b strings.Builder
	code := false
	for _, r := range strings.ToValidUTF8(name, "") {
		switch {
		case code:
			code = false
		case r == '§':
			code = true
		case r < 0x20 || r >= 0x7f && r < 0xa0:
		case b.Len()+len(string(r)) > maxName:
			return b.String()
		default:
			b.WriteRune(r)
		}
	}
	return strings.TrimSpace(b.String())
}
