package files

import (
	"net/http"

	"github.com/modyard/modyard/contract/node"
)

// operations are those of a server.
type operations struct{}

func (o *operations) cancelAll() {}

func (p *place) finishOperations() error { return nil }

func (c *call) unarchive() error { return refuse(node.FileInvalid, "src") }

func (c *call) ops() error {
	return c.json(http.StatusOK, node.FileOperations{All: []node.FileOperation{}})
}

func (c *call) cancelOp() error { return refuse(node.FileNotFound, "id") }

func (c *call) dismissOp() error { return refuse(node.FileNotFound, "id") }
