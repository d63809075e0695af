package files

import (
	"context"
	"net/http"
	"slices"
	"sync"

	"github.com/modyard/modyard/contract/node"
)

// maxEnded is how many ended operations of a server are remembered.
const maxEnded = 20

// operations are those of a server, oldest first. They are in memory only: a killed node has none, and its next start cleans up.
type operations struct {
	mu  sync.Mutex
	all []*operation
}

// operation is one extraction.
type operation struct {
	cancel context.CancelFunc

	mu    sync.Mutex
	seen  node.FileOperation
	ended bool
}

// change changes what is seen of the operation, unless it has ended.
func (o *operation) change(f func(*node.FileOperation)) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.ended {
		f(&o.seen)
	}
}

func (o *operation) end(state string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.seen.State = state; state == node.OperationDone {
		o.seen.Progress = 1
	}
	o.seen.CurrentFile, o.ended = "", true
}

func (o *operation) look() (node.FileOperation, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.seen, o.ended
}

// begin adds an operation, or fails with node.FileBusy if one has not ended.
func (o *operations) begin(op *operation) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, other := range o.all {
		if _, ended := other.look(); !ended {
			return refuse(node.FileBusy, "")
		}
	}
	o.all = append(o.all, op)
	if over := len(o.all) - maxEnded; over > 0 {
		o.all = slices.Delete(o.all, 0, over)
	}
	return nil
}

func (o *operations) find(id string) *operation {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, op := range o.all {
		if seen, _ := op.look(); seen.ID == id {
			return op
		}
	}
	return nil
}

func (o *operations) cancelAll() {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, op := range o.all {
		op.cancel()
	}
}

// ops answers with the operations of the server.
func (c *call) ops() error {
	o := &c.place.operations
	o.mu.Lock()
	defer o.mu.Unlock()
	l := node.FileOperations{All: []node.FileOperation{}}
	for _, op := range slices.Backward(o.all) {
		seen, _ := op.look()
		l.All = append(l.All, seen)
	}
	return c.json(http.StatusOK, l)
}

// cancelOp cancels an operation. One that has ended stays as it is.
func (c *call) cancelOp() error {
	op := c.place.operations.find(c.query.Get("id"))
	if op == nil {
		return refuse(node.FileNotFound, "id")
	}
	op.cancel()
	return c.done()
}

// dismissOp forgets an operation that has ended.
func (c *call) dismissOp() error {
	op := c.place.operations.find(c.query.Get("id"))
	if op == nil {
		return refuse(node.FileNotFound, "id")
	}
	if _, ended := op.look(); !ended {
		return refuse(node.FileBusy, "id")
	}
	o := &c.place.operations
	o.mu.Lock()
	defer o.mu.Unlock()
	o.all = slices.DeleteFunc(o.all, func(other *operation) bool { return other == op })
	return c.done()
}
