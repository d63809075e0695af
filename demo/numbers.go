package demo

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// edition is a planned version.
type edition struct {
	Number    string
	Channel   string
	Games     []string
	At        time.Time
	Changelog string
}

// editions plans a project's versions, oldest first, from its first to its last day.
func editions(c Project, began, last time.Time) []edition {
	r := chance("versions " + c.Slug)
	n := max(1, c.Versions)
	list := make([]edition, n)
	major, minor, patch := 1, 0, 0
	early := n > 2 && r.IntN(2) == 0
	if early {
		major, minor = 0, 6+r.IntN(4)
	}
	covered := 0
	for i := range list {
		e := &list[i]
		e.At = moment(r, began, last, i, n)
		e.Channel = "release"
		e.Number = fmt.Sprintf("%d.%d.%d", major, minor, patch)
		switch {
		case early && i == 0:
			e.Channel, e.Number = "alpha", e.Number+"-alpha"
		case early && i == 1:
			e.Channel, e.Number = "beta", e.Number+"-beta.1"
		case i == n-1 && n > 3 && r.IntN(5) == 0:
			e.Channel, e.Number = "beta", e.Number+"-beta.1"
		}
		upTo := (len(c.Games)*(i+1) + n - 1) / n
		e.Games = c.Games[max(0, min(covered, upTo-2)):max(1, upTo)]
		covered = upTo
		e.Changelog = changelog(r, c, *e, i)
		switch {
		case early && i == 1:
			major, minor, patch = 1, 0, 0
		case r.IntN(3) == 0:
			patch++
		default:
			minor, patch = minor+1, 0
		}
	}
	return list
}

// moment distributes n times over a period, unevenly and in order, during the day.
func moment(r *rand.Rand, began, last time.Time, i, n int) time.Time {
	if n == 1 || i == 0 {
		return began
	}
	step := last.Sub(began) / time.Duration(n-1)
	return began.Add(step*time.Duration(i) - time.Duration(r.Int64N(int64(step/3)+1)))
}
