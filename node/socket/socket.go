package socket

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/coder/websocket"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/token"
)

const (
	// maxControl bounds the answers that wait for a slow reader; while there are so many, nothing is read from it.
	maxControl = 64
	// frameWait is how long a browser that sends too many frames is not read.
	frameWait = 20 * time.Millisecond
)

// socket is the connection of one browser.
type socket struct {
	all     *Sockets
	server  string
	account string // set before it joins
	hub     *hub   // guarded by all.mu until the writer starts
	conn    *websocket.Conn
	ctx     context.Context
	cut     context.CancelFunc // cuts the connection
	wake    chan struct{}
	done    chan struct{} // closed when the socket is being closed
	parts   sync.WaitGroup

	// position is the number of the newest line that the browser has; numbers says that it asked for them. They belong to the writer.
	position uint64
	since    *uint64
	frames   bucket
	commands bucket

	control chan []byte

	mu       sync.Mutex
	ended    bool
	grant    token.Grant
	warned   bool                               // about the grant's end
	accepted func(websocket.StatusCode, string) // closes the connection; nil before there is one
	code     websocket.StatusCode
	reason   string
}

func newSocket(all *Sockets, server string) *socket {
	ctx, cut := context.WithCancel(context.Background())
	return &socket{
		all: all, server: server, ctx: ctx, cut: cut, wake: make(chan struct{}, 1), done: make(chan struct{}),
		control: make(chan []byte, maxControl),
		frames:  bucket{rate: 100, burst: 200}, commands: bucket{rate: 10, burst: 20},
	}
}

// serve runs the socket until its end.
func (c *socket) serve(conn *websocket.Conn) {
	defer c.cut()
	c.open(conn)
	late := time.AfterFunc(authTime, func() { c.end(node.StatusUnauthorized, "no token in time") })
	admitted := c.admit()
	late.Stop()
	if admitted {
		c.parts.Go(c.write)
		c.parts.Go(c.ping)
		c.read()
	}
	c.end(websocket.StatusNormalClosure, "")
	c.parts.Wait()
	c.mu.Lock()
	code := c.code
	c.mu.Unlock()
	c.all.log.Debug("a socket was closed", "server", c.server, "account", c.account, "code", code)
}

// open lets the socket be ended from now on.
func (c *socket) open(conn *websocket.Conn) {
	c.conn = conn
	c.mu.Lock()
	defer c.mu.Unlock()
	c.accepted = func(code websocket.StatusCode, reason string) {
		c.parts.Go(func() {
			force := time.AfterFunc(closeTime, c.cut)
			defer force.Stop()
			_ = conn.Close(code, reason) // the peer may be gone
			c.cut()
		})
	}
	if c.ended {
		c.accepted(c.code, c.reason)
	}
}

// end closes the socket with a code; only the first call counts. It does not wait.
func (c *socket) end(code websocket.StatusCode, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		return
	}
	c.ended, c.code, c.reason = true, code, reason
	close(c.done)
	if c.accepted != nil {
		c.accepted(code, reason)
	}
}

// admit reads tokens until one is valid, and joins the server.
func (c *socket) admit() bool {
	for range maxAttempts {
		frame, ok := c.next()
		if !ok {
			return false
		}
		if frame.Event != node.EventAuth {
			c.end(node.StatusUnauthorized, "the first frame must be auth")
			return false
		}
		grant, err := c.all.guard.Verify(frame.JWT, c.server, node.ScopeConsole)
		switch {
		case err == nil:
			c.grant, c.account, c.since = grant, grant.Claims.Subject, frame.Since
			return c.joined()
		case errors.Is(err, token.ErrIncorrect):
			c.all.log.Debug("a token was refused", "server", c.server, "error", err)
			if c.send(event(node.EventAuthIncorrect)) != nil {
				return false
			}
		default:
			c.end(node.StatusForbidden, "the token does not allow this")
			return false
		}
	}
	c.end(node.StatusUnauthorized, "no valid token")
	return false
}

// joined counts the socket at its server. What was decided about the server and the account while it was not counted yet is checked after.
func (c *socket) joined() bool {
	if !c.all.join(c) {
		c.end(node.StatusTooMany, "too many sockets")
		return false
	}
	if !c.all.guard.Holds(c.granted()) {
		c.end(node.StatusForbidden, "the token is revoked")
		return false
	}
	_, desired, known := c.all.servers.State(c.server)
	if code, reason := verdict(desired, known); code != 0 {
		c.end(code, reason)
		return false
	}
	return true
}

// next reads a frame. Frames that are none of the protocol end the socket.
func (c *socket) next() (frame node.FromBrowser, ok bool) {
	for !c.frames.take(time.Now()) {
		select {
		case <-time.After(frameWait):
		case <-c.done:
			return frame, false
		}
	}
	kind, data, err := c.conn.Read(c.ctx)
	switch {
	case err != nil:
		if errors.Is(err, websocket.ErrMessageTooBig) {
			c.end(websocket.StatusMessageTooBig, "the frame is too long")
		}
		return frame, false
	case kind != websocket.MessageText:
		c.end(websocket.StatusUnsupportedData, "frames are text")
	default:
		if frame, ok = parse(data); !ok {
			c.end(websocket.StatusInvalidFramePayloadData, "frames are JSON")
		}
		return frame, ok
	}
	return frame, false
}

// parse reads a frame of a browser.
func parse(data []byte) (frame node.FromBrowser, ok bool) {
	ok = utf8.Valid(data) && json.Unmarshal(data, &frame) == nil
	return frame, ok
}

// read takes the browser's frames. Events that are not known are those of later browsers and change nothing.
func (c *socket) read() {
	for {
		frame, ok := c.next()
		if !ok {
			return
		}
		switch frame.Event {
		case node.EventAuth:
			c.renew(frame.JWT)
		case node.EventCommand:
			c.command(frame.Cmd)
		}
	}
}

// renew takes another token of the same account. The former one stays if it is not valid.
func (c *socket) renew(raw string) {
	grant, err := c.all.guard.Verify(raw, c.server, node.ScopeConsole)
	switch {
	case errors.Is(err, token.ErrRevoked) || errors.Is(err, token.ErrScope):
		c.end(node.StatusForbidden, "the token does not allow this")
	case err != nil || grant.Claims.Subject != c.account:
		c.answer(event(node.EventAuthIncorrect))
	default:
		c.mu.Lock()
		c.grant, c.warned = grant, false
		c.mu.Unlock()
		if !c.all.guard.Holds(grant) {
			c.end(node.StatusForbidden, "the token is revoked")
			return
		}
		c.answer(event(node.EventAuthOK))
	}
}

func (c *socket) granted() token.Grant {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.grant
}

// answer gives a frame to the writer, and waits for room.
func (c *socket) answer(frame []byte) {
	select {
	case c.control <- frame:
	case <-c.done:
	case <-c.ctx.Done():
	}
}

func (c *socket) wakeUp() {
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// ping notices a peer that is gone without a word.
func (c *socket) ping() {
	tick := time.NewTicker(pingEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-c.done:
			return
		}
		ctx, cancel := context.WithTimeout(c.ctx, pongTime)
		err := c.conn.Ping(ctx)
		cancel()
		if err != nil {
			c.cut()
			return
		}
	}
}
