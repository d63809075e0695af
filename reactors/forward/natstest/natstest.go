// Package natstest starts a NATS server with JetStream inside the process, for tests and benchmarks. The program does
// not import it.
package natstest

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// operator may do everything where the user may not.
const operator = "operator"

// Options describe a server.
type Options struct {
	Dir            string // the store of JetStream
	Port           int    // 0: a free one
	User, Password string // empty: everybody may connect
	MaxPayload     int32  // of a message; 0: 1 MiB
	TLS            *tls.Config
	// Publish are the subjects that the user may publish to, and it may receive only answers. Empty: everything.
	Publish []string
}

// Server is a running server.
type Server struct {
	server  *server.Server
	options Options
}

// Start starts a server and waits until it accepts connections.
func Start(o Options) (*Server, error) {
	if o.Port == 0 {
		o.Port = server.RANDOM_PORT
	}
	options := &server.Options{
		Host: "127.0.0.1", Port: o.Port, JetStream: true, StoreDir: o.Dir, NoLog: true, NoSigs: true,
		Username: o.User, Password: o.Password, MaxPayload: o.MaxPayload, TLSConfig: o.TLS,
	}
	if len(o.Publish) > 0 {
		options.Username, options.Password = "", ""
		options.Users = []*server.User{
			{Username: operator, Password: operator},
			{Username: o.User, Password: o.Password, Permissions: &server.Permissions{
				Publish: &server.SubjectPermission{Allow: o.Publish}, Subscribe: &server.SubjectPermission{Allow: []string{"_INBOX.>"}},
			}},
		}
	}
	s, err := server.NewServer(options)
	if err != nil {
		return nil, fmt.Errorf("start nats-server: %w", err)
	}
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		s.Shutdown()
		return nil, errors.New("start nats-server: it does not accept connections")
	}
	address, err := url.Parse(s.ClientURL())
	if err != nil {
		return nil, fmt.Errorf("start nats-server: %w", err)
	}
	if _, err := fmt.Sscan(address.Port(), &o.Port); err != nil {
		return nil, fmt.Errorf("start nats-server: %w", err)
	}
	return &Server{server: s, options: o}, nil
}

// URL is the server's address, with the login.
func (s *Server) URL() string {
	login := ""
	if s.options.User != "" {
		login = url.UserPassword(s.options.User, s.options.Password).String() + "@"
	}
	return fmt.Sprintf("nats://%s127.0.0.1:%d", login, s.options.Port)
}

// Stop stops the server.
func (s *Server) Stop() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}

// Again starts a stopped server at the same address and with the same store, and with another password where one is
// given.
func (s *Server) Again(password ...string) (*Server, error) {
	o := s.options
	for _, p := range password {
		o.Password = p
	}
	return Start(o)
}

// Connect opens a connection for a consumer or an operator of the server.
func (s *Server) Connect() (*nats.Conn, nats.JetStreamContext, error) {
	address := s.URL()
	if len(s.options.Publish) > 0 {
		address = fmt.Sprintf("nats://%s:%s@127.0.0.1:%d", operator, operator, s.options.Port)
	}
	conn, err := nats.Connect(address)
	if err != nil {
		return nil, nil, fmt.Errorf("connect to nats-server: %w", err)
	}
	js, err := conn.JetStream()
	if err != nil {
		conn.Close()
		return nil, nil, fmt.Errorf("connect to nats-server: %w", err)
	}
	return conn, js, nil
}
