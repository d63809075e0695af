package sink

import (
	"context"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	"github.com/modyard/modyard/platform/pause"
	"github.com/modyard/modyard/projections/replay"
)

// Speed is how many times faster than recorded hits are played; 0: as fast as possible.
type Speed float64

// ParseSpeed reads "max", or a number with an x: "60x".
func ParseSpeed(text string) (Speed, error) {
	if text == "max" {
		return 0, nil
	}
	number, times := strings.CutSuffix(text, "x")
	v, err := strconv.ParseFloat(number, 64)
	if !times || err != nil || !(v >= 0.001 && v <= 1e9) {
		return 0, fmt.Errorf("speed %.40q: it is max, or how many times faster than recorded, such as 60x", text)
	}
	return Speed(v), nil
}

// of is how long a recorded time takes, at most a century.
func (s Speed) of(recorded time.Duration) time.Duration {
	const century = 100 * 365 * 24 * time.Hour
	return time.Duration(min(float64(recorded)/float64(s), float64(century)))
}

// Played is what a replay has handed over.
type Played struct {
	Hits int64
	// Next is where another replay continues: behind everything that was read, or, after an error, behind what was kept.
	Next string
}

// Play writes the hits at a speed and closes the sink. After an error the sink is aborted, and Next says where to continue.
func Play(ctx context.Context, speed Speed, after string, events iter.Seq2[replay.Event, error], to Sink) (played Played, err error) {
	played.Next = after
	defer func() {
		if err != nil {
			to.Abort()
			if kept := to.Kept(); kept != "" {
				played.Next = kept
			} else {
				played.Next = after
			}
		}
	}()
	var began, first time.Time // when the first hit was played, and its own time
	for e, err := range events {
		if err != nil {
			return played, err
		}
		for _, h := range e.Hits {
			if err := ctx.Err(); err != nil {
				return played, err
			}
			if speed > 0 {
				if first.IsZero() {
					began, first = time.Now(), h.At
				}
				if d := time.Until(began.Add(speed.of(h.At.Sub(first)))); d > 0 {
					if err := to.Flush(ctx); err != nil {
						return played, err
					}
					if !pause.For(ctx, d) {
						return played, ctx.Err()
					}
				}
			}
			if err := to.Write(ctx, replay.Line(h)); err != nil {
				return played, err
			}
			played.Hits++
		}
		played.Next = e.Next.String()
	}
	return played, to.Close(ctx)
}
