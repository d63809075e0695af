package kurrent_test

import (
	"bytes"
	"errors"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/kurrent"
	"github.com/modyard/modyard/eventlog/kurrent/kurrenttest"
)

func TestTheErrorForAnOldServerNamesItsVersion(t *testing.T) {
	for _, version := range []string{kurrenttest.V24_10, kurrenttest.V25_0, kurrenttest.V25_1} {
		server := kurrenttest.Start(t, kurrenttest.Options{Version: version})
		_, err := kurrent.Open(within(t), server.URL(), kurrent.WithLogger(silent()))
		if err == nil || !strings.Contains(err.Error(), version) || !strings.Contains(err.Error(), "26.1.0 or later") {
			t.Errorf("open on %s gave %v", version, err)
		}
	}
}

func TestAnAppendRejectsStreamsWhoseNamesDifferOnlyInCase(t *testing.T) {
	log := open(t, kurrenttest.Start(t, kurrenttest.Options{}).URL())
	var invalid *eventlog.Invalid
	if _, err := log.Append(within(t), happened("thing-a", eventlog.NoStream), happened("thing-A", eventlog.NoStream)); !errors.As(err, &invalid) {
		t.Errorf("append gave %v", err)
	}
}

const secret = "s3cr3t-pa55"

// book collects log lines.
type book struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *book) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

func (b *book) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.String()
}

func TestErrorsAndLogsDoNotContainThePassword(t *testing.T) {
	server := kurrenttest.Start(t, kurrenttest.Options{Secure: true, Users: map[string]string{"admin": secret}})
	lines := &book{}
	logger := slog.New(slog.NewTextHandler(lines, &slog.HandlerOptions{Level: slog.LevelDebug}))
	log := open(t, server.URL(), kurrent.WithLogger(logger))
	server.CutConnections()
	if _, err := log.Append(within(t), happened(fresh(), eventlog.NoStream)); err != nil {
		t.Fatal(err)
	}
	for _, address := range []string{
		strings.Replace(server.URL(), secret, secret+"x", 1),                         // wrong
		strings.Replace(server.URL(), "tls=true", "tls=perhaps", 1),                  // an invalid setting
		strings.Replace(server.URL(), "127.0.0.1:", "127.0.0.1:x", 1),                // no port
		"kurrentdb://admin:" + secret + "%zz@127.0.0.1:1",                            // bad escape
		"kurrentdb://admin:" + secret + "#@127.0.0.1:1",                              // truncated by the fragment
		"kurrentdb://admin:" + secret + "/x@127.0.0.1:1",                             // truncated by the path
		"kurrentdb://admin:" + secret + "@127.0.0.1:1,127.0.0.1:z",                   // one bad seed
		"kurrentdb://admin:" + secret + "@127.0.0.1:1/path",                          // a path
		"postgres://admin:" + secret + "@127.0.0.1:1",                                // another database
		"kurrentdb://admin:" + secret + "@127.0.0.1:1?tls=true&tlsCAFile=/not/there", // no file
		"kurrentdb://admin:" + secret + "@127.0.0.1:1?tls=false",                     // no server
	} {
		_, err := kurrent.Open(within(t), address, kurrent.WithLogger(logger), kurrent.WithPatience(200*time.Millisecond))
		if err == nil {
			t.Errorf("an invalid address was accepted")
		} else if strings.Contains(err.Error(), secret) {
			t.Errorf("an error contains the password: %v", err)
		}
	}
	if strings.Contains(lines.String(), secret) {
		t.Errorf("a log line contains the password")
	}
	if !strings.Contains(lines.String(), "not sent") {
		t.Errorf("there is no warning about credentials that are not sent")
	}
}

func TestWrongCredentialsAreRejectedAtTheStart(t *testing.T) {
	server := kurrenttest.Start(t, kurrenttest.Options{Secure: true, Users: map[string]string{"admin": secret}})
	_, err := kurrent.Open(within(t), strings.Replace(server.URL(), secret, "wrong", 1), kurrent.WithLogger(silent()), kurrent.WithPatience(time.Hour))
	if err == nil || !strings.Contains(err.Error(), "authentication failed") {
		t.Errorf("open gave %v", err)
	}
}

func TestOnlyTheRightAuthorityIsTrusted(t *testing.T) {
	server := kurrenttest.Start(t, kurrenttest.Options{Secure: true})
	log := open(t, server.URL())
	if _, err := log.Append(within(t), happened(fresh(), eventlog.NoStream)); err != nil {
		t.Error(err)
	}
	other := kurrenttest.Start(t, kurrenttest.Options{Secure: true})
	_, hosts, _ := strings.Cut(server.URL(), "?")
	_, foreign, _ := strings.Cut(other.URL(), "?")
	_, err := kurrent.Open(within(t), strings.Replace(server.URL(), hosts, foreign, 1), kurrent.WithLogger(silent()), kurrent.WithPatience(time.Hour))
	if err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("open with another authority gave %v", err)
	}
}

func TestOpenWaitsForANodeThatIsStarting(t *testing.T) {
	server := kurrenttest.Start(t, kurrenttest.Options{})
	server.Down()
	dead, err := net.Listen("tcp", server.Addr())
	if err != nil {
		t.Fatal(err)
	}
	back := make(chan error, 1)
	go func() {
		for range 2 { // attempts that fail
			if conn, err := dead.Accept(); err == nil {
				_ = conn.Close()
			}
		}
		_ = dead.Close()
		back <- server.Up()
	}()
	open(t, server.URL())
	if err := <-back; err != nil {
		t.Error(err)
	}
}

func TestKnownRecognizesTheAddressesOfAKurrentDB(t *testing.T) {
	for address, want := range map[string]bool{
		"kurrentdb://h": true, "kurrentdb+discover://h": true, "esdb://h": true, "esdb+discover://a,b": true, "kdb://h": true,
		"": false, "postgres://h": false, "kurrentdb:h": false, "kurrentdbx://h": false, "discover://h": false,
	} {
		if kurrent.Known(address) != want {
			t.Errorf("Known(%q) is %v", address, !want)
		}
	}
}
