package database

import (
	"context"
	"net"
	"time"
)

// A peer that vanishes without closing (power loss, a network that drops packets) is detected by the kernel within
// half a minute: on an idle connection by keepalive probes, on one with a query in flight by deadAfter.
const (
	probeIdle     = 10 * time.Second
	probeInterval = 5 * time.Second
	probeCount    = 3
	deadAfter     = 25 * time.Second
)

func dial(ctx context.Context, network, address string) (net.Conn, error) {
	d := net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: probeIdle, Interval: probeInterval, Count: probeCount},
		Control:         control,
	}
	return d.DialContext(ctx, network, address)
}
