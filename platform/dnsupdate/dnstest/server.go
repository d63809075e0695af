// Package dnstest is a DNS server with one zone that takes signed updates, for tests.
package dnstest

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/miekg/dns"
)

// The key with which updates must be signed.
const (
	Key    = "keeper."
	Secret = "c2VjcmV0IG9mIHRoZSB6b25lIQ=="
)

// Signature is how the server signs its answers to signed messages.
type Signature int

// The signatures. All but the first are wrong.
const (
	Signed         Signature = iota
	Unsigned                 // there is none
	OtherKey                 // by a key that the client does not have
	OtherSecret              // by another secret under the name of the key
	OtherAlgorithm           // by another algorithm than the message
	WrongMAC                 // one bit of it is wrong
)

// Server answers for a zone over TCP. It is safe for concurrent use.
type Server struct {
	Address string // host:port
	zone    string

	mu      sync.Mutex
	records []dns.RR
	refuse  bool
	lose    bool
	drop    bool
	sign    Signature
	updates int
}

// Start runs a server until the test ends.
func Start(t *testing.T, zone string) *Server {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{Address: listener.Addr().String(), zone: dns.CanonicalName(zone)}
	server := &dns.Server{
		Listener: listener, Handler: dns.HandlerFunc(s.answer), TsigSecret: map[string]string{Key: Secret},
		MsgAcceptFunc: func(dns.Header) dns.MsgAcceptAction { return dns.MsgAccept },
	}
	done := make(chan error, 1)
	go func() { done <- server.ActivateAndServe() }()
	t.Cleanup(func() {
		if err := listener.Close(); err != nil {
			t.Error(err)
		}
		<-done
	})
	return s
}

// URL is the address for dnsupdate.Parse.
func (s *Server) URL() string {
	return "rfc2136://keeper:c2VjcmV0IG9mIHRoZSB6b25lIQ==@" + s.Address + "/" + s.zone[:len(s.zone)-1]
}

// Refuse makes the server refuse updates, or take them again.
func (s *Server) Refuse(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refuse = on
}

// Lose makes the server answer updates as if it had taken them, or take them again.
func (s *Server) Lose(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lose = on
}

// Drop makes the server take messages and close the connection without an answer, or answer again.
func (s *Server) Drop(on bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop = on
}

// Sign makes the server sign its answers in some way from now on.
func (s *Server) Sign(how Signature) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sign = how
}

// Add adds a record in the form of a zone file.
func (s *Server) Add(t *testing.T, line string) {
	t.Helper()
	r, err := dns.NewRR(line)
	if err != nil {
		t.Fatal(err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.records = append(s.records, r)
}

// Records are the records in the form of a zone file, with single spaces, in order.
func (s *Server) Records() (list []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.records {
		line := []byte(r.String())
		for i, c := range line {
			if c == '\t' {
				line[i] = ' '
			}
		}
		list = append(list, string(line))
	}
	slices.Sort(list)
	return list
}

// Updates is the number of updates that were taken.
func (s *Server) Updates() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.updates
}

func (s *Server) answer(w dns.ResponseWriter, r *dns.Msg) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := new(dns.Msg)
	m.SetReply(r)
	signed := r.IsTsig() != nil && w.TsigStatus() == nil
	switch {
	case r.Opcode == dns.OpcodeUpdate && !signed:
		m.Rcode = dns.RcodeNotAuth
	case r.Opcode == dns.OpcodeUpdate && s.refuse:
		m.Rcode = dns.RcodeRefused
	case r.Opcode == dns.OpcodeUpdate && (len(r.Question) != 1 || r.Question[0].Name != s.zone):
		m.Rcode = dns.RcodeNotZone
	case r.Opcode == dns.OpcodeUpdate:
		s.updates++
		if !s.lose {
			s.update(r.Ns)
		}
	case len(r.Question) == 1:
		for _, rr := range s.records {
			if q := r.Question[0]; rr.Header().Name == q.Name && (rr.Header().Rrtype == q.Qtype || rr.Header().Rrtype == dns.TypeCNAME) {
				m.Answer = append(m.Answer, rr)
			}
		}
		if len(m.Answer) == 0 {
			m.Rcode = dns.RcodeNameError
		}
	}
	if s.drop {
		_ = w.Close() // the client is gone
		return
	}
	if !signed || s.sign == Unsigned {
		_ = w.WriteMsg(m) // the client is gone
		return
	}
	data, err := s.signed(m, r.IsTsig().MAC)
	if err != nil {
		panic(err) // the constants above make no signature
	}
	_, _ = w.Write(data) // the client is gone
}

// signed is an answer with its signature, to a message with a MAC.
func (s *Server) signed(m *dns.Msg, of string) ([]byte, error) {
	key, secret, method := Key, Secret, dns.HmacSHA256
	switch s.sign {
	case OtherKey:
		key = "other."
	case OtherSecret:
		secret = "YW5vdGhlciBzZWNyZXQgb2YgaXQh"
	case OtherAlgorithm:
		method = dns.HmacSHA512
	}
	m.SetTsig(key, method, 300, time.Now().Unix())
	data, mac, err := dns.TsigGenerate(m, secret, of, false)
	if err != nil {
		return nil, fmt.Errorf("sign an answer: %w", err)
	}
	if s.sign == WrongMAC {
		raw, err := hex.DecodeString(mac)
		if err != nil {
			return nil, fmt.Errorf("read a signature: %w", err)
		}
		data[bytes.LastIndex(data, raw)] ^= 1
	}
	return data, nil
}

// update applies the records of an update: those of class ANY delete a set, others are added.
func (s *Server) update(records []dns.RR) {
	for _, rr := range records {
		h := rr.Header()
		if h.Class == dns.ClassANY {
			s.records = slices.DeleteFunc(s.records, func(old dns.RR) bool { return old.Header().Name == h.Name && old.Header().Rrtype == h.Rrtype })
			continue
		}
		s.records = append(s.records, rr)
	}
}
