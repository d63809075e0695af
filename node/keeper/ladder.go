package keeper

import (
	"time"

	"github.com/modyard/modyard/node/power"
)

// ladder is the stop that the keeper does itself when it is told to end, as at the shutdown of the host. The node's stops are the node's.
type ladder struct {
	game *game
	out  *output
	wait time.Duration
	step string
	next time.Time
}

func newLadder(g *game, stopSeconds int, out *output) *ladder {
	return &ladder{game: g, wait: power.StopTime(stopSeconds), out: out}
}

func (l *ladder) begin(now time.Time) {
	if l.step != "" {
		return
	}
	l.step, l.next = power.StepAsked, now.Add(l.wait)
	l.out.typed("stop")
	_ = l.game.command("stop") // SIGTERM follows
}

func (l *ladder) climb(now time.Time) {
	if l.step == "" || now.Before(l.next) {
		return
	}
	if l.step == power.StepAsked {
		l.step, l.next = power.StepTerminated, now.Add(power.TermLimit)
		l.game.terminate()
		return
	}
	l.step, l.next = power.StepKilled, now.Add(power.KillRepeat)
	l.game.kill()
}
