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
