package socket

import (
	"context"
	"strings"
	"time"
	"unicode"

	"github.com/modyard/modyard/contract/node"
)

// command gives a line to the server, or answers why not.
func (c *socket) command(cmd string) {
	if reason := c.objection(cmd); reason != "" {
		if len(cmd) > node.MaxCommand {
			cmd = strings.ToValidUTF8(cmd[:node.MaxCommand], "")
		}
		c.answer(encode(node.Refused{Event: node.EventRefused, Cmd: cmd, Reason: reason}))
	}
}

func (c *socket) objection(cmd string) string {
	switch {
	case !c.granted().Allows(node.ScopeCommands):
		return "forbidden"
	case malformed(cmd) != "":
		return malformed(cmd)
	case !c.commands.take(time.Now()):
		return "rate"
	}
	console, ok := c.all.servers.Console(c.server)
	if !ok {
		return "not-running"
	}
	ctx, cancel := context.WithTimeout(c.ctx, commandTime)
	defer cancel()
	if err := console.Write(ctx, cmd); err != nil {
		return "not-running"
	}
	return ""
}

// malformed says what keeps a text from being one line of a console; empty if it is one.
func malformed(cmd string) string {
	switch {
	case cmd == "" || len(cmd) > node.MaxCommand:
		return "length"
	case strings.ContainsFunc(cmd, forbidden):
		return "characters"
	}
	return ""
}

// forbidden characters end a line in the console or in a program that shows it.
func forbidden(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == unicode.ReplacementChar
}

// bucket limits how often something is done. It belongs to one goroutine.
type bucket struct {
	rate, burst float64
	level       float64 // of what was taken
	at          time.Time
}

func (b *bucket) take(now time.Time) bool {
	b.level = max(0, b.level-b.rate*now.Sub(b.at).Seconds())
	b.at = now
	if b.level+1 > b.burst {
		return false
	}
	b.level++
	return true
}
