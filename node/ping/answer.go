package ping

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net"
	"time"

	"github.com/modyard/modyard/contract/node"
)

// answerLimit bounds a conversation.
const answerLimit = 5 * time.Second

// Answer answers one caller with a status, as a server of the game does, and closes the connection. motd is plain text.
func Answer(conn net.Conn, motd string, players node.Players) error {
	defer func() { _ = conn.Close() }() // the answer was written
	if err := conn.SetDeadline(time.Now().Add(answerLimit)); err != nil {
		return fmt.Errorf("answer a ping: %w", err)
	}
	in := bufio.NewReader(conn)
	id, content, err := readPacket(in, 2*maxHost)
	if err != nil {
		return fmt.Errorf("answer a ping: %w", err)
	}
	hello := &reader{rest: content}
	_, _, _ = hello.number(), hello.text(maxHost), hello.port()
	if next := hello.number(); id != 0 || hello.err != nil || next != 1 {
		return fmt.Errorf("answer a ping: %w: handshake %d for state %d", errMalformed, id, next)
	}
	for {
		id, content, err := readPacket(in, 2*maxHost)
		if err != nil {
			return nil // the caller has what it wanted
		}
		if id == 0 {
			text, err := status(motd, players)
			if err != nil {
				return err
			}
			content = appendText(nil, text)
		}
		if err := writePacket(conn, id, content); err != nil {
			return fmt.Errorf("answer a ping: %w", err)
		}
		if id != 0 {
			return nil
		}
	}
}

func status(motd string, players node.Players) (string, error) {
	var d document
	d.Version.Name, d.Version.Protocol = "1.21.8", 772
	d.Players.Max, d.Players.Online = players.Max, players.Online
	for i, name := range players.Names {
		d.Players.Sample = append(d.Players.Sample, sample{Name: name, ID: fmt.Sprintf("00000000-0000-4000-8000-%012d", i)})
	}
	text, err := json.Marshal(motd)
	if err != nil {
		return "", fmt.Errorf("write a status: %w", err)
	}
	d.Description = text
	b, err := json.Marshal(d)
	if err != nil {
		return "", fmt.Errorf("write a status: %w", err)
	}
	return string(b), nil
}
