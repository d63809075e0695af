package node_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	contract "github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/platform/until"
)

// BenchmarkLinesToFiftySockets shows a server that writes 1 000 lines a second to 50 browsers, over the server's keeper, the console's
// files and a node in a process of its own. One operation is a thousand lines to each. It reports the time from the keeper's reading of a
// line to its arrival at a browser.
func BenchmarkLinesToFiftySockets(b *testing.B) {
	const sockets = 50
	s := newSite(b)
	n := run(b, joined(b, s), "127.0.0.1:0", "flow")
	s.start(server)
	until.True(b, "the server runs", func() bool { return s.state(server).State == contract.StateRunning })
	var browsers []*browser
	for i := range sockets {
		browser, err := s.lookAs(n.address, server, 0, fmt.Sprint("account", i))
		if err != nil {
			b.Fatal(err)
		}
		browsers = append(browsers, browser)
	}
	late := make([][]time.Duration, sockets)
	lost := make([]uint64, sockets)
	b.ResetTimer()
	var all sync.WaitGroup
	for i, browser := range browsers {
		all.Go(func() {
			skip := true // the history is older than the socket
			for read := 0; read < 1000*b.N; {
				frame, err := browser.next()
				if err != nil {
					b.Error(err)
					return
				}
				if frame.Event != contract.EventLines {
					continue
				}
				now := time.Now()
				if skip {
					skip = false
					continue
				}
				lost[i] += frame.Missing
				for _, line := range frame.Lines {
					late[i] = append(late[i], now.Sub(line.At))
				}
				read += len(frame.Lines)
			}
		})
	}
	all.Wait()
	b.StopTimer()
	times := slices.Concat(late...)
	if len(times) == 0 {
		b.Fatal("no line arrived")
	}
	slices.Sort(times)
	missing := uint64(0)
	for _, n := range lost {
		missing += n
	}
	b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(float64(times[len(times)-1].Microseconds())/1000, "max-ms")
	b.ReportMetric(float64(missing), "lost")
}

// BenchmarkAdoption kills a node of a hundred servers and starts the next one. One operation is the time from its start until the site
// has an observation of each server.
func BenchmarkAdoption(b *testing.B) {
	const servers = 100
	s := newSite(b)
	dir := joined(b, s)
	n := run(b, dir, "127.0.0.1:0", "stand-in")
	id := func(i int) string { return fmt.Sprintf("server%03d", i) }
	all := func(is func(contract.Observed) bool) bool {
		for i := range servers {
			if !is(s.state(id(i))) {
				return false
			}
		}
		return true
	}
	running := func(o contract.Observed) bool { return o.State == contract.StateRunning }
	for i := range servers {
		s.start(id(i))
		if i%5 == 4 { // a host that starts all at once is slower than one that does not
			until.True(b, "five more run", func() bool { return running(s.state(id(i))) && running(s.state(id(i-2))) })
		}
	}
	until.True(b, "all run", func() bool { return all(running) })
	b.ResetTimer()
	for range b.N {
		b.StopTimer()
		n.kill()
		s.forget()
		b.StartTimer()
		n = run(b, dir, n.address, "stand-in")
		until.True(b, "all are observed", func() bool { return all(running) })
	}
}
