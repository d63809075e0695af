package postgres_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/postgres"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pgtest"
)

// TestKillingTheProgramLosesNothingThatWasAcknowledged runs two processes that append to their own and to shared
// streams, kills them at random moments and starts others.
func TestKillingTheProgramLosesNothingThatWasAcknowledged(t *testing.T) {
	if testing.Short() {
		t.Skip("kills programs at random moments: runs in make test-all")
	}
	db := pgtest.Database(t)
	log := open(t, db)
	ctx, stop := context.WithCancel(t.Context())
	var followers, children sync.WaitGroup
	followers.Go(func() { followThrough(ctx, t, log, eventlog.Filter{}) })
	followers.Go(func() { followThrough(ctx, t, log, eventlog.Filter{Types: []string{"thing.happened.v1"}}) })
	var acks acknowledged
	for range 2 {
		children.Go(func() {
			for range 8 {
				runAndKill(t, pgtest.Logins(t, db.OwnerURL).App, &acks)
			}
		})
	}
	children.Wait()
	stop()
	followers.Wait()
	if len(acks.places) == 0 {
		t.Error("nothing was acknowledged")
	}
	acks.check(t, log)
}

// runAndKill runs this test binary as an appender, kills it after it has begun, and records the acknowledged positions.
func runAndKill(t *testing.T, url string, acks *acknowledged) {
	child := exec.Command(os.Args[0], "-test.run=^$")
	child.Env = append(os.Environ(), childEnv+"="+url)
	var stderr strings.Builder
	child.Stderr = &stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Error(err)
		return
	}
	if err := child.Start(); err != nil {
		t.Error(err)
		return
	}
	lines := bufio.NewReader(out)
	seen, last := 0, 1+rand.IntN(300) // the line after which it is killed
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			if !errors.Is(err, io.EOF) {
				t.Error(err)
			}
			break // a truncated line is not an acknowledgement
		}
		if seen++; seen == last {
			_ = child.Process.Kill()
		}
		var text string
		var at eventlog.Position
		if _, err := fmt.Sscanf(line, "%s %d\n", &text, &at); err != nil {
			t.Errorf("line %q: %v", line, err)
			continue
		}
		id, err := eventlog.ParseEventID(text)
		if err != nil {
			t.Error(err)
		}
		acks.add(id, at)
	}
	_ = child.Wait() // it was killed
	if seen == 0 {
		t.Errorf("an appender ended before it began: %s", stderr.String())
	}
}

// appendForEver is the killed process: it prints the id and position of every stored event.
func appendForEver(url string) int {
	ctx := context.Background()
	db, err := database.Connect(ctx, database.Logins{App: url})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	log, err := postgres.Open(ctx, db.Pool)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	failed := make(chan error)
	for worker := range 16 {
		go func() {
			own := fmt.Sprintf("own-%d-%d", os.Getpid(), worker)
			for revision := eventlog.NoRevision; ; revision++ {
				a, b := happening(own, eventlog.At(revision)), happening(fmt.Sprintf("shared-%d", worker%3), eventlog.Any)
				receipt, err := log.Append(ctx, a, b)
				if err != nil {
					failed <- err
					return
				}
				fmt.Printf("%s %d\n", b.Events[0].ID, receipt.Position)
			}
		}()
	}
	fmt.Fprintln(os.Stderr, <-failed)
	return 1
}
