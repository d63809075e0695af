// Package mailtest has a mail server for tests.
package mailtest

import (
	"bufio"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
)

// Server accepts every letter and records it, except those that Refuse names.
type Server struct {
	Letters chan string // the text of each accepted letter, with its header

	listener net.Listener
	take     func(letter string) (reply string)
	mu       sync.Mutex
	refuse   string
}

// Start runs a server until the test ends.
func Start(t testing.TB) *Server {
	t.Helper()
	letters := make(chan string, 100)
	s := StartWith(t, func(letter string) string {
		letters <- letter
		return "250 kept"
	})
	s.Letters = letters
	return s
}

// StartWith runs a server whose replies to letters a test decides; an empty one ends the connection without a reply. Letters
// is nil then.
func StartWith(t testing.TB, take func(letter string) (reply string)) *Server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	s := &Server{listener: l, take: take}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go s.talk(conn)
		}
	}()
	return s
}

// URL is the address of the server, for mail.NewSMTP.
func (s *Server) URL() string {
	return "smtp://" + s.listener.Addr().String() + "?from=site@example.org"
}

// Refuse answers every receiver with a reply, such as "550 5.1.1 no such user"; empty: each is accepted.
func (s *Server) Refuse(reply string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refuse = reply
}

func (s *Server) refusal() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.refuse
}

func (s *Server) talk(conn net.Conn) {
	defer conn.Close() //nolint:errcheck // the client has gone
	in := bufio.NewReader(conn)
	reply := func(text string) { _, _ = io.WriteString(conn, text+"\r\n") }
	reply("220 here")
	var letter strings.Builder
	for data := false; ; {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		word := strings.ToUpper(strings.Fields(line + " x")[0])
		refusal := s.refusal()
		switch {
		case data && line == ".\r\n":
			data = false
			said := s.take(letter.String())
			if said == "" {
				return
			}
			reply(said)
			letter.Reset()
		case data:
			letter.WriteString(line)
		case word == "RCPT" && refusal != "":
			reply(refusal)
		case word == "DATA":
			data = true
			reply("354 go on")
		case word == "QUIT":
			reply("221 bye")
			return
		default:
			reply("250 yes")
		}
	}
}
