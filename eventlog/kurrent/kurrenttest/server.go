package kurrenttest

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v1/gossip"
	"github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v1/serverfeatures"
	"github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v1/streams"
	streamsv2 "github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v2/streams/streams"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/keepalive"

	"github.com/modyard/modyard/eventlog/memory"
)

// Server is one node. It is safe for concurrent use.
type Server struct {
	options Options
	version version
	store   *store
	grpc    *grpc.Server
	gate    *gate
	faults  *faults
	id      uuid.UUID

	mu     sync.Mutex
	leader string    // address of the leader, empty if this node is the leader
	peers  []*Server // the nodes of the cluster, including this one

	stop context.CancelFunc
	done sync.WaitGroup
}

// New creates a node that stores its records in a lenient memory log; Serve starts it on a listener, and Close ends it.
// Several nodes may share a log. An empty log gets the initial records of a new database. It returns an error for an
// invalid version, for a log that is not lenient, and if certificates cannot be created.
func New(log *memory.Log, o Options) (*Server, error) {
	v, err := parseVersion(o.Version)
	if err != nil {
		return nil, fmt.Errorf("new node: %w", err)
	}
	s := &Server{options: o, version: v, store: newStore(log), gate: newGate(), faults: &faults{}, id: uuid.New()}
	s.peers = []*Server{s}
	settings := []grpc.ServerOption{
		grpc.MaxRecvMsgSize(maxMessageBytes),
		grpc.MaxConcurrentStreams(maxStreams),
		grpc.WaitForHandlers(true),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: 5 * time.Second, PermitWithoutStream: true}),
		grpc.KeepaliveParams(keepalive.ServerParameters{Time: 10 * time.Second, Timeout: 10 * time.Second}),
		grpc.ChainUnaryInterceptor(s.faultUnary, s.authenticateUnary),
		grpc.ChainStreamInterceptor(s.faultStream, s.authenticateStream),
	}
	if o.Secure {
		if o.certificate == nil {
			certificate, err := newCertificate(o.CAFile)
			if err != nil {
				return nil, fmt.Errorf("new node: %w", err)
			}
			o.certificate = &certificate
		}
		settings = append(settings, grpc.Creds(credentials.NewTLS(&tls.Config{
			Certificates: []tls.Certificate{*o.certificate}, MinVersion: tls.VersionTLS12,
		})))
	}
	s.grpc = grpc.NewServer(settings...)
	serverfeatures.RegisterServerFeaturesServer(s.grpc, featureService{server: s})
	gossip.RegisterGossipServer(s.grpc, gossipService{server: s})
	streams.RegisterStreamsServer(s.grpc, streamService{server: s})
	if v.appendsToMany() {
		streamsv2.RegisterStreamsServiceServer(s.grpc, sessionService{server: s})
	}
	ctx, stop := context.WithCancel(context.Background())
	s.stop = stop
	s.done.Go(func() { s.store.follow(ctx) })
	if err := s.store.open(ctx, o.users()); err != nil {
		s.Close()
		return nil, fmt.Errorf("new node: %w", err)
	}
	return s, nil
}

// Start runs a separate node for a test, on a free port of 127.0.0.1, and closes it with the test.
func Start(t testing.TB, o Options) *Server {
	t.Helper()
	return start(t, memory.NewLenient(), o)
}

// StartCluster runs n nodes over one log. The first leads; SetLeader changes that.
func StartCluster(t testing.TB, n int, o Options) []*Server {
	t.Helper()
	log := memory.NewLenient()
	if o.Secure {
		o.CAFile = filepath.Join(t.TempDir(), "ca.crt")
		certificate, err := newCertificate(o.CAFile)
		if err != nil {
			t.Fatal(err)
		}
		o.certificate = &certificate
	}
	nodes := make([]*Server, n)
	for i := range nodes {
		nodes[i] = start(t, log, o)
	}
	Join(nodes...)
	return nodes
}

// StartOn runs a node over a log that another node uses or used: as a restarted process, or as another member.
func StartOn(t testing.TB, log *memory.Log, o Options) *Server {
	t.Helper()
	return start(t, log, o)
}

func start(t testing.TB, log *memory.Log, o Options) *Server {
	t.Helper()
	if o.Secure && o.CAFile == "" {
		o.CAFile = filepath.Join(t.TempDir(), "ca.crt")
	}
	s, err := New(log, o)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		s.Close()
		t.Fatal(err)
	}
	s.gate.open(listener)
	failed := make(chan error, 1)
	s.done.Go(func() { failed <- s.Serve(nil) })
	t.Cleanup(func() {
		s.Close()
		if err := <-failed; err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	return s
}

// Serve answers clients of the listener until Close. It may be called once. The node then owns the listener.
func (s *Server) Serve(listener net.Listener) error {
	if listener != nil {
		s.gate.open(listener)
	}
	if err := s.grpc.Serve(s.gate); err != nil && !errors.Is(err, grpc.ErrServerStopped) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}

// Close ends every call and connection and returns after all goroutines of the node have ended. The log remains.
func (s *Server) Close() {
	s.faults.clear()
	s.grpc.Stop()
	s.gate.shut()
	s.stop()
	s.done.Wait()
}

// Addr is host and port of the node, which never change; empty before Serve.
func (s *Server) Addr() string { return s.gate.addr() }

// URL is the connection string of this node only, with the credentials of a secure one.
func (s *Server) URL() string { return s.urlFor("kurrentdb", s.Addr()) }

// ClusterURL is the connection string with all nodes of the cluster as seeds: the client asks the gossip for the node
// to use.
func (s *Server) ClusterURL() string {
	var addrs []string
	for _, peer := range s.members() {
		addrs = append(addrs, peer.Addr())
	}
	return s.urlFor("kurrentdb", strings.Join(addrs, ","))
}

func (s *Server) urlFor(scheme, hosts string) string {
	if !s.options.Secure {
		return scheme + "://" + hosts + "?tls=false"
	}
	user := url.UserPassword("admin", s.options.users()["admin"])
	return scheme + "://" + user.String() + "@" + hosts + "?tls=true&tlsCAFile=" + s.options.CAFile
}

// Log is the memory log under the node.
func (s *Server) Log() *memory.Log { return s.store.log }

// Join makes nodes members of one cluster, with the first as their leader.
func Join(nodes ...*Server) {
	for _, s := range nodes {
		s.mu.Lock()
		s.peers = nodes
		s.mu.Unlock()
	}
	SetLeader(nodes[0])
}

// SetLeader makes a node the leader of its cluster.
func SetLeader(leader *Server) {
	for _, s := range leader.members() {
		s.mu.Lock()
		s.leader = leader.Addr()
		if s == leader {
			s.leader = ""
		}
		s.mu.Unlock()
	}
}

func (s *Server) members() []*Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.peers
}

// leads returns whether the node is the leader, and the leader's address if not.
func (s *Server) leads() (leader string, self bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.leader, s.leader == ""
}
