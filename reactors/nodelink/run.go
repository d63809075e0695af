package nodelink

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/google/uuid"
	"golang.org/x/sync/errgroup"

	"github.com/modyard/modyard/contract/node"
)

const (
	// helloWithin is how long a node may take to say who it is.
	helloWithin = 10 * time.Second
	// writeWithin is how long one frame may take.
	writeWithin = 10 * time.Second
	// maxRevoked is the largest number of revoked rights in one frame.
	maxRevoked = 1000
	// maxDesired is the largest size of desired states in one frame in bytes, as sizeOf estimates it.
	maxDesired = node.MaxFrame / 2
)

var errReplaced = errors.New("another connection of the node took over")

// link is one open link.
type link struct {
	of     *Links
	id     string
	conn   *websocket.Conn
	cancel context.CancelFunc
	out    chan node.Frame
	logger *slog.Logger
	once   sync.Once // closes the connection

	connection  string // distinguishes this link in the database
	incarnation string
	position    uint64 // up to which the node has the desired states
	revoked     uint64 // up to which it has the revoked rights
}

// run exchanges frames until one side ends the link.
func (k *link) run(ctx context.Context) {
	k.connection = uuid.NewString()
	defer k.of.drop(k)
	err := k.greet(ctx)
	if err == nil {
		k.logger.Info("a node is connected")
		work, ctx := errgroup.WithContext(ctx)
		work.Go(func() error { return k.ended(ctx, k.read(ctx)) })
		work.Go(func() error { return k.ended(ctx, k.write(ctx)) })
		work.Go(func() error { return k.ended(ctx, k.follow(ctx)) })
		err = work.Wait()
		k.left()
	}
	_ = k.ended(ctx, err)
	_ = k.conn.CloseNow()
	k.logger.Info("a node is disconnected")
}

// ended closes the connection with the status of the first error. It comes before the context is cancelled, which would cut the connection
// without a status.
func (k *link) ended(ctx context.Context, err error) error {
	k.once.Do(func() {
		switch {
		case errors.Is(err, errReplaced):
			_ = k.conn.Close(node.StatusReplaced, "a newer connection took over")
		case websocket.CloseStatus(err) == -1 && ctx.Err() == nil:
			k.logger.Warn("the link with a node broke", "error", err)
			_ = k.conn.Close(websocket.StatusInternalError, "")
		default:
			_ = k.conn.Close(websocket.StatusGoingAway, "")
		}
	})
	return err
}

// replaced ends the link because a newer one took over.
func (k *link) replaced() {
	k.once.Do(func() { _ = k.conn.Close(node.StatusReplaced, "a newer connection took over") })
	k.cancel()
}

// greet reads the node's Hello, and answers Welcome and every desired state.
func (k *link) greet(ctx context.Context) error {
	hello, err := k.hello(ctx)
	if err != nil {
		return err
	}
	k.incarnation = hello.Incarnation
	if err := k.came(ctx, hello); err != nil {
		return err
	}
	k.of.take(k) // before the node hears anything: of two connections the one that came last stays
	if k.of.Came != nil {
		if err := k.of.Came(ctx, k.id, k.incarnation); err != nil {
			return err
		}
	}
	acknowledged, err := k.acknowledged(ctx)
	if err != nil {
		return err
	}
	desired, position, err := k.of.Desired(ctx, k.id, 0)
	if err != nil {
		return err
	}
	k.position = position
	welcome := node.Frame{Welcome: &node.Welcome{Acknowledged: acknowledged, Keys: k.of.Keys, Origins: k.of.Origins, Servers: len(desired)}}
	if err := k.send(ctx, welcome); err != nil {
		return err
	}
	for len(desired) > 0 {
		n := fitting(desired)
		if err := k.send(ctx, node.Frame{Desired: desired[:n]}); err != nil {
			return err
		}
		desired = desired[n:]
	}
	return k.revoke(ctx, k.send)
}

// fitting is the number of desired states that go into one frame: at least one.
func fitting(desired []node.Desired) int {
	n, size := 1, sizeOf(desired[0])
	for n < len(desired) && size+sizeOf(desired[n]) <= maxDesired {
		size += sizeOf(desired[n])
		n++
	}
	return n
}

// sizeOf is the largest size of a desired state in bytes: in JSON a byte of a text takes up to six.
func sizeOf(d node.Desired) int {
	size := 4<<10 + 6*len(d.Startup.Invocation) + 200*len(d.Backups)
	if r := d.RestoreFiles; r != nil {
		size += 6 * len(r.Path)
	}
	if d.Properties != nil {
		for key, p := range d.Properties.Values {
			size += 64 + len(key) + 6*len(p.Value)
		}
	}
	for _, c := range d.Content {
		size += 400 + len(c.URL) + 6*len(c.Path)
	}
	for _, c := range d.ContentRemoved {
		size += 200 + 6*len(c.Path)
	}
	return size
}

// revoke sends the rights that accounts have lost since the last call. The first call repeats those of the last minutes: a node that was away
// did not get them.
func (k *link) revoke(ctx context.Context, send func(context.Context, node.Frame) error) error {
	revoked, position, err := k.of.Revoked(ctx, k.id, k.revoked)
	if err != nil {
		return err
	}
	for len(revoked) > 0 {
		n := min(len(revoked), maxRevoked)
		if err := send(ctx, node.Frame{Revoked: revoked[:n]}); err != nil {
			return err
		}
		revoked = revoked[n:]
	}
	k.revoked = max(k.revoked, position)
	return nil
}

func (k *link) hello(ctx context.Context) (*node.Hello, error) {
	within, cancel := context.WithTimeout(ctx, helloWithin)
	defer cancel()
	frame, err := k.receive(within)
	if err != nil {
		return nil, err
	}
	h := frame.Hello
	switch {
	case h == nil || h.Node != k.id || h.Incarnation == "" || len(h.Incarnation) > 64 || len(h.Version) > 64 || len(h.Address) > 200:
		_ = k.conn.Close(websocket.StatusPolicyViolation, "the first frame is no Hello of this node")
		return nil, errors.New("the first frame is no Hello of the node")
	case h.Protocol != node.Protocol:
		_ = k.conn.Close(node.StatusProtocol, fmt.Sprintf("this site speaks protocol %d", node.Protocol))
		return nil, fmt.Errorf("the node speaks protocol %d", h.Protocol)
	}
	return h, nil
}

// read takes the node's frames. A node that says nothing for three beats is gone.
func (k *link) read(ctx context.Context) error {
	for {
		within, cancel := context.WithTimeout(ctx, 3*node.Beat)
		frame, err := k.receive(within)
		cancel()
		if err != nil {
			return err
		}
		if len(frame.Reports) > node.MaxReports {
			return fmt.Errorf("%d reports in a frame", len(frame.Reports))
		}
		if len(frame.Observed) > 0 {
			if err := k.observe(ctx, frame.Observed); err != nil {
				return err
			}
		}
		if len(frame.Reports) > 0 {
			upTo, err := k.record(ctx, frame.Reports)
			if err != nil {
				return err
			}
			if err := k.put(ctx, node.Frame{Acknowledged: &upTo}); err != nil {
				return err
			}
		}
	}
}

// record makes reports durable in their order, and returns the sequence number of the last.
func (k *link) record(ctx context.Context, reports []node.Report) (uint64, error) {
	var upTo uint64
	for _, r := range reports {
		if r.Incarnation != k.incarnation || r.Sequence == 0 || r.Sequence < upTo {
			return 0, fmt.Errorf("report %d of %q is out of order", r.Sequence, r.Incarnation)
		}
		if err := k.of.Record(ctx, k.id, r); err != nil {
			return 0, err
		}
		upTo = r.Sequence
	}
	return upTo, k.acknowledge(ctx, upTo)
}

// follow sends changed desired states, and a beat in each interval.
func (k *link) follow(ctx context.Context) error {
	beat := time.NewTicker(node.Beat)
	defer beat.Stop()
	for {
		changed := k.of.Changed()
		if err := k.revoke(ctx, k.put); err != nil {
			return err
		}
		desired, position, err := k.of.Desired(ctx, k.id, k.position)
		if err != nil {
			return err
		}
		k.position = max(k.position, position)
		for len(desired) > 0 {
			n := fitting(desired)
			if err := k.put(ctx, node.Frame{Desired: desired[:n]}); err != nil {
				return err
			}
			desired = desired[n:]
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-changed:
		case <-beat.C:
			if err := k.renew(ctx); err != nil {
				return err
			}
			if err := k.put(ctx, node.Frame{}); err != nil {
				return err
			}
		}
	}
}

func (k *link) put(ctx context.Context, f node.Frame) error {
	select {
	case k.out <- f:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (k *link) write(ctx context.Context) error {
	for {
		select {
		case f := <-k.out:
			if err := k.send(ctx, f); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (k *link) send(ctx context.Context, f node.Frame) error {
	data, err := json.Marshal(f)
	if err != nil {
		return fmt.Errorf("encode a frame: %w", err)
	}
	within, cancel := context.WithTimeout(ctx, writeWithin)
	defer cancel()
	return k.conn.Write(within, websocket.MessageText, data)
}

func (k *link) receive(ctx context.Context) (node.Frame, error) {
	var f node.Frame
	kind, data, err := k.conn.Read(ctx)
	if err != nil {
		return f, err
	}
	if kind != websocket.MessageText {
		return f, errors.New("a frame is not a text")
	}
	if err := json.Unmarshal(data, &f); err != nil {
		return f, fmt.Errorf("decode a frame: %w", err)
	}
	return f, nil
}
