package kurrenttest

import (
	"context"
	"net"
	"strconv"
	"time"

	"github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v1/gossip"
	"github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v1/serverfeatures"
	"github.com/kurrent-io/KurrentDB-Client-Go/protos/kurrentdb/protocols/v1/shared"

	"github.com/modyard/modyard/eventlog"
)

// featureService reports the calls that the node supports.
type featureService struct {
	serverfeatures.UnimplementedServerFeaturesServer
	server *Server
}

// GetSupportedMethods lists the calls of the simulated version, in lower case like nodes.
func (f featureService) GetSupportedMethods(context.Context, *shared.Empty) (*serverfeatures.SupportedMethods, error) {
	methods := &serverfeatures.SupportedMethods{EventStoreServerVersion: f.server.version.text}
	add := func(service string, names ...string) {
		for _, name := range names {
			m := &serverfeatures.SupportedMethod{ServiceName: service, MethodName: name}
			if name == "read" {
				m.Features = []string{"position", "events"}
			}
			methods.Methods = append(methods.Methods, m)
		}
	}
	add("event_store.client.streams.streams", "read", "append", "delete", "tombstone")
	add("event_store.client.gossip.gossip", "read")
	add("event_store.client.server_features.serverfeatures", "getsupportedmethods")
	if f.server.version.appendsToMany() {
		add("kurrentdb.protocol.v2.streams.streamsservice", "appendsession")
	}
	if f.server.version.appendsRecords() {
		add("kurrentdb.protocol.v2.streams.streamsservice", "appendrecords")
	}
	return methods, nil
}

// gossipService reports the members of the cluster.
type gossipService struct {
	gossip.UnimplementedGossipServer
	server *Server
}

// Read lists the members from this node's view. A stopped node is reported as dead.
func (g gossipService) Read(context.Context, *shared.Empty) (*gossip.ClusterInfo, error) {
	info := &gossip.ClusterInfo{}
	for _, s := range g.server.members() {
		host, port, err := net.SplitHostPort(s.Addr())
		if err != nil {
			continue // not started yet
		}
		number, err := strconv.ParseUint(port, 10, 16)
		if err != nil {
			continue
		}
		state := gossip.MemberInfo_Follower
		if _, self := s.leads(); self {
			state = gossip.MemberInfo_Leader
		}
		info.Members = append(info.Members, &gossip.MemberInfo{
			InstanceId: wireID(eventlog.EventID(s.id), false), TimeStamp: ticks(time.Now()), State: state,
			IsAlive: s.gate.reachable(), HttpEndPoint: &gossip.EndPoint{Address: host, Port: uint32(number)},
		})
	}
	return info, nil
}

func (g *gate) reachable() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.listener != nil
}
