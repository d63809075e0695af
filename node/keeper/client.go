package keeper

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"sync"
	"syscall"
	"time"
)

// callLimit bounds one request to a keeper.
const callLimit = 5 * time.Second

// Client talks to the keeper of a server. Its methods may be called at the same time.
type Client struct {
	folder string

	mu   sync.Mutex
	conn net.Conn
	in   *bufio.Reader
}

// Dial connects to the keeper of a server. The error is ErrNoKeeper if none listens.
func Dial(ctx context.Context, folder string) (*Client, error) {
	conn, err := dial(ctx, folder)
	if err != nil {
		return nil, err
	}
	return &Client{folder: folder, conn: conn, in: bufio.NewReader(conn)}, nil
}

func dial(ctx context.Context, folder string) (net.Conn, error) {
	meta, err := os.Open(Meta(folder))
	if err != nil {
		return nil, fmt.Errorf("dial the keeper: %w", err)
	}
	defer func() { _ = meta.Close() }() // it was only a way
	conn, err := new(net.Dialer).DialContext(ctx, "unix", shortPath(meta))
	if errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ECONNREFUSED) {
		err = ErrNoKeeper
	}
	if err != nil {
		return nil, fmt.Errorf("dial the keeper: %w", err)
	}
	return conn, nil
}

// Close ends the connection. The keeper goes on.
func (c *Client) Close() error { return c.conn.Close() }

func (c *Client) call(r request) (Status, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	var s Status
	err := c.conn.SetDeadline(time.Now().Add(callLimit))
	if err == nil {
		err = json.NewEncoder(c.conn).Encode(r)
	}
	if err == nil {
		var line []byte
		if line, err = c.in.ReadBytes('\n'); err == nil {
			err = json.Unmarshal(line, &s)
		}
	}
	if err == nil && s.Error != "" {
		err = errors.New(s.Error)
	}
	if err != nil {
		return s, fmt.Errorf("ask the keeper to %s: %w", r.Do, err)
	}
	return s, nil
}

// Status asks how the run is.
func (c *Client) Status() (Status, error) { return c.call(request{Do: doStatus}) }

// Write gives a command to the game, and to its console.
func (c *Client) Write(line string) error {
	_, err := c.call(request{Do: doWrite, Line: line})
	return err
}

// Signal sends SignalTerm to the game's group, or kills all of its processes by SignalKill.
func (c *Client) Signal(signal string) error {
	_, err := c.call(request{Do: doSignal, Signal: signal})
	return err
}

// Follow calls changed at once and after each change of the console or of the readiness; several changes may be one call. It returns when the
// context ends or the keeper has gone.
func (c *Client) Follow(ctx context.Context, changed func()) error {
	conn, err := dial(ctx, c.folder)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }() // nothing is written to it any more
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	if err := json.NewEncoder(conn).Encode(request{Do: doFollow}); err != nil {
		return fmt.Errorf("follow the keeper: %w", err)
	}
	for b := make([]byte, 64); ; {
		if _, err := conn.Read(b); err != nil {
			return errors.Join(ErrNoKeeper, ctx.Err())
		}
		changed()
	}
}
